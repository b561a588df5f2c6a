// The load, the needs and the costs of the service at a size, as arithmetic: docs/scaling.md is made of it. What the code does is
// counted in tests (test/unit/scripts/scaling.test.ts); what callers do is assumed here, in one place.

import { SHARED_PER_SECOND } from '../lib/usage-plans.ts'

/** As `sharedPlans` is by default. */
const SHARED_PLANS = 8

/** An owner, as assumed: a small business that posts by a program. */
export const ASSUMED = {
  accountsPerOwner: 4,
  /** People of an owner who sign in at the dashboard in a month, and how often each does in a day. */
  peoplePerOwner: 2,
  signInsPerDay: 1,
  postsPerDay: 5,
  accountsPerPost: 2,
  uploadsPerDay: 4,
  /** Requests that read: lists, states, downloads. */
  readsPerDay: 40,
  /** The share of posts for later. */
  scheduledShare: 0.5,
  /** How long before its time a scheduled post is sent in, days. */
  scheduledAhead: 3,
  /** Requests in the busiest second, against the average of the day. */
  requestPeak: 10,
  /** The share of a day's scheduled posts in the busiest minute: people like 09:00. */
  busiestMinute: 0.05,
  /** Bytes of a picture, and of the variant that a platform fetches. */
  pictureBytes: 2_000_000,
  variantBytes: 400_000,
} as const

/** Counted on the embedded engines. */
export const COUNTED = {
  /** Write units of a request; the table's read units are eight times cheaper and are reckoned with below. */
  read: { writeUnits: 2, calls: 4 },
  upload: { writeUnits: 8, calls: 6 },
  post: { writeUnits: 11, calls: 6 },
  /**
   * One publication of one picture, from the queue to its link, whose container was not ready at the first look: passes of the
   * worker, units of the table, those of its index by due time among them.
   */
  publication: { passes: 2, writeUnits: 21, readUnits: 11, dueUnits: 2 },
} as const

/** Publications that one worker has in hand while there is no lack of them. */
export const SIDE_BY_SIDE = 10

/** Estimated, to be replaced by what the deployed stack's dashboard says. */
export const ESTIMATED = {
  /** Seconds that a function works on a request; with its memory in GB. */
  request: { seconds: 0.05, gb: 0.5 },
  upload: { seconds: 0.3, gb: 1 },
  /** All passes of one publication together, as the bench measures it (`burst`): most of it is waiting for the platform. */
  publication: { seconds: 3.3, gb: 0.25 },
  /** As the bench measures it (`cost`). */
  variant: { seconds: 0.32, gb: 1.73 },
  inspection: { seconds: 0.5, gb: 1 },
  /** Looking after one account: three calls to a platform. */
  keeping: { seconds: 1.5, gb: 0.5 },
  logBytesPerCall: 600,
} as const

/** US East, without any free tier, in dollars (aws-facts, section 13; the rest from the price lists of 2026). */
export const PRICES = {
  gatewayRequest: 3.5e-6,
  lambdaCall: 0.2e-6,
  lambdaGbSecond: 0.0000133334,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  queueCall: 0.4e-6,
  /** A month of a person who signs in, in the stack's own user pool (Essentials, which passkeys need). */
  user: 0.015,
  schedule: 1e-6,
  bucketPut: 5e-6,
  bucketGet: 0.4e-6,
  kmsCall: 3e-6,
  logGb: 0.5,
  cdnGb: 0.085,
  cdnRequest: 1e-6,
  /** A month of each. */
  kmsKey: 1,
  /** A key is rotated once a year; each of the first two rotations costs as much again as the key, later ones nothing. */
  pricedRotations: 2,
  alarmMetric: 0.1,
  metric: 0.3,
  dashboard: 3,
} as const

/** Limits of an AWS account in a large region, where no smaller thing is named. */
export interface Quota {
  name: string
  limit: number
  unit: string
  raise: string
}

const QUOTAS = {
  gateway: { name: 'API Gateway requests', limit: 10_000, unit: '/s', raise: 'ask AWS for more requests a second' },
  lambda: {
    name: 'Lambda concurrency',
    limit: 1000,
    unit: 'at once',
    raise: 'ask AWS for more concurrent executions; tens of thousands are usual',
  },
  workers: {
    name: 'publish workers (`publishConcurrency`)',
    limit: 50,
    unit: 'at once',
    raise: 'set `publishConcurrency`, up to 1,000; it counts against the concurrency of Lambda',
  },
  mostWorkers: {
    name: 'workers of one queue (an event source of Lambda)',
    limit: 1000,
    unit: 'at once',
    raise:
      'a second publish queue with workers of its own, with owners spread over both by a hash (`dispatch.ts` sends, lib/publishing.ts has the queues); or more in hand: `batchSize` of the publish worker, with memory to match',
  },
  inFlight: {
    name: 'messages of a queue that are being worked on',
    limit: 120_000,
    unit: 'at once',
    raise: 'a second publish queue, as for the workers',
  },
  shared: {
    name: `shared usage plans (\`sharedPlans\`, ${SHARED_PLANS} buckets of ${SHARED_PER_SECOND.toLocaleString('en-US')})`,
    limit: SHARED_PLANS * SHARED_PER_SECOND,
    unit: '/s',
    raise:
      'set `sharedPlans`, up to 30, at a quiet time; and give the busiest owners keys by the operator’s command, which have plans of their own',
  },
  signIns: {
    name: 'sign-ins, Cognito',
    limit: 120,
    unit: '/s',
    raise: 'ask AWS for more (it costs), or set `signInIssuer` to another provider',
  },
  keys: {
    name: 'API Gateway keys',
    limit: 10_000,
    unit: 'keys',
    raise:
      'nothing to do: later keys go by shared ones (see there), and the exact limit of the functions holds each of them',
  },
  firing: {
    name: 'schedules that fire, EventBridge Scheduler',
    limit: 1000,
    unit: '/s',
    raise: 'ask AWS for more invocations a second; until then the rest fire seconds later',
  },
  schedules: {
    name: 'schedules that stand',
    limit: 10_000_000,
    unit: 'schedules',
    raise: 'ask AWS for more',
  },
  creating: {
    name: 'schedules that are made',
    limit: 1000,
    unit: '/s',
    raise: 'ask AWS for more; what cannot be made is found by the sweeper',
  },
  shards: {
    name: 'write units on the index by due time (8 parts of 1,000)',
    limit: 8000,
    unit: '/s',
    raise: 'raise `DUE_SHARDS` in core/table-keys/shape.ts while nothing is under way',
  },
  table: {
    name: 'write units of the table',
    limit: 40_000,
    unit: '/s',
    raise: 'ask AWS for a higher table limit, and warm the table before a known wave',
  },
  kms: { name: 'KMS calls', limit: 20_000, unit: '/s', raise: 'ask AWS for more cryptographic requests a second' },
  keeping: {
    name: 'accounts looked after in a day',
    // Six at a time in each of 8 shards, in 96 rounds of 210 seconds (5 minutes less what a call may take).
    limit: Math.floor((6 * 8 * 96 * 210) / ESTIMATED.keeping.seconds),
    unit: '/day',
    raise:
      'raise `AT_ONCE` in core/accounts/keep-accounts.ts, up to about 60, as nearly all of it is waiting (ten times as many); then a rule for each shard in lib/schedules.ts, so that eight functions share the round (eight times as many again), with more memory for each; then `SYNC_EVERY_MS`: profiles every 12 or 24 hours in place of 6',
  },
} as const satisfies Record<string, Quota>

const DAY = 86_400

/** The costs of a month for a number of owners, by purpose, largest first. */
export function monthOf(owners: number): CostRow[] {
  const a = ASSUMED
  const posts = (owners * a.postsPerDay * 30) / 1000
  const rows: CostRow[] = [
    { what: 'what stands without a request', dollars: totalOf(idleMonth()) },
    ...thousandPosts(a.accountsPerPost).map(({ what, dollars }) => ({ what, dollars: dollars * posts })),
    { what: 'requests that read', dollars: 30 * owners * a.readsPerDay * totalOf(oneRead()) },
    { what: 'looking after accounts', dollars: 30 * owners * a.accountsPerOwner * 4 * keepingCost() },
    { what: 'people who sign in (Cognito users)', dollars: owners * a.peoplePerOwner * PRICES.user },
  ]
  return rows.sort((x, y) => y.dollars - x.dollars)
}

export interface Size {
  owners: number
  requestsPerDay: number
  requestsPerSecondAtPeak: number
  postsPerDay: number
  publicationsPerDay: number
  writeUnitsPerDay: number
  messagesPerDay: number
  schedules: number
  /** Publications that fall due in the busiest minute. */
  busiestMinute: number
  /** How long the workers need for them, seconds. */
  busiestMinuteTakes: number
  use: (Quota & { needed: number; share: number })[]
  dollarsPerMonth: number
}

/** The service with so many owners. */
export function sizeOf(owners: number): Size {
  const a = ASSUMED
  const posts = owners * a.postsPerDay
  const uploads = owners * a.uploadsPerDay
  const reads = owners * a.readsPerDay
  const requests = posts + uploads + reads
  const publications = posts * a.accountsPerPost
  const scheduledPerDay = posts * a.scheduledShare
  const peak = (perDay: number) => (perDay / DAY) * a.requestPeak
  const firing = scheduledPerDay * a.busiestMinute
  const due = firing * a.accountsPerPost
  const writeUnits =
    posts * COUNTED.post.writeUnits +
    uploads * COUNTED.upload.writeUnits +
    reads * COUNTED.read.writeUnits +
    publications * COUNTED.publication.writeUnits
  const busyWorkers = ((due / 60) * ESTIMATED.publication.seconds) / SIDE_BY_SIDE
  const perSecondDue = due / 60
  const inRequests =
    peak(posts + reads) * ESTIMATED.request.seconds +
    peak(uploads) * (ESTIMATED.upload.seconds + ESTIMATED.inspection.seconds + ESTIMATED.variant.seconds)
  const needed: Record<keyof typeof QUOTAS, number> = {
    gateway: peak(requests),
    lambda: inRequests + Math.min(busyWorkers, QUOTAS.workers.limit),
    workers: busyWorkers,
    keys: owners,
    mostWorkers: busyWorkers,
    inFlight: Math.max(busyWorkers, 0) * SIDE_BY_SIDE,
    // As if all keys were made in the dashboard, which have no plan of their own.
    shared: peak(requests),
    signIns: peak(owners * a.peoplePerOwner * a.signInsPerDay),
    firing: firing / 60,
    schedules: scheduledPerDay * a.scheduledAhead,
    creating: peak(scheduledPerDay),
    // One that takes longer is moved in the index once a minute: out, and in again.
    shards: perSecondDue * (COUNTED.publication.dueUnits + 2),
    table:
      peak(writeUnits - publications * COUNTED.publication.writeUnits) + perSecondDue * COUNTED.publication.writeUnits,
    kms: perSecondDue * COUNTED.publication.passes,
    keeping: owners * a.accountsPerOwner * 4,
  }
  const use = (Object.keys(QUOTAS) as (keyof typeof QUOTAS)[])
    .map((key) => ({ ...QUOTAS[key], needed: needed[key], share: needed[key] / QUOTAS[key].limit }))
    .sort((x, y) => y.share - x.share)
  return {
    owners,
    requestsPerDay: requests,
    requestsPerSecondAtPeak: needed.gateway,
    postsPerDay: posts,
    publicationsPerDay: publications,
    writeUnitsPerDay: writeUnits,
    messagesPerDay: publications * COUNTED.publication.passes + uploads,
    schedules: needed.schedules,
    busiestMinute: due,
    busiestMinuteTakes: Math.max(60, (due * ESTIMATED.publication.seconds) / (QUOTAS.workers.limit * SIDE_BY_SIDE)),
    use,
    dollarsPerMonth: totalOf(monthOf(owners)),
  }
}

export interface CostRow {
  what: string
  dollars: number
}

export const totalOf = (rows: readonly CostRow[]): number => rows.reduce((sum, { dollars }) => sum + dollars, 0)

const compute = ({ seconds, gb }: { seconds: number; gb: number }, calls = 1): number =>
  calls * PRICES.lambdaCall + seconds * gb * PRICES.lambdaGbSecond

const logs = (calls: number): number => ((calls * ESTIMATED.logBytesPerCall) / 1e9) * PRICES.logGb

const keepingCost = (): number => compute(ESTIMATED.keeping, 0) + 4 * PRICES.writeUnit + PRICES.kmsCall

function oneRead(): CostRow[] {
  return [
    { what: 'API Gateway', dollars: PRICES.gatewayRequest },
    { what: 'Lambda', dollars: compute(ESTIMATED.request) },
    { what: 'table', dollars: COUNTED.read.writeUnits * PRICES.writeUnit + 2 * PRICES.readUnit },
    { what: 'logs', dollars: logs(2) },
  ]
}

/** 1,000 posts of one picture each, with uploading it: from the request to the link. */
export function thousandPosts(accountsPerPost = 1): CostRow[] {
  const each = accountsPerPost
  const { passes, writeUnits, readUnits } = COUNTED.publication
  const rows: CostRow[] = [
    { what: 'API Gateway: upload and post', dollars: 2 * PRICES.gatewayRequest },
    {
      what: 'Lambda: both requests, inspection, variant',
      dollars:
        compute(ESTIMATED.upload) +
        compute(ESTIMATED.request) +
        compute(ESTIMATED.inspection) +
        compute(ESTIMATED.variant),
    },
    { what: 'Lambda: publishing', dollars: each * compute(ESTIMATED.publication, passes) },
    {
      what: 'table',
      dollars:
        (COUNTED.upload.writeUnits + COUNTED.post.writeUnits + each * writeUnits) * PRICES.writeUnit +
        (each * readUnits + 10) * PRICES.readUnit,
    },
    // Sent, received and deleted.
    { what: 'queues', dollars: (each * passes + 1) * 3 * PRICES.queueCall },
    { what: 'schedules', dollars: ASSUMED.scheduledShare * PRICES.schedule },
    { what: 'tokens (KMS)', dollars: each * passes * PRICES.kmsCall },
    { what: 'bucket: original and variant', dollars: 2 * PRICES.bucketPut + 6 * PRICES.bucketGet },
    {
      what: 'CDN: the variant is made and fetched',
      dollars: (each + 1) * ((ASSUMED.variantBytes / 1e9) * PRICES.cdnGb + PRICES.cdnRequest),
    },
    { what: 'logs', dollars: logs(4 + each * passes * 2) },
  ]
  return rows.map(({ what, dollars }) => ({ what, dollars: dollars * 1000 }))
}

/** Costs that recur without any request. */
export const IDLE = {
  /** Runs in 30 days: the sweeper, the keeper, the summaries. */
  runs: 30 * 24 * (60 + 4 + 2),
  runSeconds: 0.3,
  runGb: 0.3,
  /** Queries of the sweeper in one run: 8 shards of what can be due. */
  sweepQueries: 32,
  queues: 3,
  /** A queue that a function reads from is asked by 5 pollers, each for 20 seconds at a time. */
  pollsPerQueue: (30 * 24 * 3600 * 5) / 20,
  alarmMetrics: 28,
} as const

export function idleMonth(): CostRow[] {
  const sweeps = 30 * 24 * 60
  return [
    { what: 'token key', dollars: PRICES.kmsKey },
    { what: 'its rotations, from the third year on', dollars: PRICES.pricedRotations * PRICES.kmsKey },
    { what: 'queues, asked all the time', dollars: IDLE.queues * IDLE.pollsPerQueue * PRICES.queueCall },
    { what: 'alarms', dollars: IDLE.alarmMetrics * PRICES.alarmMetric },
    { what: 'dashboard', dollars: PRICES.dashboard },
    { what: 'the metric of the sweeper', dollars: PRICES.metric },
    {
      what: 'recurring functions',
      dollars: IDLE.runs * compute({ seconds: IDLE.runSeconds, gb: IDLE.runGb }),
    },
    { what: 'looking for what is due', dollars: sweeps * IDLE.sweepQueries * 0.5 * PRICES.readUnit },
    { what: 'logs', dollars: logs(IDLE.runs * 4) },
  ]
}
