// What 1,000 posts of two pictures to two accounts cost at AWS: every call from upload to publication, counted and priced.

import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Figure } from '../figure.ts'
import { costOf } from '../support/costs.ts'
import type { HostedFunction } from '../support/function-process.ts'
import { addInvocation, emptyBill, PRICES } from '../support/prices.ts'
import { smallPicture } from '../support/requests.ts'
import type { ApiRequest } from '../support/service.ts'

const POSTS = 1000
/** A call to a platform, and making a variant: what they typically take. */
const PLATFORM_MS = 300
const VARIANT_MS = 800
const DEADLINE_MS = 90_000

export const cost: Figure = {
  name: 'cost',
  title: 'cost of 1,000 posts, each 2 new pictures to 2 accounts',
  against: 'list prices of us-east-1, counted calls; without data transfer, storage and logs',
  aim: 'reported',
  run: async (bench) => {
    const service = await bench.service()
    const { env, region } = service.endpoints
    const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! }
    const queues = new SQSClient({ region, credentials, endpoint: env.AWS_ENDPOINT_URL_SQS })
    const objects = new S3Client({ region, credentials, endpoint: env.AWS_ENDPOINT_URL_S3, forcePathStyle: true })
    // Queues of our own: what the functions send is worked off here and nowhere else.
    const queue = async (name: string) => (await queues.send(new CreateQueueCommand({ QueueName: name }))).QueueUrl!
    const [publishing, inspecting] = [await queue('bench-publish'), await queue('bench-inspect')]
    const own = { PUBLISH_QUEUE_URL: publishing, INSPECT_QUEUE_URL: inspecting, PUBLISH_POLL_MS: '3000' }
    const bill = emptyBill()
    const hosted = new Map<string, Promise<HostedFunction>>()
    const invocations: Record<string, number> = {}

    const invoke = async (resource: ReturnType<typeof service.functionNamed>, event: unknown, extraMs = 0) => {
      const host = hosted.get(resource.id) ?? service.host(resource, { metered: true }, own)
      hosted.set(resource.id, host)
      const answer = await (await host).invoke(event)
      addInvocation(bill, costOf(answer.calls).detail, Number(resource.properties.MemorySize), extraMs)
      const name = resource.path.split('/').at(-2)!
      invocations[name] = (invocations[name] ?? 0) + 1
      return answer
    }
    const request = async (given: ApiRequest) => {
      bill['API Gateway'] += PRICES.gatewayRequest
      const answer = await invoke(service.functionFor(given), await service.eventOf(given))
      if (answer.status >= 300)
        throw new Error(`${given.method} ${given.path}: ${answer.status} ${answer.body.slice(0, 300)}`)
      return answer
    }
    /** One message of a queue, worked off as an event source does. */
    const workOff = async (url: string, worker: string, extraMs: number): Promise<boolean> => {
      const { Messages = [] } = await queues.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 1, MessageSystemAttributeNames: ['All'] }),
      )
      const [message] = Messages
      if (!message) return false
      const { MessageId: messageId, Body: body, Attributes: attributes } = message
      await invoke(service.functionNamed(worker), { Records: [{ messageId, body, attributes }] }, extraMs)
      await queues.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }))
      bill.SQS += 2 * PRICES.queueCall
      return true
    }
    const calledPlatforms = async () => {
      const totals = await Promise.all(
        Object.values(service.session.platforms).map(async (origin) => {
          const reply = (await (await fetch(`${origin}/_control/state`)).json()) as { requests: unknown[] }
          return reply.requests.length
        }),
      )
      return totals.reduce((sum, count) => sum + count, 0)
    }

    try {
      bench.progress('uploading')
      const ids: string[] = []
      for (let picture = 0; picture < 2; picture += 1) {
        const form = new FormData()
        form.set('file', new File([new Uint8Array(await smallPicture())], 'picture.jpg', { type: 'image/jpeg' }))
        const { body } = await request({ method: 'POST', path: '/v1/media', form })
        ids.push((JSON.parse(body) as { data: { id: string } }).data.id)
        while (!(await workOff(inspecting, 'Publishing/InspectWorker', 0)))
          await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const accounts = service.session.accounts.map(({ id }) => id)
      const called = await calledPlatforms()
      const json = { title: 'Two pictures', content: 'To two accounts.', media: { media_asset_ids: ids }, accounts }
      const { answer } = await request({ method: 'POST', path: '/v1/posts/feed', json })
      const { Location: path } = (answer as { headers: { Location: string } }).headers
      bench.progress('publishing')
      const until = Date.now() + DEADLINE_MS
      for (let done = false; !done; ) {
        if (Date.now() > until) throw new Error('the post was not published in time')
        if (await workOff(publishing, 'Publishing/PublishWorker', 0)) continue
        const { text } = await service.api({ method: 'GET', path: path.slice('/api'.length) })
        const { status } = (JSON.parse(text) as { data: { status: string } }).data
        if (/fail|cancel/.test(status)) throw new Error(`the post ended ${status}`)
        done = status === 'published'
        if (!done) await new Promise((resolve) => setTimeout(resolve, 100))
      }
      // The workers wait for the platforms' answers.
      const platformCalls = (await calledPlatforms()) - called
      const workerGb = Number(service.functionNamed('Publishing/PublishWorker').properties.MemorySize) / 1024
      bill.Lambda += platformCalls * (PLATFORM_MS / 1000) * workerGb * PRICES.gbSecond

      bench.progress('variants')
      const Bucket = service.environmentOf(service.functionNamed('Media/Variant')).MEDIA_BUCKET!
      for (const id of ids) {
        const { Contents = [] } = await objects.send(new ListObjectsV2Command({ Bucket, Prefix: `v/${id}/` }))
        for (const { Key } of Contents)
          await invoke(service.functionNamed('Media/Variant'), { rawPath: `/${Key}` }, VARIANT_MS)
      }
      const total = Object.values(bill).reduce((sum, dollars) => sum + dollars, 0)
      const dollars = (amount: number) => `$${(amount * POSTS).toFixed(4)}`
      const counts = Object.entries(invocations).map(([name, count]) => `${count} ${name}`)
      return [
        {
          name: 'altogether',
          value: total * POSTS,
          unit: '$',
          note: `a post: ${counts.join(', ')}; ${platformCalls} calls to platforms`,
        },
        ...Object.entries(bill)
          .filter(([, amount]) => amount > 0)
          .sort(([, a], [, b]) => b - a)
          .map(([name, amount]) => ({
            name,
            value: (100 * amount) / total,
            unit: '%',
            note: dollars(amount),
          })),
      ]
    } finally {
      await Promise.all([...hosted.values()].map(async (host) => (await host).end()))
      queues.destroy()
      objects.destroy()
    }
  },
}
