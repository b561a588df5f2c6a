// Switching an event source, as Lambda answers: it takes no change while it is still making the one before.
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ResourceInUseException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { switchEventSource } from '../../../core/aws/event-sources.ts'

const lambda = mockClient(LambdaClient)
const sqs = mockClient(SQSClient)
const inUse = () =>
  new ResourceInUseException({
    Message: 'Cannot update the event source mapping because it is in use.',
    $metadata: { httpStatusCode: 400 },
  } as unknown as ConstructorParameters<typeof ResourceInUseException>[0])

beforeEach(() => {
  vi.useFakeTimers()
  lambda.reset()
  sqs.reset()
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { QueueArn: 'arn:queue' } })
  lambda.on(ListEventSourceMappingsCommand).resolves({ EventSourceMappings: [{ UUID: 'one', State: 'Disabling' }] })
  lambda.on(GetEventSourceMappingCommand).resolves({ State: 'Enabled' })
})
afterEach(() => {
  vi.useRealTimers()
})

const passing = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  return work
}

it('it is switched on again while switching it off is still under way', async () => {
  lambda.on(UpdateEventSourceMappingCommand).rejectsOnce(inUse()).rejectsOnce(inUse()).resolves({})
  await passing(switchEventSource('queue', true))
  expect(lambda.commandCalls(UpdateEventSourceMappingCommand).map(({ args }) => args[0].input)).toEqual(
    Array(3).fill({ UUID: 'one', Enabled: true }),
  )
})

it('one that never gets free is told in words', async () => {
  lambda.on(UpdateEventSourceMappingCommand).rejects(inUse())
  await expect(passing(switchEventSource('queue', true))).rejects.toThrow('The event source one is still not enabled')
})

it('another refusal is told at once', async () => {
  lambda.on(UpdateEventSourceMappingCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))
  await expect(passing(switchEventSource('queue', true))).rejects.toThrow('no')
  expect(lambda.commandCalls(UpdateEventSourceMappingCommand)).toHaveLength(1)
})
