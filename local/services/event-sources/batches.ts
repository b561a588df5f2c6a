// What Lambda does with the messages of a queue: it makes batches of them, calls the function, and deletes what was worked off.
import type { DeliveryFaults } from '../../aws-faults-delivery.ts'
import type { ForThoseWithout } from '../../engines/fair-queues.ts'
import { callEngine } from '../call-engine.ts'
import { isThrottled } from '../functions/outcome.ts'
import type { Functions } from '../functions.ts'

/** A queue with a function behind it. */
export interface QueueSource {
  arn: string
  url: string
  region: string
  functionName: string
  batchSize: number
  windowSeconds: number
  /** How long the queue keeps a received message from other receivers. */
  visibilitySeconds: number
  /** Whether the function's answer names the messages that it did not work off. */
  reportsFailures: boolean
}

/** The parts of the local run that all event sources work with. */
export interface Surroundings {
  /** The address of the engine of the queues. */
  queues: string
  functions: Pick<Functions, 'invoke'>
  faults: DeliveryFaults
  report: (line: string) => void
  /** Aborted at the end of the run. */
  signal: AbortSignal
}

interface Message {
  MessageId: string
  ReceiptHandle: string
  Body: string
  MD5OfBody: string
  Attributes?: Record<string, string>
  MessageAttributes?: Record<string, { StringValue?: string; BinaryValue?: string; DataType: string }>
}

export interface Batches {
  /** The available messages, and those that arrive within the window. Waits for the first. */
  next(): Promise<Message[]>
  /** Messages of groups of which nothing is being worked off, without waiting. */
  ofIdleGroups(): Promise<Message[]>
  workOff(batch: Message[]): Promise<void>
}

/** SQS gives at most so many messages at once. */
const RECEIVE_LIMIT = 10
const WAIT_SECONDS = 20
/** A throttled batch is tried again after so long, then twice as long, and so on. */
const FIRST_BACK_OFF_MS = 100
const LONGEST_BACK_OFF_MS = 5000

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

export function batchesOf(source: QueueSource, { queues, functions, faults, report, signal }: Surroundings): Batches {
  const { url, functionName, batchSize } = source

  const receive = async (most: number, waitSeconds: number, more: ForThoseWithout = {}): Promise<Message[]> => {
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

  const next = async (): Promise<Message[]> => {
    const batch = await receive(batchSize, WAIT_SECONDS)
    const until = Date.now() + source.windowSeconds * 1000
    while (batch.length > 0 && batch.length < batchSize && Date.now() < until) {
      batch.push(
        ...(await receive(batchSize - batch.length, Math.min(WAIT_SECONDS, Math.ceil((until - Date.now()) / 1000)))),
      )
    }
    return batch
  }

  /** A batch that is throttled is tried until the queue gives its messages to the next receiver. */
  const invokeInTime = async (event: string) => {
    const until = Date.now() + source.visibilitySeconds * 1000
    for (let wait = FIRST_BACK_OFF_MS; ; wait = Math.min(2 * wait, LONGEST_BACK_OFF_MS)) {
      const outcome = await functions.invoke(functionName, event)
      const pause = wait * (0.5 + Math.random() / 2)
      if (outcome.ok || !isThrottled(outcome) || signal.aborted || Date.now() + pause >= until) return outcome
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  /** The rest of a batch, where some messages come late. */
  const onTime = async (batch: Message[]): Promise<Message[]> => {
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

  const workOff = async (received: Message[]): Promise<void> => {
    const batch = await onTime(received)
    if (batch.length === 0) return
    const event = JSON.stringify({ Records: batch.map((message) => recordOf(message, source.arn, source.region)) })
    // Two got the same message: one of them answers.
    if (faults.twice()) void functions.invoke(functionName, event).catch(() => undefined)
    const outcome = await invokeInTime(event)
    if (!outcome.ok) return
    const failed = source.reportsFailures
      ? failedOf(
          outcome.payload,
          batch.map(({ MessageId }) => MessageId),
        )
      : new Set<string>()
    if (!failed) return report(`${functionName} answered with batch item failures that make no sense`)
    const done = batch.filter(({ MessageId }) => !failed.has(MessageId))
    if (done.length === 0) return
    await callEngine(queues, 'AmazonSQS.DeleteMessageBatch', {
      QueueUrl: url,
      Entries: done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle })),
    })
  }

  return { next, ofIdleGroups: () => receive(batchSize, 0, { GroupsWithNoneOut: true }), workOff }
}
