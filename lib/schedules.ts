// The recurring work: the sweeper, the account keeper, the usage summaries.
import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { Resources } from './bindings/parts.ts'
import { bind, type Use } from './bindings.ts'
import { AppFunction } from './function.ts'
import type { Settings } from './settings.ts'

interface RecurringWork {
  id: string
  bundle: string
  schedule: Schedule
  uses: readonly Exclude<Use, 'shared-usage-key'>[]
  memoryMb: number
  timeout: Duration
  /** Further tries of a run that failed, within minutes; 0 if left out. */
  tries?: number
}

export const RECURRING: readonly RecurringWork[] = [
  {
    id: 'Sweep',
    bundle: 'schedule-sweep',
    schedule: Schedule.rate(Duration.minutes(1)),
    uses: [
      'table:due',
      'table:get',
      'table:update',
      'table:delete',
      'publish-queue:send',
      'inspect-queue:send',
      'deliver-queue:send',
      'originals:delete',
      'variants:delete',
      'uploads:delete',
      'bucket:list',
      'notices:list',
      'people:list',
      'mail:send',
      'dashboard',
      'metrics',
    ],
    memoryMb: 256,
    timeout: Duration.seconds(50),
  },
  {
    id: 'KeepAccounts',
    bundle: 'schedule-keep-accounts',
    schedule: Schedule.rate(Duration.minutes(15)),
    uses: [
      'accounts:keep',
      'table:insights',
      'token:encrypt',
      'token:decrypt',
      'pictures:write',
      'pictures:delete',
      'platforms',
      'metrics',
    ],
    memoryMb: 512,
    timeout: Duration.minutes(5),
  },
  {
    id: 'SummarizeUsage',
    bundle: 'schedule-summarize-usage',
    // Often enough that a report never finds more than half an hour of single records.
    schedule: Schedule.cron({ minute: '10,40' }),
    uses: ['table:get', 'table:query', 'table:lists', 'table:put', 'table:update'],
    memoryMb: 512,
    timeout: Duration.minutes(15),
    // It runs too seldom for the alarm FunctionErrors, which needs three errors: one that goes on failing now has them.
    tries: 2,
  },
]

export class Schedules extends Construct {
  readonly functions: AppFunction[] = []
  /** The one that refreshes tokens. */
  readonly keeper: AppFunction

  constructor(
    scope: Construct,
    id: string,
    { settings, resources }: { settings: Settings; resources: Omit<Resources, 'sharedUsageKey'> },
  ) {
    super(scope, id)
    for (const { id: name, bundle, schedule, uses, memoryMb, timeout, tries = 0 } of RECURRING) {
      const fn = new AppFunction(this, name, { settings, bundle, memorySize: memoryMb, timeout })
      bind(fn, uses, resources)
      this.functions.push(fn)
      // A run that failed or could not be started is mostly not made up for: the next one finds all that is due. Both are said
      // twice, because EventBridge hands the event over, and Lambda itself then keeps it and would try three times.
      fn.configureAsyncInvoke({ retryAttempts: tries, maxEventAge: Duration.minutes(tries > 0 ? 10 : 1) })
      new Rule(this, `${name}Rule`, {
        schedule,
        targets: [new LambdaFunction(fn, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
      })
    }
    this.keeper = this.functions[RECURRING.findIndex(({ id }) => id === 'KeepAccounts')]!
  }
}
