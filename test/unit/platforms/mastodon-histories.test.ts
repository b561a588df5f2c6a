// The publishing engine with Mastodon's connector against the simulated server, over HTTP: calls that fail in every way, workers
// that die at every step, on servers that honour the key of a call, fail at it, or ignore it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import type { Credentials, PieceFile, Publishing } from '../../../core/platforms/connector.ts'
import { mastodon } from '../../../core/platforms/mastodon/connector.ts'
import { type Effects, publishStep } from '../../../core/posts/publishing/engine.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import { handleOf, handlesOf, keyOf, markOf, partAt } from '../../../core/posts/rules/parts.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import { hasEnded, type Publication, VersionConflict } from '../../../core/posts/rules/publication.ts'
import { DEEP } from '../../support/deep.ts'
import { randomFrom } from '../../support/random.ts'
import { type Json, picture, type Running, start } from '../fake-platforms/support.ts'

/** Each history has an account of its own, and no history looks at its picture: drawing one takes as long as several calls. */
const NO_PICTURE = { picture: null }

const HISTORIES = DEEP ? 300 : 60

let sim: Running
let jpeg: Buffer
beforeAll(async () => {
  sim = await start('mastodon', { rate_limit: 1_000_000, upload_limit: 1_000_000 })
  jpeg = await picture(40, 30, 'jpeg', 10)
  process.env[ENV.platformAllowHosts] = new URL(sim.url).host
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  delete process.env[ENV.platformAllowHosts]
})

/** The worker is gone, with all that it knew. */
class Crash extends Error {}

const file: PieceFile = {
  ...{ size_bytes: 0, content_type: 'image/jpeg', width: 40, height: 30, duration_ms: null },
  read: async (from, to) => jpeg.subarray(from, to),
}

const FAULTS = [
  { kind: 'drop_before' },
  { kind: 'drop_after' },
  { kind: 'drop_after' },
  { kind: 'error_before', http_status: 500 },
  { kind: 'error_after', http_status: 503 },
  { kind: 'html_502', when: 'after' },
  { kind: 'html_502', when: 'before' },
  { kind: 'malformed_json', when: 'after' },
  { kind: 'raw_reply', when: 'after', http_status: 403, body: '<html>' },
  { kind: 'retry_after', seconds: 40 },
]
const REFUSALS = [
  { kind: 'error_before', http_status: 422, message: 'Validation failed: no' },
  { kind: 'error_before', http_status: 401, message: 'The access token was revoked' },
]

interface Ended {
  publication: Publication
  /** Posts of this history's text, or that had it, as the server has them, newest first. */
  live: Json[]
  calls: number
  pictures: number
}

let histories = 0

async function history(seed: number): Promise<Ended> {
  const random = randomFrom(seed)
  const chance = (probability: number) => random() < probability
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  vi.setSystemTime(Date.UTC(2026, 10, 21, 12) + histories++ * 3 * 24 * 3_600_000)

  const created: Json = await sim.control('POST', '/accounts', NO_PICTURE)
  const token = JSON.stringify({ host: sim.url, token: created.token })
  const account: Credentials = { external_id: `${created.external_id}@host`, token }
  const text = `History ${seed}: ${pick(['plain', 'with https://example.org/a', 'für @anna@example.org', 'a\n\nb <i>'])}`
  const pictures = pick([0, 0, 1, 3])
  // Others post to the account as well, and alike.
  const other = async (words: string) => {
    const key = crypto.randomUUID()
    await mastodon.publish(account, { handles: ['text'], kind: 'text', text: words, options: {}, key })
  }
  if (chance(0.5)) await other(`${text} too`)
  const own = async (): Promise<Json[]> =>
    (await sim.control('GET', `/state?requests=0&account=${created.external_id}`)).posts.filter(
      (one: Json) => !one.deleted_at,
    )
  /** This history's post, as it was before its owner changed it in the server's own app. */
  const edited = new Set<string>()
  const edit = async () => {
    const live = (await own()).find((one) => one.text === text)
    if (!live) return
    await sim.call('PUT', `/api/v1/statuses/${live.id}`, { status: `${text} (edited)` }, { token: created.token })
    edited.add(live.id)
  }

  await sim.control('POST', '/seed', { seed })
  const rules: object[] = []
  for (let at = 1; at <= 3; at += 1) {
    if (!chance(0.75)) continue
    const fault = chance(0.06) ? pick(REFUSALS) : pick(FAULTS)
    rules.push({ match: { operation: 'publish', account: created.external_id, nth: at }, fault })
  }
  if (chance(0.3))
    rules.push({
      match: { operation: pick(['list', 'source', 'create', 'profile']), account: created.external_id },
      fault: pick(FAULTS),
    })
  if (chance(0.15)) rules.push({ match: { operation: 'delete', account: created.external_id }, fault: pick(FAULTS) })
  if (chance(0.15))
    rules.push({
      match: { operation: ['list', 'source'], account: created.external_id, probability: 0.4 },
      fault: pick(FAULTS),
      times: 8,
    })
  if (rules.length > 0) await sim.faults(...rules)

  const media = Array.from({ length: pictures }, (_, at) => ({ id: `m${at}`, kind: 'image' as const }))
  let stored = newPublication({
    ...{ post_id: 'post', account_id: 'account', owner_id: 'owner', platform: 'threads' },
    type: pictures === 0 ? 'text' : 'feed',
    plan: { ...planOf('feed', 'threads', media), carousel: false },
    ...{ thread: [], steps: [], not_before: Date.now(), now: Date.now() },
  })
  let calls = 0
  const began = Date.now()
  const crashRate = pick([0, 0, 0.05, 0.15])
  let crashes = 6
  const dies = () => {
    if (crashes > 0 && chance(crashRate)) {
      crashes -= 1
      throw new Crash()
    }
  }
  const publishing = (publication: Publication): Publishing => ({
    handles: handlesOf(publication),
    kind: pictures > 1 ? 'carousel' : pictures === 1 ? 'image' : 'text',
    ...{ text, options: {}, key: keyOf(publication) },
    ...(markOf(publication) === undefined ? {} : { mark: markOf(publication)! }),
  })
  const spent = <T>(value: T): T => {
    vi.setSystemTime(Date.now() + Math.floor(random() * 400))
    return value
  }
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    dies()
    const value = spent(await act())
    dies()
    return value
  }
  const effects = (): Effects => {
    const started = Date.now()
    return {
      now: () => Date.now(),
      sleep: async (ms) => void vi.setSystemTime(Date.now() + ms),
      pace: { poll_ms: 3000, chance: random },
      load: async () => structuredClone(stored),
      save: async (publication) => {
        dies()
        if (stored.version !== publication.version) throw new VersionConflict()
        stored = structuredClone({ ...publication, version: publication.version + 1 })
        dies()
        return structuredClone(stored)
      },
      comeBack: async () => undefined,
      obstacle: async () => undefined,
      prepare: (_publication, job) =>
        around(() =>
          mastodon.prepare(
            account,
            job.container_type === 'text'
              ? { type: 'text', text, one_of_several: false }
              : { type: 'image', file: { ...file, size_bytes: jpeg.length }, one_of_several: pictures > 1 },
            handleOf(job),
          ),
        ),
      terms: () => ({}),
      mark: (publication) => around(() => mastodon.mark!(account, publishing(publication))),
      publish: (publication) => {
        calls += 1
        return around(() => mastodon.publish(account, publishing(publication)))
      },
      verify: (publication) =>
        around(() =>
          mastodon.verify(account, {
            ...publishing(publication),
            ...{ since: began - 60_000, until: Date.now() + 60_000, asked_at: publication.attempt!.at },
          }),
        ),
      quota: () => around(() => mastodon.quota(account)),
      findLink: (publication) =>
        publication.media_id === undefined
          ? mastodon
              .find(account, {
                ...{ text, kind: publishing(publication).kind, since: began - 60_000, until: Date.now() + 60_000 },
              })
              .then((found) =>
                found.ok
                  ? { ok: true, value: found.value && { ...found.value, permalink: found.value.permalink ?? null } }
                  : found,
              )
          : mastodon.permalink(account, publication.media_id),
      lockAccount: async () => true,
      unlockAccount: async () => undefined,
      remainingMs: () => 60_000 - (Date.now() - started),
    } as Partial<Effects> as Effects
  }
  for (let passes = 0; passes < 200; passes += 1) {
    if (hasEnded(stored) && nextStep(stored, Number.MAX_SAFE_INTEGER).do === 'nothing') break
    const due = Math.max(stored.due_at, stored.not_before, stored.lease_until)
    vi.setSystemTime(Math.max(Date.now(), due) + (chance(0.03) ? Math.floor(random() * 5_400_000) : 0))
    // Somebody else posts while the outcome is not known.
    if (stored.attempt && chance(0.2)) await other(pick([`${text}!`, 'Something else', text.slice(0, -1)]))
    if (stored.attempt && chance(0.05)) await edit()
    await publishStep(effects()).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
  }
  expect(hasEnded(stored), `seed ${seed} reaches an end`).toBe(true)
  expect(partAt(stored)).toBe(0)
  await sim.control('DELETE', '/faults')
  const live = (await own()).filter((one) => one.text === text || edited.has(one.id))
  return { publication: stored, live, calls, pictures }
}

describe.each([
  ['honours', 'refuses', 'mastodon'],
  ['fails', 'refuses', 'mastodon'],
  ['ignores', 'refuses', 'gotosocial'],
  ['ignores', 'drops', 'mastodon'],
] as const)('a server that %s the key and %s used media (%s)', (idempotency, used_media, server) => {
  it('has each post once, and as it is said to', { timeout: 300_000 }, async () => {
    await sim.control('POST', '/settings', { idempotency, used_media, server })
    const ends: Record<string, number> = {}
    let repeated = 0
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { publication, live, calls, pictures } = await history(seed)
      const end = publication.failure?.code ?? publication.state
      ends[end] = (ends[end] ?? 0) + 1
      if (calls > 1 && live.length > 0) repeated += 1
      const whole = live.filter(({ children }) => children.length === pictures)
      const about = `seed ${seed} (${end}): ${JSON.stringify(publication.last_problem)}`
      expect(live.length, `at most once, ${about}`).toBeLessThanOrEqual(1)
      if (publication.state === 'published') {
        expect(
          whole.map(({ id }) => id),
          about,
        ).toEqual([publication.media_id])
        expect(publication.permalink, about).toBe(whole[0].permalink)
      } else if (end !== 'outcome_unknown') expect(live, `not live, ${about}`).toEqual([])
    }
    expect(ends.published ?? 0, JSON.stringify(ends)).toBeGreaterThan(HISTORIES / 2)
    expect(ends.outcome_unknown ?? 0, JSON.stringify(ends)).toBeLessThan(HISTORIES / 10)
    expect(repeated, 'posts that took several calls').toBeGreaterThan(HISTORIES / 10)
  })
})
