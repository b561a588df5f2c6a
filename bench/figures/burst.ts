// Publications that are due in the same second, worked off by few workers whose platforms take their time: one message at a
// time, and as many side by side as the deployed workers take.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CreateQueueCommand, DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { MAX_ACCOUNTS } from '../../core/platforms/post-types.ts'
import { WORKERS } from '../../lib/publishing.ts'
import type { Figure } from '../figure.ts'
import type { HostedFunction } from '../support/function-process.ts'
import type { ApiRequest } from '../support/service.ts'

/** With 1,000 it takes minutes: so many on demand. */
const PUBLICATIONS = Number(process.env.BURST_PUBLICATIONS ?? 200)
/** One at a time they are measured by fewer: the rate is the same. */
const ONE_BY_ONE = 40
/** Two publications each, or fewer: what is due on one account goes out one after the other. As many as whole posts have. */
const ACCOUNTS = MAX_ACCOUNTS * Math.ceil(PUBLICATIONS / 2 / MAX_ACCOUNTS)
const WORKERS_AT_ONCE = 4
/** Every call to the platform takes so long. */
const PLATFORM_MS = 300
/** From the first request to the second in which all are due: a while, and longer for each request. */
const AHEAD_MS = 5000
const REQUEST_MS = 1500
const CONNECT = fileURLToPath(new URL('../programs/connect-accounts.ts', import.meta.url))
const DEADLINE_MS = 300_000
const CONNECT_MS = 120_000
const AIM = 3

export const burst: Figure = {
  name: 'burst',
  title: `${PUBLICATIONS} publications due in the same second, ${WORKERS_AT_ONCE} workers, ${PLATFORM_MS} ms a call to the platform`,
  against: 'the same workers with one message at a time',
  aim: `${AIM} times as many a second, or more`,
  run: async (bench) => {
    if (!(Number.isInteger(PUBLICATIONS) && PUBLICATIONS > 0))
      throw new Error(`BURST_PUBLICATIONS is ${process.env.BURST_PUBLICATIONS}: it must be a whole number above 0`)
    const service = await bench.service()
    const { env, region } = service.endpoints
    const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! }
    const queues = new SQSClient({ region, credentials, endpoint: env.AWS_ENDPOINT_URL_SQS })
    // A queue of its own: what is sent there is worked off here and nowhere else.
    const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'bench-burst' }))
    const own = { PUBLISH_QUEUE_URL: QueueUrl!, PUBLISH_POLL_MS: '3000' }
    const hosted: HostedFunction[] = []
    const host = async (resource: ReturnType<typeof service.functionNamed>) => {
      const fn = await service.host(resource, {}, own)
      hosted.push(fn)
      return fn
    }
    const control = async (method: string, path: string, json?: unknown) => {
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const headers = { 'Content-Type': 'application/json' }
      const reply = await fetch(`${service.session.platforms.threads}/_control${path}`, { method, headers, ...body })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as { token: string; posts: unknown[] }
    }
    const published = async () => (await control('GET', '/state?requests=0')).posts.length

    try {
      bench.progress('connecting accounts')
      const { dataDir, session } = service
      const words = [CONNECT, dataDir, session.owner_id, session.platforms.threads!, String(ACCOUNTS)]
      const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: CONNECT_MS })
      const accounts = JSON.parse(stdout) as string[]
      const workers = await Promise.all(
        Array.from({ length: WORKERS_AT_ONCE }, () => host(service.functionNamed('Publishing/PublishWorker'))),
      )
      const text: Pick<ApiRequest, 'method' | 'path'> = { method: 'POST', path: '/v1/posts/text' }
      const accept = await host(service.functionFor(text))

      /** @returns publications a second and worker, from the second in which they are due until the last is live. */
      const rateOf = async (count: number, batch: number): Promise<number> => {
        const before = await published()
        const requests = Math.ceil(count / MAX_ACCOUNTS)
        const due = Date.now() + AHEAD_MS + requests * REQUEST_MS
        for (let sent = 0; sent < count; sent += MAX_ACCOUNTS) {
          const from = sent % ACCOUNTS
          const those = accounts.slice(from, from + Math.min(MAX_ACCOUNTS, count - sent))
          const json = { content: `Burst ${due} ${sent}`, accounts: those, scheduled_at: due }
          const { status, body } = await accept.invoke(await service.eventOf({ ...text, json }))
          if (status >= 300) throw new Error(`a post was not accepted: ${status} ${body.slice(0, 300)}`)
        }
        let over = false
        const work = async (worker: HostedFunction) => {
          while (!over) {
            const asked = { QueueUrl, MaxNumberOfMessages: batch, WaitTimeSeconds: 1 }
            const { Messages = [] } = await queues.send(
              new ReceiveMessageCommand({ ...asked, MessageSystemAttributeNames: ['All'] }),
            )
            if (Messages.length === 0) continue
            const Records = Messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
              ...{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: Attributes },
            }))
            await worker.invoke({ Records })
            const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }))
            await queues.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
          }
        }
        const working = Promise.all(workers.map(work))
        try {
          for (let live = 0; live < count; live = (await published()) - before) {
            if (Date.now() > due + DEADLINE_MS) throw new Error(`${live} of ${count} were published in time`)
            await new Promise((resolve) => setTimeout(resolve, 200))
          }
          return count / ((Date.now() - due) / 1000) / WORKERS_AT_ONCE
        } finally {
          over = true
          await working
        }
      }

      const slow = {
        match: { operation: '*', probability: 1 },
        fault: { kind: 'hang', ms: PLATFORM_MS, when: 'before' },
      }
      await control('POST', '/faults', slow)
      bench.progress('one message at a time')
      const single = await rateOf(ONE_BY_ONE, 1)
      bench.progress(`${PUBLICATIONS} publications`)
      const together = await rateOf(PUBLICATIONS, WORKERS.publish.batchSize)
      const note = `of ${WORKERS_AT_ONCE} workers`
      return [
        {
          name: 'one message at a time',
          value: single,
          unit: '/s a worker',
          note: `${note}; ${ONE_BY_ONE} publications`,
        },
        { name: `${WORKERS.publish.batchSize} side by side`, value: together, unit: '/s a worker', note },
        { name: 'times as many', value: together / single, met: together >= AIM * single },
      ]
    } finally {
      await control('DELETE', '/faults').catch(() => undefined)
      await Promise.all(hosted.map((fn) => fn.end()))
      queues.destroy()
    }
  },
}
