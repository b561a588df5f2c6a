// The list of deliveries against a real table, which answers a query with a megabyte at most.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { addDelivery, listDeliveries } from '../../../core/webhooks/delivery-store.ts'
import { newDelivery, newEventId } from '../../../core/webhooks/rules/webhooks.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('goes on after a page that ends before its limit, because the messages are large', async () => {
  const now = Date.now()
  const webhook = { id: newId(), owner_id: newId() }
  const ids = Array.from({ length: 90 }, (_, at) => newEventId(now - at))
  // Of posts on 50 accounts that failed with long sentences.
  const payload = JSON.stringify({ data: 'x'.repeat(30_000) })
  for (const id of ids) await addDelivery(newDelivery({ id, webhook, event: 'post.failed', payload, now }))
  const listed: string[] = []
  for (let before: string | undefined | null; before !== null; ) {
    const page = await listDeliveries(webhook.id, { limit: 80, now, ...(before === undefined ? {} : { before }) })
    listed.push(...page.deliveries.map(({ id }) => id))
    before = page.more ? page.deliveries.at(-1)!.id : null
  }
  expect(listed).toEqual(ids)
})
