// Limits that the service meets as it grows, and how each is raised.
import { SHARED_PER_SECOND } from '../../lib/usage-plans.ts'
import { ESTIMATED } from './assumptions.ts'

/** As `sharedPlans` is by default. */
const SHARED_PLANS = 8

/** Limits of an AWS account in a large region, where no smaller thing is named. */
export interface Quota {
  name: string
  limit: number
  unit: string
  raise: string
}

export const QUOTAS = {
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
