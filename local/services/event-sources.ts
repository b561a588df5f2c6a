// Lambda's pollers: read queues, call functions, delete what was worked off. What failed comes back after its
// visibility timeout, and after enough receives the queue's redrive policy makes it a dead letter.
import { z } from 'zod'
import { type DeliveryFaults, deliveryFaults } from '../aws-faults-delivery.ts'
import type { ForThoseWithout } from '../engines/fair-queues.ts'
import type { Ledger } from '../roles/ledger.ts'
import type { State } from '../state.ts'
import { read, type Template } from '../template.ts'
import { AwsError } from './aws-error.ts'
import { callEngine } from './call-engine.ts'
import { queueUrl } from './deliver.ts'
import { isThrottled } from './functions/outcome.ts'
import type { Functions } from './functions.ts'

const Mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.coerce.number().default(10),
  MaximumBatchingWindowInSeconds: z.coerce.number().default(0),
  Enabled: z.union([z.boolean(), z.stringbool()]).default(true),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().optional() }).optional(),
  FilterCriteria: z.never().optional(),
})

interface Message {
  MessageId: string
  ReceiptHandle: string
  Body: string
  MD5OfBody: string
  Attributes?: Record<string, string>
  MessageAttributes?: Record<string, { StringValue?: string; BinaryValue?: string; DataType: string }>
}

/** What Lambda does with a queue in the role of the function behind it. */
const CONSUMING = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

/** SQS gives at most so many messages at once. */
const RECEIVE_LIMIT = 10
const DEFAULT_VISIBILITY_SECONDS = 30
const WAIT_SECONDS = 20
/** A throttled batch is tried again after so long, then twice as long, and so on. */
const FIRST_BACK_OFF_MS = 100
const LONGEST_BACK_OFF_MS = 5000
/** After an engine's error, before it is asked again. */
const PAUSE_MS = 250
/** While all pollers are at work, how often a queue is looked at for groups of which none is. */
const SPARE_LOOK_MS = 200

const recordOf = (message: Message, arn: string, region: string) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue, BinaryValue, DataType }]) => [
      name,
      {
        stringValue: StringValue,
        binaryValue: BinaryValue,
        dataType: DataType,
        stringListValues: [],
        binaryListValues: [],
      },
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
  awsRegion: region,
})

/**
 * Which messages a function says it did not work off.
 * @returns undefined when the answer makes no sense; Lambda takes the whole batch as failed then.
 */
export function failedOf(payload: string, ids: readonly string[]): Set<string> | undefined {
  const answer = JSON.parse(payload) as { batchItemFailures?: unknown } | null
  const failures = answer?.batchItemFailures
  if (failures === undefined || failures === null) return new Set()
  if (!Array.isArray(failures)) return undefined
  const named = failures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier)
  return named.every((id): id is string => typeof id === 'string' && ids.includes(id)) ? new Set(named) : undefined
}

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

export function startEventSources(
  template: Template,
  functions: Functions,
  queues: string,
  ledger: Ledger,
  state: State,
  report: (line: string) => void,
  faults: DeliveryFaults = deliveryFaults(0),
): EventSources {
  const stopping = new AbortController()
  const { signal } = stopping

  const receive = async (
    url: string,
    most: number,
    waitSeconds: number,
    more: ForThoseWithout = {},
  ): Promise<Message[]> => {
    const { Messages } = await callEngine<{ Messages?: Message[] }>(
      queues,
      'AmazonSQS.ReceiveMessage',
      {
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(most, RECEIVE_LIMIT),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
        ...more,
      },
      signal,
    )
    return Messages ?? []
  }

  /** A batch as Lambda makes one: the available messages, and those that arrive within the window. */
  const nextBatch = async (url: string, size: number, windowSeconds: number): Promise<Message[]> => {
    const batch = await receive(url, size, WAIT_SECONDS)
    const until = Date.now() + windowSeconds * 1000
    while (batch.length > 0 && batch.length < size && Date.now() < until) {
      batch.push(
        ...(await receive(url, size - batch.length, Math.min(WAIT_SECONDS, Math.ceil((until - Date.now()) / 1000)))),
      )
    }
    return batch
  }

  /** A batch that is throttled is tried until the queue gives its messages to the next receiver. */
  const invokeInTime = async ({ FunctionName, EventSourceArn }: z.infer<typeof Mapping>, event: string) => {
    const seconds = Number(template.find(EventSourceArn)?.properties.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS)
    const until = Date.now() + seconds * 1000
    for (let wait = FIRST_BACK_OFF_MS; ; wait = Math.min(2 * wait, LONGEST_BACK_OFF_MS)) {
      const outcome = await functions.invoke(FunctionName, event)
      const pause = wait * (0.5 + Math.random() / 2)
      if (outcome.ok || !isThrottled(outcome) || signal.aborted || Date.now() + pause >= until) return outcome
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  /** The rest of a batch, where some messages come late. */
  const onTime = async (url: string, batch: Message[]): Promise<Message[]> => {
    const late = new Map(
      batch.map((message) => [message, faults.heldBack()] as const).filter(([, seconds]) => seconds > 0),
    )
    if (late.size > 0)
      await callEngine(queues, 'AmazonSQS.ChangeMessageVisibilityBatch', {
        QueueUrl: url,
        Entries: [...late].map(([{ ReceiptHandle }, VisibilityTimeout], at) => ({
          Id: String(at),
          ReceiptHandle,
          VisibilityTimeout,
        })),
      })
    return batch.filter((message) => !late.has(message))
  }

  const workOff = async (mapping: z.infer<typeof Mapping>, url: string, received: Message[]): Promise<void> => {
    const batch = await onTime(url, received)
    if (batch.length === 0) return
    const event = { Records: batch.map((message) => recordOf(message, mapping.EventSourceArn, template.region)) }
    // Two got the same message: one of them answers.
    if (faults.twice()) void functions.invoke(mapping.FunctionName, JSON.stringify(event)).catch(() => undefined)
    const outcome = await invokeInTime(mapping, JSON.stringify(event))
    if (!outcome.ok) return
    const failed = mapping.FunctionResponseTypes.includes('ReportBatchItemFailures')
      ? failedOf(
          outcome.payload,
          batch.map(({ MessageId }) => MessageId),
        )
      : new Set<string>()
    if (!failed) return report(`${mapping.FunctionName} answered with batch item failures that make no sense`)
    const done = batch.filter(({ MessageId }) => !failed.has(MessageId))
    if (done.length === 0) return
    await callEngine(queues, 'AmazonSQS.DeleteMessageBatch', {
      QueueUrl: url,
      Entries: done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle })),
    })
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  /** Does something over and over until the end; a fault is told, and then it goes on. */
  const keepOn = async (url: string, turn: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await turn()
      } catch (error) {
        if (signal.aborted) return
        report(`reading ${url.split('/').at(-1)} failed: ${(error as Error).message}`)
        await pause(PAUSE_MS)
      }
    }
  }

  /**
   * Reads a queue with as many pollers as this machine has processes for. On AWS there would be many more, so that a group whose
   * messages take long holds up no other: here spare ones take what belongs to groups of which nothing is being worked off.
   */
  const consume = (
    mapping: z.infer<typeof Mapping>,
    url: string,
    usual: number,
    spare: number,
    isOn: () => boolean,
  ) => {
    let busy = 0
    /** Receiving, or working off what was received. */
    let turns = 0
    /** One turn, unless it is switched off. */
    const turn = (run: () => Promise<void>) => async () => {
      if (!isOn()) return void (await pause(PAUSE_MS))
      turns += 1
      try {
        await run()
      } finally {
        turns -= 1
      }
    }
    const work = async (batch: Message[]): Promise<void> => {
      busy += 1
      try {
        await workOff(mapping, url, batch)
      } finally {
        busy -= 1
      }
    }
    const poll = async () => {
      const batch = await nextBatch(url, mapping.BatchSize, mapping.MaximumBatchingWindowInSeconds)
      if (batch.length > 0) await work(batch)
    }
    const look = async () => {
      const batch =
        busy >= usual && busy < usual + spare
          ? await receive(url, mapping.BatchSize, 0, { GroupsWithNoneOut: true })
          : []
      if (batch.length === 0) return void (await pause(SPARE_LOOK_MS))
      void work(batch).catch((error: Error) => report(`${mapping.FunctionName} was not called: ${error.message}`))
    }
    for (let poller = 0; poller < usual; poller += 1) void keepOn(url, turn(poll))
    if (spare > 0) void keepOn(url, turn(look))
    return { isBusy: () => turns > 0 || busy > 0 }
  }

  const switched = state.collection<{ on: boolean }>('event-sources')
  const sources = new Map<string, { arn: string; functionName: string; isOn(): boolean; isBusy(): boolean }>()

  for (const resource of template.resources('AWS::Lambda::EventSourceMapping')) {
    const mapping = read(resource, Mapping)
    if (!mapping.Enabled) continue
    const consuming = CONSUMING.map((action) => ({ action, resource: mapping.EventSourceArn }))
    const fn = template.find(mapping.FunctionName)
    // AWS makes no mapping for a function whose role cannot read the queue.
    if (!fn || !ledger.onBehalf(fn, consuming))
      throw new Error(`The role of ${mapping.FunctionName} does not allow it to work off ${mapping.EventSourceArn}.`)
    const url = queueUrl(template, queues, mapping.EventSourceArn)
    const most = mapping.ScalingConfig?.MaximumConcurrency ?? Infinity
    const processes = functions.processesOf(mapping.FunctionName)
    const usual = Math.min(most, processes.usual)
    const isOn = () => switched.get(resource.ref)?.on ?? true
    const { isBusy } = consume(mapping, url, usual, Math.min(most - usual, processes.spare), isOn)
    sources.set(resource.ref, { arn: mapping.EventSourceArn, functionName: mapping.FunctionName, isOn, isBusy })
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
