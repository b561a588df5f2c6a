// Posts through the worker as it is, tried again by their owner as often as that is offered: answers lost before and after their
// effect, refusals, a table that fails, tokens that end and accounts that are connected again, threads of several posts. What is
// reported is what is there, and nothing is there twice.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { hasEnded, type Publication } from '../../../core/posts/rules/publication.ts'
import { accountKey } from '../../../core/table-keys.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { DEEP } from '../../support/deep.ts'
import { randomFrom } from '../../support/random.ts'
import { callApi } from './api-call.ts'
import { type Call, LOST, says, startWorld, type World } from './worker-world.ts'

const HISTORIES = DEEP ? 150 : 30

/** The platform of this world lists no posts: a thread whose part was lost is never found, however often it is tried again. */
const MAX_RETRIES = 8

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const REFUSALS = [
  says({ code: 100, message: 'bad parameter' }),
  says({ code: 24, error_subcode: 4_279_009, message: 'not found' }),
  says({ code: 4, message: 'slow down' }),
  says({ code: 190, message: 'the token has ended' }),
  says({ code: 190, error_subcode: 459, message: 'checkpoint' }),
  says({ code: 10, message: 'no permission' }),
]
const FAULTS = [LOST, says({ code: 2, message: 'later' }, 500), says({ code: 1, message: 'unknown' })]

interface Ended {
  publication: Publication
  retries: number
  posts: number
}

async function history(seed: number): Promise<Ended> {
  const random = randomFrom(seed * 7919)
  const chance = (probability: number) => random() < probability
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  world.reset(Date.UTC(2026, 10, 21, 12) + seed * 40 * 86_400_000)
  const owner = newId()
  let account: Account = await world.account({
    owner_id: owner,
    token_expires_at: Date.now() + 60 * 86_400_000,
  })
  const ask = (handler: typeof text, resource: string, given: object) =>
    callApi(handler, { method: 'POST', resource, ownerId: owner, rateLimit: 10_000, ...given })
  const following = chance(0.4) ? 1 + Math.floor(random() * 2) : 0
  const options = { threads: { thread: Array.from({ length: following }, (_, at) => ({ content: `Part ${at}` })) } }
  const reply = await ask(text, '/v1/posts/text', {
    body: { content: 'One', accounts: [account.id], ...(following > 0 ? { options } : {}) },
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  const ids = { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: account.id }
  const store = async (change: Partial<Account>) => {
    account = { ...account, ...change }
    await put({ ...accountKey(account.id), ...account })
  }
  const rate = pick([0.1, 0.3, 0.6])
  let faultsLeft = 12
  let retries = 0
  for (let turns = 0; turns < 900; turns += 1) {
    const publication = await world.publication(ids)
    const over = hasEnded(publication) && publication.permalink_state !== 'open'
    if (over) {
      const live = publication.state !== 'failed' && publication.state !== 'partially_published'
      if (live || retries === MAX_RETRIES) break
      // Whoever tries again has seen to the account first.
      await store({ status: 'active', status_reason: null })
      const again = await ask(retry, '/v1/posts/{id}/retry', { path: { id: ids.post_id } })
      if (again.status < 500 && again.status !== 202) break
      retries += 1
      faultsLeft = Math.max(faultsLeft, 3)
      continue
    }
    if (faultsLeft > 0 && chance(rate)) {
      faultsLeft -= 1
      const call = pick<Call>(['publish', 'publish', 'publish', 'create', 'status', 'status', 'list', 'permalink'])
      const refused = chance(0.3)
      world.answer(call, refused ? pick(REFUSALS) : pick(FAULTS), { after: !refused && chance(0.5) })
    }
    if (faultsLeft > 0 && chance(rate / 5)) {
      faultsLeft -= 1
      world.failTable(pick(['PutCommand', 'TransactWriteCommand']), (input) => input.includes(ids.post_id), {
        after: chance(0.5),
      })
    }
    if (chance(0.03)) await store({ token_ciphertext: Buffer.from(newId()).toString('base64') })
    if (chance(0.01)) await store({ status: 'reconnect_required', status_reason: 'The token has ended.' })
    if (chance(0.05)) vi.setSystemTime(Date.now() + Math.floor(random() * pick([60_000, 3_600_000, 86_400_000])))
    await world.turn(ids)
    if (chance(0.1)) await world.deliver(ids)
  }
  return { publication: await world.publication(ids), retries, posts: world.posts() }
}

it('are there once, and as they are said to be, however often they are tried again', { timeout: 300_000 }, async () => {
  const ends: Record<string, number> = {}
  let retried = 0
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const { publication, retries, posts } = await history(seed)
    const { state, failure, parts } = publication
    const end = failure?.code ?? state
    const about = `seed ${seed}: ${end} after ${retries} retries, ${JSON.stringify(publication.last_problem)}`
    expect(hasEnded(publication), `${about} reaches an end`).toBe(true)
    const said = parts ? parts.filter(({ live_at }) => live_at !== undefined).length : state === 'published' ? 1 : 0
    if (failure?.code === 'outcome_unknown') expect([said, said + 1], about).toContain(posts)
    else expect(posts, about).toBe(said)
    ends[end] = (ends[end] ?? 0) + 1
    if (retries > 0 && state === 'published') retried += 1
  }
  expect(ends.published ?? 0, JSON.stringify(ends)).toBeGreaterThan(HISTORIES / 2)
  expect(retried, `published after they were tried again: ${JSON.stringify(ends)}`).toBeGreaterThan(HISTORIES / 20)
})
