// The alarms: the metric, the threshold, and the section of docs/operations.md that says what to do.
import { Aws, Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { METRICS } from '../core/contract.ts'
import { alarmName, sectionOf } from './alarm-names.ts'
import type { Settings } from './settings.ts'
import { ours, percentOf, sumOf, throttlesOf, type Watched, waiting } from './watched-metrics.ts'

export interface Watch {
  /** Name of the alarm, and of its section in docs/operations.md in kebab case. */
  name: string
  /** One line: its meaning, and the first thing to do. */
  runbook: string
  metric: IMetric
  threshold: number
  /** Minutes that the metric is summed up over. */
  minutes: number
  /** How missing data are treated. */
  silence?: TreatMissingData
}

/** Every alarm of the stack. */
export function watchesOf(settings: Settings, watched: Watched): Watch[] {
  const { stage, table, background } = watched
  const failed = ours(settings, METRICS.failed)
  return [
    {
      name: 'PublishFailures',
      runbook: `More than ${settings.alarmFailurePercent} % of publications failed. Look at the failures by reason on the dashboard.`,
      metric: percentOf(failed, 'parts + others', { others: ours(settings, METRICS.published) }, 5),
      threshold: settings.alarmFailurePercent,
      minutes: 15,
    },
    {
      name: 'OutcomesUnknown',
      runbook:
        'A post may be live or not, and no one can tell but its owner. Find it in the log and look at the account.',
      metric: ours(settings, METRICS.failed, Stats.SUM, { failure: 'outcome_unknown' }),
      threshold: 0,
      minutes: 15,
    },
    {
      name: 'OldestOverdue',
      runbook: `A publication is more than ${settings.alarmOverdueMinutes} minutes late, or the sweeper stands still. Look at the publish queue.`,
      metric: ours(settings, METRICS.oldestOverdue, Stats.MAXIMUM),
      threshold: settings.alarmOverdueMinutes * 60,
      minutes: 10,
      // The sweeper measures every minute: missing data mean that it does not run.
      silence: TreatMissingData.BREACHING,
    },
    {
      name: 'PublishDeadLetters',
      runbook:
        'Messages of the publish queue failed six times. Find the error, fix it, then: npm run admin -- publish redrive.',
      metric: waiting(watched.publishDeadLetters),
      threshold: 0,
      minutes: 5,
    },
    {
      name: 'InspectDeadLetters',
      runbook:
        'Uploads could not be inspected, so their width, height or duration is missing. Find the error in the log.',
      metric: waiting(watched.inspectDeadLetters),
      threshold: 0,
      minutes: 5,
    },
    {
      name: 'DeliverDeadLetters',
      runbook:
        'Messages of the webhook queue failed six times: the worker itself fails, not an address. Find the error.',
      metric: waiting(watched.deliverDeadLetters),
      threshold: 0,
      minutes: 5,
    },
    {
      name: 'ServerErrors',
      runbook:
        'More than 1 % of requests, and 5 or more, were answered with 5xx. Find their request ids in the access log.',
      metric: percentOf(
        stage.metricServerError({ statistic: Stats.SUM }),
        'requests',
        { requests: stage.metricCount() },
        5,
        ours(settings, METRICS.notAnswering),
      ),
      threshold: 1,
      minutes: 5,
    },
    {
      name: 'TokenRefreshFailures',
      runbook:
        'Tokens of accounts could not be refreshed; each is tried again every day until it expires. Or the keeper, which refreshes them, fails. Find out which ones and why.',
      metric: new MathExpression({
        // The keeper runs four times an hour: failing every time, it would never reach what FunctionErrors needs.
        expression: 'SUM([refused, keeper])',
        usingMetrics: {
          refused: ours(settings, METRICS.refreshFailures),
          keeper: new MathExpression({
            expression: `IF(errors >= 3, ${settings.alarmRefreshFailures}, 0)`,
            usingMetrics: { errors: watched.keeper.metricErrors({ statistic: Stats.SUM }) },
          }),
        },
      }),
      threshold: settings.alarmRefreshFailures - 1,
      minutes: 360,
    },
    {
      name: 'SignInFailures',
      runbook: 'Half of the people who sign in at the dashboard cannot: the provider fails, or refuses this service.',
      metric: percentOf(
        ours(settings, METRICS.signInFailures),
        'parts + others',
        {
          others: ours(settings, METRICS.signIns),
        },
        3,
      ),
      threshold: 50,
      minutes: 15,
    },
    {
      name: 'FunctionThrottles',
      runbook:
        'Functions of this AWS account and region were throttled: its concurrency is used up, or one has reached its own maximum.',
      // One concurrency for all functions of the account, so one figure for them all.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM }),
      threshold: 0,
      minutes: 5,
    },
    {
      name: 'TableThrottles',
      runbook: 'The table or an index of it refused reads or writes. Check whether one owner or key is hot.',
      metric: sumOf(throttlesOf(table)),
      threshold: 10,
      minutes: 5,
    },
    {
      name: 'FunctionErrors',
      runbook: 'A worker, a recurring task, the authorizer or the variant function fails. Find which on the dashboard.',
      metric: sumOf(background.map((fn) => fn.metricErrors({ statistic: Stats.SUM }))),
      threshold: 2,
      minutes: 15,
    },
  ]
}

const over = (metric: IMetric, minutes: number): IMetric => {
  const period = Duration.minutes(minutes)
  return metric instanceof Metric || metric instanceof MathExpression ? metric.with({ period }) : metric
}

export class Alarms extends Construct {
  readonly alarms: Alarm[]
  readonly topic: ITopic | undefined

  constructor(scope: Construct, id: string, { settings, watched }: { settings: Settings; watched: Watched }) {
    super(scope, id)
    this.topic = this.#topic(settings)
    this.alarms = watchesOf(settings, watched).map(({ name, runbook, metric, threshold, minutes, silence }) => {
      const alarm = new Alarm(this, name, {
        alarmName: alarmName(settings.stackName, name),
        alarmDescription: `${runbook} See docs/operations.md#${sectionOf(name)}`,
        metric: over(metric, minutes),
        threshold,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: 1,
        treatMissingData: silence ?? TreatMissingData.NOT_BREACHING,
      })
      if (this.topic) {
        alarm.addAlarmAction(new SnsAction(this.topic))
        alarm.addOkAction(new SnsAction(this.topic))
      }
      return alarm
    })
  }

  #topic({ alarmEmail, alarmTopicArn }: Settings): ITopic | undefined {
    if (alarmTopicArn) return Topic.fromTopicArn(this, 'Topic', alarmTopicArn)
    if (!alarmEmail) return undefined
    const topic = new Topic(this, 'Topic', { enforceSSL: true })
    topic.addSubscription(new EmailSubscription(alarmEmail))
    // This policy replaces the default one, which lets alarms of the account publish.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    )
    return topic
  }
}
