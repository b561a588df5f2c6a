// Lambda's event source mappings: which function works off which queue, and the API that shows, stops and resumes them.
import { z } from 'zod'
import { type DeliveryFaults, deliveryFaults } from '../aws-faults-delivery.ts'
import type { Ledger } from '../roles/ledger.ts'
import type { State } from '../state.ts'
import { read, type Template } from '../template.ts'
import { AwsError } from './aws-error.ts'
import { queueUrl } from './deliver.ts'
import type { QueueSource } from './event-sources/batches.ts'
import { startPollers } from './event-sources/pollers.ts'
import type { Functions } from './functions.ts'

// https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
const Mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.coerce.number().min(1).max(10_000).default(10),
  MaximumBatchingWindowInSeconds: z.coerce.number().min(0).max(300).default(0),
  Enabled: z.union([z.boolean(), z.stringbool()]).default(true),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().min(2).max(1000).optional() }).optional(),
  FilterCriteria: z.never().optional(),
})

/** What Lambda does with a queue in the role of the function behind it. */
const CONSUMING = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

const DEFAULT_VISIBILITY_SECONDS = 30
const DEFAULT_TIMEOUT_SECONDS = 3
/** A larger batch needs a window to be gathered in. */
const BATCH_WITHOUT_WINDOW = 10

/** A mapping as Lambda's API shows it. */
interface Shown {
  UUID: string
  EventSourceArn: string
  FunctionArn: string
  State: 'Enabled' | 'Disabling' | 'Disabled'
}

export interface EventSources {
  /** Those of a queue, or all. */
  list(queueArn?: string): Shown[]
  /** @throws {AwsError} when there is none of this id. */
  get(id: string): Shown
  /**
   * Kept over restarts, as everything that is not in the template.
   * @throws {AwsError} when there is none of this id, or it is still being switched off.
   */
  switch(id: string, on: boolean): Shown
  /** Receives nothing more; what is being worked off goes on. */
  stop(): void
}

/** @throws {Error} for a mapping that AWS would not make. */
export function startEventSources({
  template,
  functions,
  queues,
  ledger,
  state,
  report,
  faults = deliveryFaults(0),
}: {
  template: Template
  functions: Functions
  /** The address of the engine of the queues. */
  queues: string
  ledger: Ledger
  state: State
  report: (line: string) => void
  faults?: DeliveryFaults
}): EventSources {
  const stopping = new AbortController()
  const surroundings = { queues, functions, faults, report, signal: stopping.signal }
  const switched = state.collection<{ on: boolean }>('event-sources')
  const sources = new Map<string, { arn: string; functionName: string; isOn(): boolean; isBusy(): boolean }>()

  for (const resource of template.resources('AWS::Lambda::EventSourceMapping')) {
    const mapping = read(resource, Mapping)
    if (!mapping.Enabled) continue
    const { EventSourceArn: arn, FunctionName: functionName } = mapping
    const fn = template.find(functionName)
    const consuming = CONSUMING.map((action) => ({ action, resource: arn }))
    // AWS makes no mapping for a function whose role cannot read the queue.
    if (!fn || !ledger.onBehalf(fn, consuming))
      throw new Error(`The role of ${functionName} does not allow it to work off ${arn}.`)
    const visibilitySeconds = Number(template.find(arn)?.properties.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS)
    const timeoutSeconds = Number(fn.properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS)
    // A message would be given to another while it is still being worked off (services-sqs-configure).
    if (visibilitySeconds < timeoutSeconds)
      throw new Error(
        `${resource.id}: the queue's visibility timeout of ${visibilitySeconds} seconds is less than the function's timeout of ${timeoutSeconds}.`,
      )
    if (mapping.BatchSize > BATCH_WITHOUT_WINDOW && mapping.MaximumBatchingWindowInSeconds === 0)
      throw new Error(`${resource.id}: a batch of more than ${BATCH_WITHOUT_WINDOW} messages needs a batching window.`)
    const source: QueueSource = {
      arn,
      url: queueUrl(template, queues, arn),
      region: template.region,
      functionName,
      batchSize: mapping.BatchSize,
      windowSeconds: mapping.MaximumBatchingWindowInSeconds,
      visibilitySeconds,
      reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    }
    const most = mapping.ScalingConfig?.MaximumConcurrency ?? Infinity
    const processes = functions.processesOf(functionName)
    const usual = Math.min(most, processes.usual)
    const isOn = () => switched.get(resource.ref)?.on ?? true
    const pollers = { usual, spare: Math.min(most - usual, processes.spare) }
    const { isBusy } = startPollers(source, pollers, isOn, surroundings)
    sources.set(resource.ref, { arn, functionName, isOn, isBusy })
  }

  const get = (id: string): Shown => {
    const source = sources.get(id)
    if (!source) throw new AwsError(404, 'ResourceNotFoundException', `There is no event source mapping ${id}.`)
    const off = source.isBusy() ? 'Disabling' : 'Disabled'
    return {
      UUID: id,
      EventSourceArn: source.arn,
      FunctionArn: source.functionName,
      State: source.isOn() ? 'Enabled' : off,
    }
  }
  return {
    get,
    list: (arn) => [...sources.keys()].map(get).filter((one) => arn === undefined || one.EventSourceArn === arn),
    switch: (id, on) => {
      // AWS takes no change while it is making another.
      if (get(id).State === 'Disabling')
        throw new AwsError(
          400,
          'ResourceInUseException',
          'Cannot update the event source mapping because it is in use.',
        )
      switched.put(id, { on })
      return get(id)
    },
    stop: () => stopping.abort(),
  }
}
