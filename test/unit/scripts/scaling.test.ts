// docs/scaling.md: its arithmetic, its inputs against what the code does, and that the page is the model's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TABLE } from '../../../core/contract.ts'
import { DUE_SHARDS } from '../../../core/table-keys.ts'
import { WORKERS } from '../../../lib/publishing.ts'
import { Settings } from '../../../lib/settings.ts'
import { SHARED_PER_SECOND } from '../../../lib/usage-plans.ts'
import { COUNTED, PRICES, SIDE_BY_SIDE } from '../../../scripts/scaling/assumptions.ts'
import { idleMonth, monthOf, thousandPosts, totalOf } from '../../../scripts/scaling/costs.ts'
import { sizeOf } from '../../../scripts/scaling/size.ts'
import { renewed, SIZES, shown, tables } from '../../../scripts/scaling.ts'
import { startTable } from '../../support/table-engine.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

/** The capacity that a call consumed, as the table says it. */
interface Consumed {
  CapacityUnits: number
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits: number }>
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

describe('the page', () => {
  it('is what the model says', () => {
    const page = readFileSync(join(ROOT, 'docs', 'scaling.md'), 'utf8')
    expect(renewed(page)).toBe(page)
  })

  it('cannot lose a table unnoticed', () => {
    expect(() => renewed('no tables')).toThrow(/no place for the table load/)
  })

  it.each([
    [0, '0'],
    [0.0124, '0.0124'],
    [7.25, '7.25'],
    [1234.5, '1,230'],
    [100_000, '100,000'],
  ])('shows %d as %s', (value, text) => {
    expect(shown(value)).toBe(text)
  })

  it('has a line for each size', () => {
    expect(tables().first!.split('\n')).toHaveLength(SIZES.length)
  })
})

describe('the arithmetic', () => {
  it('of one owner, by hand', () => {
    const one = sizeOf(1)
    expect(one).toMatchObject({ postsPerDay: 5, publicationsPerDay: 10, requestsPerDay: 5 + 4 + 40, schedules: 7.5 })
    expect(one.requestsPerSecondAtPeak).toBeCloseTo((49 / 86_400) * 10, 10)
    expect(one.writeUnitsPerDay).toBe(
      5 * COUNTED.post.writeUnits +
        4 * COUNTED.upload.writeUnits +
        40 * COUNTED.read.writeUnits +
        10 * COUNTED.publication.writeUnits,
    )
    // 2.5 scheduled posts to 2 accounts each, a twentieth of them in one minute.
    expect(one.busiestMinute).toBeCloseTo(0.25, 10)
    expect(one.busiestMinuteTakes).toBe(60)
  })

  it('of the busiest minute at 100,000 owners, by hand', () => {
    const many = sizeOf(100_000)
    expect(many.busiestMinute).toBeCloseTo(25_000, 6)
    // 25,000 publications of 3.3 seconds through 50 workers with ten in hand each.
    expect(many.busiestMinuteTakes).toBeCloseTo(165, 6)
    expect(many.use.find(({ name }) => name.includes('publishConcurrency'))!.share).toBeCloseTo(2.75, 6)
  })

  it('grows in step with the owners, and no quota is left out at any size', () => {
    const [one, many] = [sizeOf(1), sizeOf(1000)]
    for (const figure of ['requestsPerDay', 'publicationsPerDay', 'writeUnitsPerDay', 'schedules'] as const) {
      expect(many[figure] / one[figure]).toBeCloseTo(1000, 6)
    }
    expect(many.use.map(({ name }) => name).sort()).toEqual(one.use.map(({ name }) => name).sort())
    for (const { needed, limit, share } of many.use) expect(share).toBeCloseTo(needed / limit, 12)
  })

  it('of the cost of 1,000 posts, by hand', () => {
    const rows = new Map(thousandPosts().map(({ what, dollars }) => [what, dollars]))
    expect(rows.get('API Gateway: upload and post')).toBeCloseTo(0.007, 10)
    expect(rows.get('tokens (KMS)')).toBeCloseTo(2 * 0.003, 10)
    const units = COUNTED.upload.writeUnits + COUNTED.post.writeUnits + COUNTED.publication.writeUnits
    expect(rows.get('table')).toBeCloseTo(units * 0.000625 + (COUNTED.publication.readUnits + 10) * 0.000125, 10)
    expect(totalOf(thousandPosts(2))).toBeGreaterThan(totalOf(thousandPosts()))
  })

  it('of an idle month: most of it is fixed cost, not running functions', () => {
    const rows = new Map(idleMonth().map(({ what, dollars }) => [what, dollars]))
    expect(rows.get('looking for what is due')).toBeCloseTo(43_200 * 32 * 0.5 * PRICES.readUnit, 10)
    // The key is rotated each year, and its first two rotations cost as much as it does.
    expect(rows.get('its rotations, from the third year on')).toBe(2 * PRICES.kmsKey)
    expect(totalOf(idleMonth())).toBeCloseTo(10.29, 2)
    expect(sizeOf(0).dollarsPerMonth).toBeCloseTo(totalOf(idleMonth()), 10)
  })
})

describe('what it reckons with', () => {
  it('is the budgets that the costs of requests are held to', () => {
    const source = readFileSync(join(ROOT, 'test', 'local', 'costs.test.ts'), 'utf8')
    const budget = (name: string) => {
      const found = source.match(new RegExp(`'${name}': \\{ rounds: \\d+, calls: (\\d+), writeUnits: (\\d+) \\}`))
      return { calls: Number(found?.[1]), writeUnits: Number(found?.[2]) }
    }
    expect(COUNTED.post).toEqual(budget('POST /v1/posts/feed'))
    expect(COUNTED.upload).toEqual(budget('POST /v1/media'))
    expect(COUNTED.read).toEqual(budget('GET /v1/posts'))
  })

  it('is the limits that the code and the settings have', () => {
    const { use } = sizeOf(1)
    const limit = (part: string) => use.find(({ name }) => name.includes(part))!.limit
    expect(limit('publishConcurrency')).toBe(Settings.parse({}).publishConcurrency)
    expect(limit('due time')).toBe(DUE_SHARDS * 1000)
    expect(SIDE_BY_SIDE).toBe(WORKERS.publish.batchSize)
    expect(limit('sharedPlans')).toBe(Settings.parse({}).sharedPlans * SHARED_PER_SECOND)
    // The setting's maximum is AWS's.
    expect(Settings.safeParse({ publishConcurrency: limit('workers of one queue') }).success).toBe(true)
    expect(Settings.safeParse({ publishConcurrency: limit('workers of one queue') + 1 }).success).toBe(false)
  })

  it('says of each bound that ten million posts a day go past what to do', () => {
    const many = sizeOf(2_000_000)
    expect(many.postsPerDay).toBe(10_000_000)
    const over = many.use.filter(({ share }) => share > 1).map(({ name }) => name)
    for (const part of [
      'API Gateway keys',
      'workers of one queue',
      'accounts looked after',
      'shared usage plans',
      'sign-ins',
    ])
      expect(
        over.some((name) => name.includes(part)),
        part,
      ).toBe(true)
    for (const { name, raise } of many.use) expect(raise.length, name).toBeGreaterThan(10)
    const [largest] = monthOf(100_000)
    expect(largest).toEqual({ what: 'people who sign in (Cognito users)', dollars: 100_000 * 2 * PRICES.user })
    expect(totalOf(monthOf(1000))).toBeCloseTo(sizeOf(1000).dollarsPerMonth, 8)
  })

  describe('for a publication', () => {
    let world: World
    beforeAll(async () => {
      world = await startWorld(startTable)
      world.reset()
    })
    afterAll(() => world.stop())

    it('is what the worker takes for one picture, from the queue to the link', async () => {
      using _ = world.sitsOut()
      // As it is accepted; its container is not ready at the first look.
      const { ids } = await world.post({ pictures: 1, holds_media: true, sent: true })
      world.answer('status', { body: { status: 'IN_PROGRESS', status_code: 'IN_PROGRESS' } })
      const counted = { passes: 0, writeUnits: 0, readUnits: 0, dueUnits: 0 }
      const send = DynamoDBDocumentClient.prototype.send as (...given: unknown[]) => Promise<unknown>
      let working = false
      DynamoDBDocumentClient.prototype.send = async function (this: unknown, ...given: unknown[]) {
        const command = given[0] as { constructor: { name: string }; input: Record<string, unknown> }
        command.input.ReturnConsumedCapacity = 'INDEXES'
        const reply = (await send.apply(this, given)) as { ConsumedCapacity?: Consumed | Consumed[] }
        const consumed = [reply.ConsumedCapacity ?? []].flat()
        const units = consumed.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
        if (working) {
          counted[/^(Get|BatchGet|Query)/.test(command.constructor.name) ? 'readUnits' : 'writeUnits'] += units
          for (const { GlobalSecondaryIndexes } of consumed)
            counted.dueUnits += GlobalSecondaryIndexes?.[TABLE.byDue.name]?.CapacityUnits ?? 0
        }
        return reply
      } as never
      try {
        for (let open = true; open && counted.passes < 10; counted.passes += 1) {
          const { due_at, lease_until } = await world.publication(ids)
          vi.setSystemTime(Math.max(Date.now(), due_at, lease_until))
          working = true
          await world.deliver(ids)
          working = false
          const { state, permalink_state } = await world.publication(ids)
          open = state !== 'published' || permalink_state === 'open'
        }
      } finally {
        DynamoDBDocumentClient.prototype.send = send as never
      }
      expect(counted).toEqual(COUNTED.publication)
    })
  })
})
