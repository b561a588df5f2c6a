// Messages that workers had when a run was killed, on the real engine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { giveBackMessages } from '../../../local/engines/held-messages.ts'
import { callEngine } from '../../../local/services/call-engine.ts'

let folder: string
let engine: FauxqsServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'held-messages-'))
})
afterEach(async () => {
  await engine?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Received {
  Messages?: { MessageId: string; Body: string; ReceiptHandle: string }[]
}

async function start() {
  engine = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, dataDir: folder })
  const { port } = engine
  const QueueUrl = `http://sqs.us-east-1.127.0.0.1:${port}/000000000000/work`
  const call = <T>(action: string, input: object) =>
    callEngine<T>(`http://127.0.0.1:${port}`, `AmazonSQS.${action}`, { QueueUrl, ...input })
  return {
    call,
    receive: async () =>
      (await call<Received>('ReceiveMessage', { MaxNumberOfMessages: 10, WaitTimeSeconds: 0 })).Messages ?? [],
    delayed: async () => {
      const { Attributes } = await call<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
        AttributeNames: ['All'],
      })
      return Number(Attributes.ApproximateNumberOfMessagesDelayed)
    },
  }
}

it('does nothing at the first start', () => {
  expect(() => giveBackMessages(folder)).not.toThrow()
})

it('comes at once, and again when the leases of the workers that were killed are over', async () => {
  const first = await start()
  await first.call('CreateQueue', { QueueName: 'work', Attributes: { VisibilityTimeout: '300' } })
  for (const MessageBody of ['held', 'done', 'waiting']) await first.call('SendMessage', { MessageBody })
  const [held, done] = [...(await first.call<Received>('ReceiveMessage', { MaxNumberOfMessages: 2 })).Messages!]
  expect([held!.Body, done!.Body]).toEqual(['held', 'done'])
  await first.call('DeleteMessage', { ReceiptHandle: done!.ReceiptHandle })
  await engine?.stop()

  // A minute ago, so that what comes again is there already.
  giveBackMessages(folder, Date.now() - 60_000)
  const second = await start()
  const got = await second.receive()
  expect(got.map(({ Body }) => Body).sort()).toEqual(['held', 'held', 'waiting'])
  expect(new Set(got.map(({ MessageId }) => MessageId)).size).toBe(3)
  await engine?.stop()

  giveBackMessages(folder)
  const third = await start()
  expect((await third.receive()).map(({ Body }) => Body).sort()).toEqual(['held', 'held', 'waiting'])
  expect(await third.delayed()).toBe(3)
})
