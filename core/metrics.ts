// Metrics of what users feel, written into the log in CloudWatch's embedded format: no request waits for a call to CloudWatch.
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { optionalSetting } from './config.ts'
import { ENV, METRIC_SERVICE, METRICS } from './contract.ts'

type Name = (typeof METRICS)[keyof typeof METRICS]

const UNITS: Partial<Record<Name, (typeof MetricUnit)[keyof typeof MetricUnit]>> = {
  [METRICS.dueToPublished]: MetricUnit.Seconds,
  [METRICS.oldestOverdue]: MetricUnit.Seconds,
  [METRICS.variantTime]: MetricUnit.Milliseconds,
}

interface Details {
  /** Makes it a metric of its own for each value, which costs: only what has few. */
  by?: Record<string, string>
  /** Found in the log beside the figures; never a metric of its own. */
  context?: Record<string, string>
}

let metrics: Metrics | undefined

/** Writes figures of one moment. Where the stack did not bind metrics nothing is written. */
export function measure(values: Partial<Record<Name, number>>, { by, context = {} }: Details = {}): void {
  const namespace = optionalSetting(ENV.metricsNamespace)
  if (!namespace) return
  metrics ??= new Metrics({ namespace, serviceName: METRIC_SERVICE })
  for (const [name, value] of Object.entries(values)) {
    metrics.addMetric(name, UNITS[name as Name] ?? MetricUnit.Count, value)
  }
  if (by) metrics.addDimensions(by)
  for (const [name, value] of Object.entries(context)) metrics.addMetadata(name, value)
  // Lambda drops lines by their level.
  metrics.addMetadata('level', 'INFO')
  metrics.publishStoredMetrics()
}
