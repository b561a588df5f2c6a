// Messages of one batch are apart from each other: what one does touches no other.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { describe, expect, it, vi } from 'vitest'
import { log } from '../../../core/log.ts'
import { type Work, worker } from '../../../functions/worker.ts'
import { lambdaContext } from '../../support/api-event.ts'

const batchOf = (bodies: readonly string[]): SQSEvent => ({
  Records: bodies.map((body, at) => ({
    messageId: `message-${at}`,
    receiptHandle: `handle-${at}`,
    body,
    attributes: {
      ApproximateReceiveCount: String(at + 1),
      SentTimestamp: '0',
      SenderId: 'sender',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:queue',
    awsRegion: 'eu-central-1',
  })),
})

const call = (run: (work: Work<string>) => Promise<void>, bodies: readonly string[]) =>
  worker((body) => {
    if (typeof body !== 'string') throw new Error('no text')
    return body
  }, run)(batchOf(bodies), lambdaContext() as Context) as Promise<SQSBatchResponse>

describe('a batch of messages', () => {
  it('is worked on side by side: one that hangs holds up no other', async () => {
    const done: string[] = []
    let release = () => {}
    const answer = call(
      async ({ message }) => {
        if (message === 'hangs') await new Promise<void>((resolve) => (release = resolve))
        done.push(message)
      },
      ['"first"', '"hangs"', '"last"'],
    )
    await expect.poll(() => done).toEqual(['first', 'last'])
    release()
    expect(await answer).toEqual({ batchItemFailures: [] })
    expect(done).toEqual(['first', 'last', 'hangs'])
  })

  it('does not answer while something is worked on: frozen with it, the function would go on with it in a later run', async () => {
    const ended = vi.fn()
    const hangs = worker(String, () => new Promise<void>(() => undefined))
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 0 } as Context
    hangs(batchOf(['"hangs"']), context).then(ended, ended)
    // Later than any timer that was set by then.
    await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).not.toHaveBeenCalled()
  })

  it('gives back what failed, and that alone', async () => {
    const answer = await call(
      async ({ message }) => {
        if (message === 'throws') throw new Error('on purpose')
      },
      ['"fine"', '"throws"', '"fine too"'],
    )
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] })
  })

  it('fails as a whole where every one of them failed: of messages that are given back Lambda counts no error, and no alarm goes off', async () => {
    const failing = () => Promise.reject(new Error('on purpose'))
    await expect(call(failing, ['"first"', '"second"'])).rejects.toThrow('none of 2 messages was worked off')
    await expect(call(failing, ['"alone"'])).rejects.toThrow('none of 1 message was worked off')
  })

  it('that failed is found in the log by the ids in it', async () => {
    const failing = worker(
      (body) => body as { media_id: string },
      () => Promise.reject(new Error('on purpose')),
    )
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    await expect(failing(batchOf(['{"media_id":"m1"}']), lambdaContext() as Context)).rejects.toThrow()
    expect(logged).toHaveBeenCalledWith(
      'a message was not worked off',
      expect.objectContaining({ media_id: 'm1', message_id: 'message-0' }),
    )
    vi.restoreAllMocks()
  })

  it('drops what is no message of ours: it would fail for ever', async () => {
    const seen: string[] = []
    const answer = await call(async ({ message }) => void seen.push(message), ['{', '1', '"fine"'])
    expect([answer, seen]).toEqual([{ batchItemFailures: [] }, ['fine']])
  })

  it('says of each how often it was received', async () => {
    const receives: number[] = []
    await call(async (work) => void receives.push(work.receives), ['"a"', '"b"', '"c"'])
    expect(receives).toEqual([1, 2, 3])
  })
})
