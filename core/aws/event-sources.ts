// Lambda's event sources: what hands a queue's messages to a worker. Switched off, the messages stay in the queue. Only
// operators' commands call it.
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ResourceInUseException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'

/** Switching takes AWS up to a minute. */
const SWITCH_MS = 3 * 60_000
const LOOK_MS = 1000

export interface EventSource {
  id: string
  /** As Lambda says it: `Enabled`, `Disabled`, and the states in between. */
  state: string
}

/** Whether it is switched off, or is being switched off. */
export const isOff = ({ state }: Pick<EventSource, 'state'>): boolean => state === 'Disabled' || state === 'Disabling'

async function within<T>(work: (lambda: LambdaClient) => Promise<T>): Promise<T> {
  const lambda = new LambdaClient({ maxAttempts: 3 })
  try {
    return await work(lambda)
  } finally {
    lambda.destroy()
  }
}

async function arnOf(queueUrl: string): Promise<string> {
  const sqs = new SQSClient({ maxAttempts: 3 })
  try {
    const reply = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }))
    return reply.Attributes?.QueueArn ?? ''
  } finally {
    sqs.destroy()
  }
}

/** The function that works off a queue. @throws {Error} when none does. */
export async function eventSourceOf(queueUrl: string): Promise<EventSource> {
  const arn = await arnOf(queueUrl)
  const { EventSourceMappings: [found] = [] } = await within((lambda) =>
    lambda.send(new ListEventSourceMappingsCommand({ EventSourceArn: arn })),
  )
  if (!found?.UUID) throw new Error(`No function reads the queue ${arn}.`)
  return { id: found.UUID, state: found.State ?? '' }
}

/** @returns whether it took the change: not while it is making another, as of a call that was broken off. */
const takesChange = async (lambda: LambdaClient, id: string, on: boolean): Promise<boolean> => {
  try {
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID: id, Enabled: on }))
    return true
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
  }
}

/**
 * Switches it, and waits until that has taken effect and workers have ended what they had begun.
 * @throws {Error} when it has not taken effect after some minutes.
 */
export async function switchEventSource(queueUrl: string, on: boolean): Promise<void> {
  const { id } = await eventSourceOf(queueUrl)
  const wanted = on ? 'Enabled' : 'Disabled'
  await within(async (lambda) => {
    let taken = false
    for (const until = Date.now() + SWITCH_MS; Date.now() < until; ) {
      taken ||= await takesChange(lambda, id, on)
      if (taken && (await lambda.send(new GetEventSourceMappingCommand({ UUID: id }))).State === wanted) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    throw new Error(`The event source ${id} is still not ${wanted.toLowerCase()}: call this again.`)
  })
}
