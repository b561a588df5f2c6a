// The metrics of the alarms and the CloudWatch dashboard.
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { METRIC_SERVICE, type METRICS, TABLE } from '../core/contract.ts'
import type { Settings } from './settings.ts'

/** The resources whose metrics are watched. */
export interface Watched {
  stage: Stage
  table: Table
  publishDeadLetters: Queue
  inspectDeadLetters: Queue
  deliverDeadLetters: Queue
  /** Refreshes tokens, four times an hour. */
  keeper: LambdaFunction
  /** Functions whose errors the gateway does not show. */
  background: readonly LambdaFunction[]
}

/** A metric of ours, summed up over the stack. */
export const ours = (
  settings: Settings,
  name: (typeof METRICS)[keyof typeof METRICS],
  statistic: string = Stats.SUM,
  dimensions: Record<string, string> = {},
): Metric =>
  new Metric({
    namespace: settings.stackName,
    metricName: name,
    dimensionsMap: { service: METRIC_SERVICE, ...dimensions },
    statistic,
  })

/** A metric of the table, or of one of its indexes, which are counted apart. */
export const tableMetric = (table: Table, metricName: string, index?: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, ...(index ? { GlobalSecondaryIndexName: index } : {}) },
    statistic: Stats.SUM,
    ...(index ? { label: `${metricName}, ${index}` } : {}),
  })

/** Reads and writes that the table and its indexes refused. */
export const throttlesOf = (table: Table): Metric[] =>
  [undefined, TABLE.byOwner.name, TABLE.byDue.name].flatMap((index) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => tableMetric(table, name, index)),
  )

/**
 * A share in percent, if there are at least so many cases: one failure among few raises no alarm.
 * @param except cases that do not count; mostly there are none, and then it has no figure.
 */
export function percentOf(
  parts: IMetric,
  all: string,
  others: Record<string, IMetric>,
  atLeast: number,
  except?: IMetric,
): MathExpression {
  const cases = except ? '(parts - FILL(except, 0))' : 'parts'
  return new MathExpression({
    expression: `IF(${cases} >= ${atLeast}, 100 * ${cases} / (${all}), 0)`,
    usingMetrics: { parts, ...others, ...(except ? { except } : {}) },
  })
}

/** Also where some of them have measured nothing. */
export const sumOf = (metrics: readonly IMetric[]): MathExpression => {
  const named = Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric]))
  return new MathExpression({ expression: `SUM([${Object.keys(named).join(', ')}])`, usingMetrics: named })
}

export const waiting = (queue: Queue): Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM })
