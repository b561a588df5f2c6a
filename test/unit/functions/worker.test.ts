// Messages of one batch are apart from each other: what one does touches no other.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
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

  it('gives back what failed, and that alone', async () => {
    const answer = await call(
      async ({ message }) => {
        if (message === 'throws') throw new Error('on purpose')
      },
      ['"fine"', '"throws"', '"fine too"'],
    )
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] })
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
