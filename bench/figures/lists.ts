// Lists over 100,000 assets: page 1 costs what it costs over 100, and the rest is bounded by the index pages it reads.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Media } from '../../core/media/rules/media.ts'
import { mediaKey, mediaOf, sortable, storageKey } from '../../core/table-keys.ts'
import { startTable } from '../../test/support/table-engine.ts'
import { alternate, type Figure, type Row } from '../figure.ts'
import { costOf } from '../support/costs.ts'

const AIM = 1.2
const MANY = 100_000
const FEW = 100
/** Slim rows that an index page must hold at least. */
const ROWS_A_PAGE = 4000
const AT_ONCE = 6
const BATCH = 8
const ROUNDS = 25

const media = (ownerId: string): Media => ({
  id: crypto.randomUUID(),
  owner_id: ownerId,
  object_key: 'some.jpg',
  content_type: 'image/jpeg',
  size_bytes: 1_000_000,
  etag: '"0123456789abcdef0123456789abcdef"',
  width: 4000,
  height: 3000,
  duration_ms: null,
  title: 'a picture of the harbour in the evening 000000',
  alt_text: 'a picture of the harbour in the evening 000000',
  file_name: 'harbour.jpg',
  tags_json: null,
  metadata_json: null,
  version: 1,
  status: 'active',
  pending_uses: 0,
  created_at: Date.now(),
  updated_at: Date.now(),
})

/** Stores so many assets of an owner, each a copy of one that the service itself stored. */
async function fill(client: DynamoDBDocumentClient, table: string, ownerId: string, count: number): Promise<void> {
  const { putMedia } = await import('../../core/media/media-store.ts')
  const first = media(ownerId)
  await putMedia(first)
  const { Item: pattern } = await client.send(new GetCommand({ TableName: table, Key: mediaKey(first.id) }))
  const copies = (from: number) =>
    Array.from({ length: Math.min(25, count - from) }, (_, step) => {
      const [at, id, created_at] = [from + step, crypto.randomUUID(), first.created_at - (from + step) * 1000]
      const title = `a picture of the harbour in the evening ${String(at).padStart(6, '0')}`
      const kind = at % 10 === 1 ? 'video' : 'image'
      const index = { owner_pk: mediaOf(ownerId), owner_sk: `${sortable(created_at)}#${id}`, kind, search: title }
      const content_type = kind === 'video' ? 'video/mp4' : 'image/jpeg'
      const { due_pk: _pk, due_sk: _sk, ...rest } = pattern!
      return { PutRequest: { Item: { ...rest, ...mediaKey(id), ...index, id, title, content_type, created_at } } }
    })
  let next = 1
  const worker = async () => {
    for (let from = next; from < count; from = next) {
      next += 25
      await client.send(new BatchWriteCommand({ RequestItems: { [table]: copies(from) } }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const counters = { bytes: count * first.size_bytes, count, count_image: count * 0.9, count_video: count * 0.1 }
  await client.send(new PutCommand({ TableName: table, Item: { ...storageKey(ownerId), ...counters } }))
}

export const lists: Figure = {
  name: 'lists',
  title: 'GET /v1/media/users over 100,000 assets',
  against: 'page 1 over 100 assets: CPU of the function; otherwise index pages read, counted',
  aim: `page 1: ${AIM} or less; the others at least ${ROWS_A_PAGE} rows an index page`,
  run: async (bench) => {
    const service = await bench.service()
    const engine = await startTable()
    bench.undo(engine.stop)
    const [table, endpoint] = [process.env.TABLE_NAME!, process.env.AWS_ENDPOINT_URL_DYNAMODB!]
    const client = DynamoDBDocumentClient.from(new DynamoDBClient())
    const [large, small] = [crypto.randomUUID(), crypto.randomUUID()]
    bench.progress(`storing ${MANY} assets`)
    await fill(client, table, small, FEW)
    await fill(client, table, large, MANY)
    const path = '/v1/media/users'
    const resource = service.functionFor({ method: 'GET', path })
    const own = { TABLE_NAME: table, AWS_ENDPOINT_URL_DYNAMODB: endpoint }
    const metered = await service.host(resource, { metered: true }, own)
    const hosted = await service.host(resource, {}, own)
    const eventOf = async (ownerId: string, query: string) => {
      const event = await service.eventOf({ method: 'GET', path: `${path}${query}` })
      const context = event.requestContext as { authorizer: Record<string, unknown> }
      context.authorizer.owner_id = ownerId
      return event
    }
    const rows: Row[] = []
    try {
      bench.progress('page 1')
      const cpu = async (ownerId: string) => {
        const { cpuMs, statuses } = await hosted.measure(await eventOf(ownerId, ''), BATCH)
        if (statuses.some((status) => status !== 200)) throw new Error(`the list answered ${statuses}`)
        return cpuMs / BATCH
      }
      for (let time = 0; time < 4; time += 1) await Promise.all([cpu(small), cpu(large)])
      const { ratio, ours, theirs } = await alternate(
        ROUNDS,
        () => cpu(large),
        () => cpu(small),
      )
      rows.push({
        name: 'page 1',
        value: ratio,
        met: ratio <= AIM,
        note: `${ours.toFixed(2)} ms / ${theirs.toFixed(2)} ms`,
      })
      const counted = async (name: string, ownerId: string, query: string, looked: number) => {
        bench.progress(name)
        const { status, body, calls } = await metered.invoke(await eventOf(ownerId, query))
        if (status !== 200) throw new Error(`${name}: ${status} ${body.slice(0, 300)}`)
        const { detail, readUnits } = costOf(calls)
        const pages = detail.filter(({ operation }) => operation === 'Query').length
        const { result_info } = (JSON.parse(body) as { data: { result_info: { count: number; total_count: number } } })
          .data
        rows.push({
          name,
          value: pages,
          unit: pages === 1 ? 'index page' : 'index pages',
          met: pages <= Math.ceil(looked / ROWS_A_PAGE),
          note: `${readUnits} read units; ${result_info.count} of ${result_info.total_count}`,
        })
      }
      await counted('page 1 over 100', small, '', 20)
      await counted('page 1 over 100,000', large, '', 20)
      await counted('page 1,000 of 20', large, '?page=1000', 20_000)
      await counted('page 1,000 of 100', large, '?page=1000&limit=100', MANY)
      await counted('search, 10 found', large, '?search=evening%2004200', MANY)
      await counted('search, all found', large, '?search=HARBOUR', MANY)
      await counted('type=video, page 1', large, '?type=video', ROWS_A_PAGE)
      await counted('type=video, page 100 of 100', large, '?type=video&limit=100&page=100', MANY)
      return rows
    } finally {
      await Promise.all([metered.end(), hosted.end()])
      client.destroy()
    }
  },
}
