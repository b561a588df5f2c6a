// Queues and what reads them: batches, failures, dead letters, deliveries. On the real engine, with real functions.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fairest, haveFairQueues } from '../../../local/engines/fair-queues.ts'
import type { JsonObject } from '../../../local/intrinsics.ts'
import { createLedger } from '../../../local/roles/ledger.ts'
import { createAsyncInvoke } from '../../../local/services/async-invoke.ts'
import { callEngine } from '../../../local/services/call-engine.ts'
import { createDeliver } from '../../../local/services/deliver.ts'
import { makeResources } from '../../../local/services/engine-resources.ts'
import type { Engines } from '../../../local/services/engines.ts'
import { failedOf } from '../../../local/services/event-sources/batches.ts'
import { type EventSources, startEventSources } from '../../../local/services/event-sources.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { openState, type State } from '../../../local/state.ts'
import { modelOf } from '../../../local/template.ts'
import { type Assembly, getAtt, runFunctions, writeAssembly } from './mini-assembly.ts'

const queue = (more: JsonObject = {}) => ({ Type: 'AWS::SQS::Queue', Properties: more })
const mapping = (source: string, target: string, more: JsonObject = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: getAtt(source, 'Arn'), FunctionName: { Ref: target }, ...more },
})
/** A function's role that may work off these queues. */
const consumer = (...ids: string[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    Policies: [
      {
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
              Resource: ids.map((id) => getAtt(id, 'Arn')),
            },
          ],
        },
      },
    ],
  },
})
const as = (role: string) => ({ Type: '', Properties: { Role: getAtt(role, 'Arn') } })
/** One whose calls go on for as long as a test wants. */
const patient = () => ({ Type: '', Properties: { ...as('Consumer').Properties, Timeout: 60 } })
/** Longer than any test waits: a message that failed comes back when a test says so, not sooner on a busy machine. */
const redrive = (to: string) => ({
  VisibilityTimeout: 120,
  RedrivePolicy: { deadLetterTargetArn: getAtt(to, 'Arn'), maxReceiveCount: 2 },
})

/** Tells what it got; fails what says that it should. */
const WORKER = `
export const handler = async ({ Records }) => {
  const failures = []
  for (const record of Records) {
    const { say, fail } = JSON.parse(record.body)
    console.log('got ' + say + ' ' + record.attributes.ApproximateReceiveCount + ' of ' + Records.length + ' ' + record.eventSourceARN)
    if (fail) failures.push({ itemIdentifier: record.messageId })
  }
  return { batchItemFailures: failures }
}`
/** Goes on when a file is there, if its message names one. */
const WAITING = `
import { existsSync } from 'node:fs'
export const handler = async ({ Records }) => {
  await Promise.all(Records.map(async ({ body, attributes }) => {
    const { say, until } = JSON.parse(body)
    console.log('began ' + say)
    while (until && !existsSync(until)) await new Promise((resolve) => setTimeout(resolve, 20))
    console.log('ended ' + say + ' of ' + attributes.MessageGroupId)
  }))
}`
const THROWING = `export const handler = async ({ Records }) => { console.log('tried ' + Records[0].body); throw new Error('no') }`

let engine: FauxqsServer
let assembly: Assembly
let functions: Functions & { reports: string[] }
let sources: EventSources
let state: State
let queues: string
const reports: string[] = []

const urlOf = (id: string) => `${queues}/000000000000/Mini-${id}`
const send = (id: string, body: unknown) =>
  callEngine(queues, 'AmazonSQS.SendMessage', { QueueUrl: urlOf(id), MessageBody: JSON.stringify(body) })
const waiting = (id: string) => engine.inspectQueue(`Mini-${id}`)!.messages
/** As if the visibility timeout of the one message that is being worked off had passed. */
const comeBack = (id: string) =>
  callEngine(queues, 'AmazonSQS.ChangeMessageVisibility', {
    QueueUrl: urlOf(id),
    ReceiptHandle: waiting(id).inflight[0]!.receiptHandle,
    VisibilityTimeout: 0,
  })
const logOf = async (id: string) => {
  return readFileSync(`${assembly.folder}/logs/Mini-${id}.log`, 'utf8')
}

beforeAll(async () => {
  await haveFairQueues()
  engine = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  queues = `http://127.0.0.1:${engine.port}`
  assembly = writeAssembly(
    {
      Consumer: consumer('Work', 'Throws', 'Batched', 'Shared', 'Wide'),
      Slow: patient(),
      Waiting: patient(),
      Worker: as('Consumer'),
      Throwing: as('Consumer'),
      Batching: as('Consumer'),
      // Before the queue that its dead letters go to.
      Work: queue(redrive('Dead')),
      Dead: queue(),
      Throws: queue(redrive('ThrowsDead')),
      ThrowsDead: queue(),
      Batched: queue(),
      Free: queue({ DelaySeconds: 0 }),
      Shared: queue({ VisibilityTimeout: 120 }),
      Wide: queue({ VisibilityTimeout: 120 }),
      WorkSource: mapping('Work', 'Worker', { BatchSize: 1, FunctionResponseTypes: ['ReportBatchItemFailures'] }),
      ThrowsSource: mapping('Throws', 'Throwing', { BatchSize: 1 }),
      // Two at a time, so that three are a backlog.
      SharedSource: mapping('Shared', 'Slow', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }),
      WideSource: mapping('Wide', 'Waiting', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 20 } }),
      BatchedSource: mapping('Batched', 'Batching', {
        BatchSize: 5,
        MaximumBatchingWindowInSeconds: 2,
        ScalingConfig: { MaximumConcurrency: 2 },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      }),
    },
    { Slow: WAITING, Waiting: WAITING, Worker: WORKER, Throwing: THROWING, Batching: WORKER },
  )
  const engines = { queues, objects: queues, dynamodb: '' } as Engines
  await makeResources(assembly.template, engines)
  functions = runFunctions(assembly)
  state = openState(join(assembly.folder, 'state'), false)
  sources = startEventSources({
    template: assembly.template,
    functions,
    queues,
    ledger: createLedger(assembly.template, (line) => reports.push(line)),
    state,
    report: (line) => reports.push(line),
  })
})

afterAll(async () => {
  sources.stop()
  state.close()
  await functions.stop(0)
  await engine.stop()
  assembly.remove()
})

describe('a queue with a function behind it', () => {
  it('is left alone while its event source is switched off, and then worked off', {
    tags: 'deep',
    timeout: 40_000,
  }, async () => {
    const [source] = sources.list(assembly.template.find('Work')!.arn)
    expect(source).toMatchObject({ UUID: 'Mini-WorkSource', State: 'Enabled' })
    sources.switch(source!.UUID, false)
    // A caller that asked the queue before may still get a message.
    await expect.poll(() => sources.get('Mini-WorkSource').State).toBe('Disabled')
    await send('Work', { say: 'later' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(waiting('Work').ready).toHaveLength(1)
    sources.switch(source!.UUID, true)
    await expect.poll(() => logOf('Worker')).toContain('got later')
    expect(() => sources.get('Nothing')).toThrow('no event source mapping')
  })

  it('is worked off', async () => {
    await send('Work', { say: 'hello' })
    await expect.poll(() => logOf('Worker')).toContain(`got hello 1 of 1 ${assembly.template.find('Work')!.arn}`)
    await expect.poll(() => waiting('Work')).toMatchObject({ ready: [], inflight: [] })
  })

  it('gets back what failed, after its visibility timeout, until it is a dead letter', async () => {
    await send('Work', { say: 'never', fail: true })
    await expect.poll(() => logOf('Worker')).toContain('got never 1 ')
    await comeBack('Work')
    await expect.poll(() => logOf('Worker')).toContain('got never 2 ')
    await comeBack('Work')
    await expect.poll(() => waiting('Dead').ready.length).toBe(1)
    expect(await logOf('Worker')).not.toContain('got never 3 ')
  })

  it('is fair: what one owner has waiting holds up nobody else', async () => {
    const until = join(assembly.folder, 'all-are-there')
    const give = (group: string, says: string[]) =>
      callEngine(queues, 'AmazonSQS.SendMessageBatch', {
        QueueUrl: urlOf('Shared'),
        Entries: says.map((say) => ({ Id: say, MessageBody: JSON.stringify({ say, until }), MessageGroupId: group })),
      })
    await give('busy', ['1', '2', '3', '4', '5', '6', '7', '8'])
    await give('quiet', ['only'])
    writeFileSync(until, '')
    const lines = async (): Promise<string[]> => (await logOf('Slow').catch(() => '')).match(/ended .*/g) ?? []
    await expect.poll(async () => (await lines()).length).toBe(9)
    // Two were under way when it came, and two more may be in the same moment as it.
    expect((await lines()).indexOf('ended only of quiet')).toBeLessThan(4)
  })

  it('has pollers to spare for an owner of whom nothing is being worked off, and for nobody else', {
    tags: 'deep',
    timeout: 120_000,
  }, async () => {
    const until = join(assembly.folder, 'go-on')
    const give = (group: string, ...bodies: JsonObject[]) =>
      callEngine(queues, 'AmazonSQS.SendMessageBatch', {
        QueueUrl: urlOf('Wide'),
        Entries: bodies.map((body, at) => ({
          Id: String(at),
          MessageBody: JSON.stringify(body),
          MessageGroupId: group,
        })),
      })
    const lines = async (word: string): Promise<string[]> =>
      (await logOf('Waiting').catch(() => '')).match(new RegExp(`${word} .*`, 'g')) ?? []
    const busy = Array.from({ length: 7 }, (_, at) => ({ say: `busy ${at}`, until }))
    await give('busy', ...busy)
    await expect.poll(async () => (await lines('began')).length).toBe(4)
    await give('quiet', { say: 'first' })
    await expect.poll(() => lines('ended')).toEqual(['ended first of quiet'])
    await give('quiet', { say: 'second' })
    await expect.poll(() => lines('ended')).toHaveLength(2)
    await expect.poll(() => waiting('Wide').inflight.length).toBe(4)
    expect(waiting('Wide').ready).toHaveLength(3)
    writeFileSync(until, '')
    await expect.poll(async () => (await lines('ended')).length).toBe(9)
    await expect.poll(() => waiting('Wide')).toMatchObject({ ready: [], inflight: [] })
  })

  it('gets back all of a batch when the function throws', async () => {
    await send('Throws', 'x')
    const tries = async () => (await logOf('Throwing').catch(() => '')).match(/tried/g)?.length
    await expect.poll(tries).toBe(1)
    await comeBack('Throws')
    await expect.poll(tries).toBe(2)
    await comeBack('Throws')
    await expect.poll(() => waiting('ThrowsDead').ready.length).toBe(1)
    expect(await tries()).toBe(2)
  })

  it('gathers a batch and loses none of it when a part fails', async () => {
    await Promise.all([1, 2, 3, 4, 5].map((n) => send('Batched', { say: `n${n}`, fail: n === 2 })))
    await expect.poll(() => logOf('Batching').catch(() => '')).toMatch(/got n2 1 of \d/)
    await expect.poll(() => waiting('Batched').inflight.length).toBe(1)
    expect(waiting('Batched').ready).toEqual([])
  })
})

it.each<[string, JsonObject, JsonObject, RegExp]>([
  [
    'a function that may take longer than its message is hidden',
    { VisibilityTimeout: 59 },
    {},
    /59 .* less than .* 60/,
  ],
  ['a large batch without a window', {}, { BatchSize: 11 }, /batching window/],
  ['fewer than two at once', {}, { ScalingConfig: { MaximumConcurrency: 1 } }, /MaximumConcurrency/],
])('makes no mapping for %s, as AWS does not', (_what, properties, more, message) => {
  const template = modelOf(
    {
      Resources: {
        Consumer: consumer('Work'),
        Work: queue({ VisibilityTimeout: 60, ...properties }),
        Slow: { Type: 'AWS::Lambda::Function', Properties: patient().Properties },
        Source: mapping('Work', 'Slow', more),
      },
    },
    'Mini',
    '',
  )
  const ledger = createLedger(template, () => undefined)
  expect(() => startEventSources({ template, functions, queues, ledger, state, report: () => undefined })).toThrow(
    message,
  )
})

describe('making queues', () => {
  it('keeps what an existing queue holds, and takes over new figures', async () => {
    await send('Free', 'still here')
    const { template } = assembly
    template.find('Free')!.properties.VisibilityTimeout = 77
    await makeResources(template, { queues, objects: queues, dynamodb: '' } as Engines)
    expect(waiting('Free').ready).toHaveLength(1)
    expect(engine.inspectQueue('Mini-Free')!.attributes.VisibilityTimeout).toBe('77')
  })
})

describe('deliveries', () => {
  it('reach queues and functions', async () => {
    const deliver = createDeliver(
      assembly.template,
      createAsyncInvoke(assembly.template, functions, async () => undefined),
      queues,
    )
    const before = waiting('Free').ready.length
    await deliver({ arn: assembly.template.find('Free')!.arn, input: '"a text"', group: 'owner' })
    const messages = waiting('Free').ready
    expect(messages).toHaveLength(before + 1)
    expect(messages.at(-1)).toMatchObject({ body: '"a text"' })
    await expect(
      deliver({ arn: assembly.template.find('Throwing')!.arn, input: '{"Records":[{"body":"d"}]}' }),
    ).rejects.toThrow('no')
    await expect(deliver({ arn: 'arn:aws:sns:::x', input: '{}' })).rejects.toThrow('does not deliver')
  })
})

describe('batch item failures', () => {
  it.each([
    ['null', []],
    ['{}', []],
    ['{"batchItemFailures":[]}', []],
    ['{"batchItemFailures":[{"itemIdentifier":"b"}]}', ['b']],
  ])('%s', (payload, expected) => {
    expect([...failedOf(payload, ['a', 'b'])!]).toEqual(expected)
  })

  it.each([
    '{"batchItemFailures":"a"}',
    '{"batchItemFailures":[{"itemIdentifier":""}]}',
    '{"batchItemFailures":[{"itemIdentifier":"z"}]}',
    '{"batchItemFailures":[null]}',
  ])('%s makes no sense: the whole batch failed', (payload) => {
    expect(failedOf(payload, ['a', 'b'])).toBeUndefined()
  })
})

describe('the next messages of a fair queue', () => {
  const of = (...groups: (string | undefined)[]) => groups.map((messageGroupId, at) => ({ messageGroupId, at }))
  const order = (messages: ReturnType<typeof of>, most: number, out: Record<string, number> = {}) =>
    fairest(messages, most, new Map(Object.entries(out))).map(({ at }) => at)

  it('come in the order of arrival where nobody has more under way than others', () => {
    expect(order(of('a', 'a', 'a'), 2)).toEqual([0, 1])
    expect(order(of('a', 'b', 'c'), 10)).toEqual([0, 1, 2])
    expect(order(of(undefined, undefined), 10)).toEqual([0, 1])
    expect(order([], 10)).toEqual([])
  })

  it('are those of whoever has the fewest under way, the ones just chosen included', () => {
    expect(order(of('a', 'a', 'a', 'b', 'b', 'c'), 4)).toEqual([0, 3, 5, 1])
    expect(order(of('a', 'a', 'b'), 1, { a: 1 })).toEqual([2])
    expect(order(of('a', 'b', 'b', 'b'), 3, { a: 2 })).toEqual([1, 2, 0])
    expect(order(of('a', undefined), 1, { a: 1 })).toEqual([1])
  })
})
