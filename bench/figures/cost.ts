// What 1,000 posts of two pictures to two accounts cost at AWS: every call from upload to publication, counted and priced.

import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Figure } from '../figure.ts'
import { smallPicture } from '../support/calls.ts'
import { type CallCost, costOf } from '../support/costs.ts'
import type { HostedFunction } from '../support/function-process.ts'
import { addInvocation, emptyBill, PRICES } from '../support/prices.ts'
import type { ApiRequest } from '../support/service.ts'
import { comparedSizes, lambdaMs, measureVariant, type VariantWork } from '../support/variant-sizes.ts'

const POSTS = 1000
/** A call to a platform: what it typically takes. */
const PLATFORM_MS = 300
const DEADLINE_MS = 90_000
/** Messages that an event source hands to one invocation of the publish worker. */
const BATCH = 10

/** At most this: what a post costs at AWS is not to grow unseen. */
const AIM = { dollars: 0.16, writeUnits: 88, files: 2, memoryShare: 0.75 }

export const cost: Figure = {
  name: 'cost',
  title: 'cost of 1,000 posts, each 2 new pictures to 2 accounts',
  against: 'list prices of us-east-1, counted calls; without data transfer, storage and logs',
  aim: `$${AIM.dollars} or less; a post: ${AIM.writeUnits} write units or fewer, its 2 pictures made once each`,
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
    const writeUnits: Record<string, number> = {}

    const invoke = async (resource: ReturnType<typeof service.functionNamed>, event: unknown, extraMs = 0) => {
      const host = hosted.get(resource.id) ?? service.host(resource, { metered: true }, own)
      hosted.set(resource.id, host)
      const answer = await (await host).invoke(event)
      const cost = costOf(answer.calls)
      addInvocation(bill, cost.detail, Number(resource.properties.MemorySize), extraMs + answer.satOutMs)
      const name = resource.path.split('/').at(-2)!
      invocations[name] = (invocations[name] ?? 0) + 1
      writeUnits[name] = (writeUnits[name] ?? 0) + cost.writeUnits
      return { ...answer, cost: cost.detail }
    }
    const request = async (given: ApiRequest) => {
      bill['API Gateway'] += PRICES.gatewayRequest
      const answer = await invoke(service.functionFor(given), await service.eventOf(given))
      if (answer.status >= 300)
        throw new Error(`${given.method} ${given.path}: ${answer.status} ${answer.body.slice(0, 300)}`)
      return answer
    }
    /** The messages that are there, worked off in one invocation as an event source does. @returns how many. */
    const workOff = async (url: string, worker: string, most: number): Promise<number> => {
      const { Messages = [] } = await queues.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: most, MessageSystemAttributeNames: ['All'] }),
      )
      if (Messages.length === 0) return 0
      const Records = Messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
        ...{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: Attributes },
      }))
      await invoke(service.functionNamed(worker), { Records })
      const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }))
      await queues.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
      bill.SQS += 2 * PRICES.queueCall
      return Messages.length
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
        while (!(await workOff(inspecting, 'Publishing/InspectWorker', 1)))
          await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const accounts = service.session.accounts.map(({ id }) => id)
      const json = { title: 'Two pictures', content: 'To two accounts.', media: { media_asset_ids: ids }, accounts }
      const { answer } = await request({ method: 'POST', path: '/v1/posts/feed', json })
      const { Location: path } = (answer as { headers: { Location: string } }).headers
      bench.progress('publishing')
      let [platformCalls, waitedMs] = [0, 0]
      const until = Date.now() + DEADLINE_MS
      for (let done = false; !done; ) {
        if (Date.now() > until) throw new Error('the post was not published in time')
        const called = await calledPlatforms()
        const inHand = await workOff(publishing, 'Publishing/PublishWorker', BATCH)
        if (inHand > 0) {
          // Messages that are worked on together wait for the platforms at the same time.
          const made = (await calledPlatforms()) - called
          platformCalls += made
          waitedMs += (made / inHand) * PLATFORM_MS
          continue
        }
        const { text } = await service.api({ method: 'GET', path: path.slice('/api'.length) })
        const { status } = (JSON.parse(text) as { data: { status: string } }).data
        if (/fail|cancel/.test(status)) throw new Error(`the post ended ${status}`)
        done = status === 'published'
        if (!done) await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const workerGb = Number(service.functionNamed('Publishing/PublishWorker').properties.MemorySize) / 1024
      bill.Lambda += (waitedMs / 1000) * workerGb * PRICES.gbSecond

      bench.progress('variants')
      const maker = service.functionNamed('Media/Variant')
      const { MEDIA_BUCKET: Bucket, ...makers } = service.environmentOf(maker)
      const makerMb = Number(maker.properties.MemorySize)
      let work: VariantWork | undefined
      let calls: CallCost[] = []
      for (const id of ids) {
        const { Contents = [] } = await objects.send(new ListObjectsV2Command({ Bucket, Prefix: `v/${id}/` }))
        for (const { Key } of Contents) {
          work ??= await measureVariant(Key!.split('/').at(-1)!, { MALLOC_ARENA_MAX: makers.MALLOC_ARENA_MAX! })
          calls = (await invoke(maker, { rawPath: `/${Key}` }, lambdaMs(makerMb, work))).cost
        }
      }
      const priceAt = (memoryMb: number): number => {
        const own = emptyBill()
        addInvocation(own, calls, memoryMb, lambdaMs(memoryMb, work!))
        return own.Lambda
      }
      const { prices, cheapest } = comparedSizes(work!, priceAt)
      const total = Object.values(bill).reduce((sum, dollars) => sum + dollars, 0)
      const parts = Object.entries(bill).filter(([, amount]) => amount > 0)
      const units = Object.values(writeUnits).reduce((sum, count) => sum + count, 0)
      const unitCounts = Object.entries(writeUnits).map(([name, count]) => `${count} ${name}`)
      const counts = Object.entries(invocations).map(([name, count]) => `${count} ${name}`)
      const files = invocations.Variant!

      // The worker's billed memory is mostly the price of waiting: it has to be enough for a whole batch.
      bench.progress('a full batch')
      for (let post = 0; post < BATCH / accounts.length; post += 1)
        await request({ method: 'POST', path: '/v1/posts/feed', json: { ...json, title: `Post ${post} of a batch` } })
      const most = await workOff(publishing, 'Publishing/PublishWorker', BATCH)
      const worker = service.functionNamed('Publishing/PublishWorker')
      const { peakMb } = await (await hosted.get(worker.id)!).memory()
      const memoryMb = Number(worker.properties.MemorySize)
      const dollars = (amount: number) => `$${(amount * POSTS).toFixed(4)}`
      return [
        {
          name: 'altogether',
          value: total * POSTS,
          unit: '$',
          met: total * POSTS <= AIM.dollars,
          note: `a post: ${counts.join(', ')}; ${platformCalls} calls to platforms`,
        },
        {
          name: 'write units of a post',
          value: units,
          unit: 'units',
          met: units <= AIM.writeUnits,
          note: unitCounts.join(', '),
        },
        { name: 'files made of its pictures', value: files, unit: 'files', met: files <= AIM.files },
        {
          name: `publish worker, ${most} in hand: peak memory`,
          value: Math.round(peakMb),
          unit: 'MB',
          met: peakMb <= AIM.memoryShare * memoryMb,
          note: `of ${memoryMb} MB`,
        },
        {
          name: "the variants' function: its memory",
          value: makerMb,
          unit: 'MB',
          met: makerMb === cheapest,
          note: `the cheapest that suffices for the largest picture, ${Math.round(work!.peakMb)} MB`,
        },
        ...prices.map((one) => ({
          name: `a million variants of 12 MP, ${one.memoryMb} MB: Lambda`,
          value: one.dollars * 1_000_000,
          unit: '$',
          note: `${Math.round(lambdaMs(one.memoryMb, work!))} ms each`,
        })),
        ...parts
          .sort(([, a], [, b]) => b - a)
          .map(([name, amount]) => ({ name, value: (100 * amount) / total, unit: '%', note: dollars(amount) })),
      ]
    } finally {
      await Promise.all([...hosted.values()].map(async (host) => (await host).end()))
      queues.destroy()
      objects.destroy()
    }
  },
}
