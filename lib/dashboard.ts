// The CloudWatch dashboard: first what users notice, then its causes.
import { Aws, Duration } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { METRICS } from '../core/contract.ts'
import type { Settings } from './settings.ts'
import { ours, tableMetric, throttlesOf, type Watched } from './watched-metrics.ts'

interface DashboardProps {
  settings: Settings
  watched: Watched & { queues: Record<string, Queue> }
  alarms: Alarm[]
}

const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: 8, height: 6, liveData: true })

export class Overview extends Construct {
  readonly url: string

  constructor(scope: Construct, id: string, { settings, watched, alarms }: DashboardProps) {
    super(scope, id)
    const { stage, table, background, queues } = watched
    // Dashboards are those of the account, in every region.
    const name = `${settings.stackName}-${Aws.REGION}`
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: name, defaultInterval: Duration.days(1) })
    const mine = (metric: (typeof METRICS)[keyof typeof METRICS], statistic?: string) =>
      ours(settings, metric, statistic)
    const lambda = (metricName: string, statistic: string) =>
      new Metric({ namespace: 'AWS/Lambda', metricName, statistic, label: `${metricName}, whole account` })
    const ofTable = (metricName: string) => tableMetric(table, metricName)
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 }))
    dashboard.addWidgets(
      graph('Accepted and published', [
        mine(METRICS.postsAccepted),
        mine(METRICS.publicationsAccepted),
        mine(METRICS.published),
        mine(METRICS.failed),
      ]),
      graph('Failed, by reason', [
        new MathExpression({
          // In quotes: a stage has a hyphen in it.
          expression: `SEARCH('{"${settings.stackName}",service,failure} MetricName="${METRICS.failed}"', 'Sum')`,
          usingMetrics: {},
          label: '',
        }),
      ]),
      graph(
        'Seconds from due to published; the most overdue',
        [mine(METRICS.dueToPublished, Stats.p(50)), mine(METRICS.dueToPublished, Stats.p(99))],
        [mine(METRICS.oldestOverdue, Stats.MAXIMUM)],
      ),
    )
    dashboard.addWidgets(
      graph(
        'Requests',
        [stage.metricCount()],
        [stage.metricClientError(), stage.metricServerError(), mine(METRICS.notAnswering)],
      ),
      graph('Milliseconds to an answer', [
        stage.metricLatency({ statistic: Stats.p(50) }),
        stage.metricLatency({ statistic: Stats.p(99) }),
      ]),
      graph('Making variants, milliseconds', [
        mine(METRICS.variantTime, Stats.p(50)),
        mine(METRICS.variantTime, Stats.p(99)),
      ]),
    )
    dashboard.addWidgets(
      graph(
        'Messages waiting',
        Object.entries(queues).map(([label, queue]) =>
          queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, label }),
        ),
      ),
      graph('Age of the oldest message, seconds', [
        ...Object.entries(queues).map(([label, queue]) =>
          queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, label }),
        ),
      ]),
      graph('Token refreshes that failed; webhooks switched off', [
        mine(METRICS.refreshFailures),
        mine(METRICS.webhooksSwitchedOff),
      ]),
      graph('People who signed in, and who could not', [mine(METRICS.signIns)], [mine(METRICS.signInFailures)]),
    )
    dashboard.addWidgets(
      graph(
        'Errors of functions in the background',
        background.map((fn) => fn.metricErrors({ label: fn.node.id })),
      ),
      graph('Functions at work and held back', [
        lambda('ConcurrentExecutions', Stats.MAXIMUM),
        lambda('Throttles', Stats.SUM),
      ]),
      graph('Table', [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')], throttlesOf(table)),
    )
    this.url = `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards/dashboard/${name}`
  }
}
