// What the service costs: standing still, for a thousand posts, and in a month of so many owners.
import { METRICS } from '../../core/contract.ts'
import { FAILURES } from '../../core/posts/rules/failures.ts'
import { ASSUMED, COUNTED, ESTIMATED, PRICES } from './assumptions.ts'

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
  /** Queries of the sweeper in one run: 8 shards of the index of due work. */
  sweepQueries: 32,
  queues: 3,
  /** A queue that a function reads from is asked by 5 pollers, each for 20 seconds at a time. */
  pollsPerQueue: (30 * 24 * 3600 * 5) / 20,
  alarmMetrics: 30,
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

/** Metrics beside that of the sweeper, at most: each reason of a failure has one of its own. */
const METRICS_IN_USE = Object.keys(METRICS).length - 1 + Object.keys(FAILURES).length

/** CloudWatch prices the hours in which something is written to a metric. */
const metricsCost = (publicationsPerDay: number): number =>
  METRICS_IN_USE * PRICES.metric * Math.min(1, publicationsPerDay / 24)

/** The costs of a month for a number of owners, by purpose, largest first. */
export function monthOf(owners: number): CostRow[] {
  const a = ASSUMED
  const posts = (owners * a.postsPerDay * 30) / 1000
  const rows: CostRow[] = [
    { what: 'what stands without a request', dollars: totalOf(idleMonth()) },
    ...thousandPosts(a.accountsPerPost).map(({ what, dollars }) => ({ what, dollars: dollars * posts })),
    { what: 'requests that read', dollars: 30 * owners * a.readsPerDay * totalOf(oneRead()) },
    { what: 'looking after accounts', dollars: 30 * owners * a.accountsPerOwner * 4 * keepingCost() },
    {
      what: 'metrics, with one for each reason of a failure',
      dollars: metricsCost(owners * a.postsPerDay * a.accountsPerPost),
    },
    { what: 'people who sign in (Cognito users)', dollars: owners * a.peoplePerOwner * PRICES.user },
  ]
  return rows.sort((x, y) => y.dollars - x.dollars)
}
