// A simulated run of months: the service's own decisions and stores, on a table, queues, schedules and platforms in memory.
import sharp from 'sharp'
import { ENV } from '../../../core/contract.ts'
import { PRICES } from '../../../scripts/scaling/assumptions.ts'
import { Clock } from './clock.ts'
import { CDN, FakeWeb } from './fake-web.ts'
import { type Flatness, flatness } from './flatness.ts'
import { Ledger } from './ledger.ts'
import { contextOf, MemoryAws } from './memory-aws.ts'
import { MemoryTable } from './memory-table.ts'
import { rememberInflation } from './remembered-inflation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface SoakOptions {
  /** Unix ms of a UTC day. */
  from: number
  days: number
  accounts: number
  posts: number
  seed: number
  progress(line: string): void
}

/** One month of the run, or what there is of it. */
export interface Month {
  name: string
  days: number
  posts: number
  publications: number
  rows: number
  /** Rows that end by themselves. */
  expiring: number
  tableMb: number
  /** Rows that were deleted in it, without those that expired. */
  deletedMb: number
  /** The memory of this process after garbage collection, with the table in it. */
  heapMb: number
  schedules: number
  objects: number
  dueIndex: number
  dollars: number
  /** The figures of the cost per post. */
  writeUnitsPerPost: number
  /** Of them, those of deletions. */
  deleteUnitsPerPost: number
  readUnitsPerPost: number
  dollarsPerThousandPosts: number
  longestOpenHours: number
  seconds: number
  kinds: Record<string, number>
  /** Write units a post by the kind of row that was written. */
  written: Record<string, number>
}

export interface SoakResult {
  months: Month[]
  flatness: Flatness
  breaches: readonly string[]
  totals: Ledger['totals']
  ends: Record<string, number>
  refusals: Record<string, number>
  renewals: number
  platformCalls: number
  tableCalls: number
  expired: number
  seconds: number
}

const PUBLISH_QUEUE = 'https://queue.test/publish'
const INSPECT_QUEUE = 'https://queue.test/inspect'
const DELIVER_QUEUE = 'https://queue.test/deliver'

/** A month of a GB in the table, US East. */
const TABLE_GB = 0.25
/** An owner leaves, and another comes. */
const LEAVING_EVERY_DAYS = 45
/** Breaches that end the run: more would say the same. */
const MOST_BREACHES = 50

/** The time of the machine, which the run does not stop. */
const seconds = (() => {
  const { hrtime } = process
  return () => Number(hrtime.bigint() / 1_000_000n) / 1000
})()

export async function runSoak({ from, days, accounts, posts, seed, progress }: SoakOptions): Promise<SoakResult> {
  const began = seconds()
  // Errors are usual here, and nobody reads their stack traces.
  Error.stackTraceLimit = 0
  const picture = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#336699' } })
    .jpeg({ quality: 40 })
    .toBuffer()
  // A plain object: the process looks each name of its own environment up again, and functions read theirs at every call.
  process.env = {
    ...process.env,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    ...{ POWERTOOLS_LOG_LEVEL: 'SILENT', [ENV.logLevel]: 'SILENT' },
    ...{ [ENV.table]: 'soak', [ENV.mediaBucket]: 'media', [ENV.cdnUrl]: CDN, [ENV.tokenKey]: 'key' },
    ...{ [ENV.publishQueue]: PUBLISH_QUEUE, [ENV.inspectQueue]: INSPECT_QUEUE, [ENV.deliverQueue]: DELIVER_QUEUE },
    ...{ [ENV.scheduleGroup]: 'posts', [ENV.publishQueueArn]: 'arn:queue', [ENV.scheduleRoleArn]: 'arn:role' },
    [ENV.publishPollMs]: '3000',
  }
  const clock = new Clock(from, seed)
  const table = new MemoryTable()
  const aws = new MemoryAws(clock)
  const ledger = new Ledger()
  clock.install()
  new FakeWeb(aws, picture, clock.chance).install()
  table.install()
  aws.install(PUBLISH_QUEUE)
  rememberInflation()

  // The service, on this clock.
  const [
    { FakePlatforms },
    { ACCOUNTS_PER_OWNER, Customers },
    { Checks, endsByItself },
    publish,
    inspect,
    deliver,
    sweep,
    keep,
    sum,
  ] = await Promise.all([
    import('./fake-connectors.ts'),
    import('./customers.ts'),
    import('./checks.ts'),
    import('../../../functions/workers/publish.ts'),
    import('../../../functions/workers/inspect.ts'),
    import('../../../functions/workers/deliver.ts'),
    import('../../../functions/schedules/sweep.ts'),
    import('../../../functions/schedules/keep-accounts.ts'),
    import('../../../functions/schedules/summarize-usage.ts'),
    import('../../../core/posts/options-and-slots.ts'),
  ])
  const { duePublications, dueInspections, dueUploads, dueDeliveries, sortable } = await import(
    '../../../core/table-keys.ts'
  )
  const platforms = new FakePlatforms(clock, {
    published: ({ external_id }, marker, at) => ledger.published(marker, external_id, at),
    deleted: ({ external_id }, marker) => ledger.deleted(marker, external_id),
    breach: (what) => ledger.breach(what),
  })
  await platforms.install()
  const worker = { timeoutMs: 60_000, visibilityMs: 6 * 60_000 }
  aws.serve(PUBLISH_QUEUE, { handler: publish.handler as never, ...worker })
  aws.serve(DELIVER_QUEUE, { handler: deliver.handler as never, ...worker })
  aws.serve(INSPECT_QUEUE, { handler: inspect.handler as never, ...worker, holds: true })

  const owners = Math.max(1, Math.round(accounts / ACCOUNTS_PER_OWNER))
  const world = { clock, aws, ledger, platforms, picture }
  const customers = new Customers(world, { owners, postsPerDay: posts / days })
  const checks = new Checks(world, table, customers)

  const every = (ms: number, offset: number, work: () => Promise<unknown>) => {
    const next = () => {
      aws.calls.lambda += 1
      clock.begin(work)
      clock.at(clock.now + ms, next)
    }
    clock.at(from + offset, next)
  }
  const swept = [duePublications, dueInspections, dueUploads, dueDeliveries].map(({ prefix }) => prefix)
  // A sweep that would find nothing reads its empty shards and is left out, but for one an hour.
  every(MINUTE, 0, async () => {
    if (clock.now % HOUR === 0 || table.isDue(swept, sortable(clock.now))) await sweep.handler()
    else table.figures.readUnits += 0.5 * 33
  })
  every(15 * MINUTE, 7_000, () => keep.handler(undefined, contextOf(clock, 5 * MINUTE)))
  every(HOUR / 2, 10 * MINUTE, () => sum.handler({} as never, contextOf(clock, 15 * MINUTE)))
  every(HOUR, 30 * MINUTE, async () => table.expire(Math.floor(clock.now / HOUR) - 24))

  customers.open()
  const months: Month[] = []
  let last = {
    ...table.figures,
    written: { ...table.figures.written },
    ...aws.calls,
    posts: 0,
    publications: 0,
    seconds: began,
    at: from,
    longest: 0,
  }
  const closeMonth = () => {
    const kinds = checks.monthly()
    globalThis.gc?.()
    const { figures } = table
    const { calls } = aws
    const made = ledger.totals.accepted - last.posts
    const share = (clock.now - last.at) / (30 * DAY)
    const writes = figures.writeUnits - last.writeUnits
    const reads = figures.readUnits - last.readUnits
    const dollars =
      writes * PRICES.writeUnit +
      reads * PRICES.readUnit +
      (figures.bytes / 1e9) * TABLE_GB * share +
      (calls.queue - last.queue) * PRICES.queueCall +
      (calls.schedule - last.schedule) * PRICES.schedule +
      (calls.key - last.key) * PRICES.kmsCall +
      (calls.bucketPut - last.bucketPut) * PRICES.bucketPut +
      (calls.bucketGet - last.bucketGet) * PRICES.bucketGet +
      (calls.lambda - last.lambda) * PRICES.lambdaCall
    const now = seconds()
    months.push({
      name: new Date(last.at).toISOString().slice(0, 7),
      days: (clock.now - last.at) / DAY,
      posts: made,
      publications: ledger.totals.publications - last.publications,
      rows: figures.rows,
      expiring: Object.entries(kinds).reduce((sum, [kind, count]) => sum + (endsByItself(kind) ? count : 0), 0),
      tableMb: figures.bytes / 1e6,
      deletedMb: (figures.deletedBytes - last.deletedBytes) / 1e6,
      heapMb: process.memoryUsage().heapUsed / 1e6,
      schedules: aws.schedules.size,
      objects: aws.objects.size,
      dueIndex: [...table.due()].length,
      dollars,
      writeUnitsPerPost: writes / Math.max(1, made),
      deleteUnitsPerPost: (figures.deleteUnits - last.deleteUnits) / Math.max(1, made),
      readUnitsPerPost: reads / Math.max(1, made),
      dollarsPerThousandPosts: (1000 * dollars) / Math.max(1, made),
      longestOpenHours: last.longest / HOUR,
      seconds: now - last.seconds,
      kinds,
      written: Object.fromEntries(
        Object.entries(figures.written).map(([kind, units]) => [
          kind,
          (units - (last.written[kind] ?? 0)) / Math.max(1, made),
        ]),
      ),
    })
    const { accepted, publications } = ledger.totals
    last = {
      ...figures,
      written: { ...figures.written },
      ...calls,
      posts: accepted,
      publications,
      seconds: now,
      at: clock.now,
      longest: 0,
    }
  }

  for (let hour = 0; hour < days * 24; hour += 1) {
    const begins = from + hour * HOUR
    // On the first day the owners come before they do anything.
    if (hour === 1) customers.planDay()
    if (hour % 24 === 0 && hour > 0) {
      const day = new Date(begins)
      if (day.getUTCDate() === 1) closeMonth()
      customers.planDay()
      if ((hour / 24) % LEAVING_EVERY_DAYS === 0)
        clock.begin(async () => {
          const gone = await customers.replaceOne()
          if (gone) checks.gone(gone)
        })
      const { accepted } = ledger.totals
      progress(
        `${day.toISOString().slice(0, 10)}  ${accepted} posts, ${table.figures.rows} rows, ${ledger.breaches.length} breaches`,
      )
    }
    await clock.run(begins + HOUR)
    await checks.hourly()
    last.longest = Math.max(last.longest, checks.longest)
    if (ledger.breaches.length >= MOST_BREACHES) break
  }
  closeMonth()
  const flat = flatness(months)
  return {
    months,
    flatness: flat,
    breaches: [...ledger.breaches, ...flat.breaches],
    totals: ledger.totals,
    ends: ledger.ends,
    refusals: ledger.refusals,
    renewals: platforms.renewals,
    platformCalls: platforms.calls,
    tableCalls: table.figures.calls,
    expired: table.figures.expired,
    seconds: seconds() - began,
  }
}
