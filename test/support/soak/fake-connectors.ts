// The five platforms as the engine and the keeper see them, in memory: tokens that end, quotas that refuse, answers that get lost,
// days on which a platform answers nobody. What is a platform's nature (keys, joining, sessions) is taken from its facts.

import type { Connector, Credentials, InDoubt, Publishing } from '../../../core/platforms/connector.ts'
import { CONNECTORS } from '../../../core/platforms/connectors.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../../core/platforms/facts.ts'
import type { ErrorClass, Prepared, Published, Result } from '../../../core/platforms/outcome.ts'
import { accessOf } from '../../../core/platforms/platform-facts.ts'
import type { TokenGrant } from '../../../core/platforms/sign-in.ts'
import type { Clock } from './clock.ts'
import { pictureUrl } from './fake-web.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An account at its platform, no matter who connected it. */
export interface Life {
  platform: PlatformId
  external_id: string
  /** Tokens of an earlier generation are dead: the person removed the app, or changed the password. */
  generation: number
  /** The valid token of sessions that are renewed by a single-use token. */
  serial: number
  /** The platform wants the person to act until then. */
  checkpointUntil: number
  /** The platform refuses to renew the token, which goes on until it ends. */
  refusesRenewal: boolean
  picture: number
  /** When what counts against the quota was published. */
  published: number[]
  /** Posts of the last days by what they were made of or published with. */
  posts: Map<string, { id: string; marker: string; at: number }>
}

export interface Told {
  published(life: Life, marker: string, at: number): void
  deleted(life: Life, marker: string): void
  breach(what: string): void
}

/** Every post says which it is. */
const MARKER = /soak-\d+/

/** Posts are looked for no longer than this. */
const KEPT_MS = 9 * DAY

const refusal = (errorClass: ErrorClass, message: string, more: object = {}): { ok: false; error: never } =>
  ({ ok: false, error: { class: errorClass, message, ...more } }) as never

export class FakePlatforms {
  readonly lives = new Map<string, Life>()
  /** Whole platforms that answer nobody, until then. */
  readonly silentUntil = new Map<PlatformId, number>()
  calls = 0
  renewals = 0
  readonly #clock: Clock
  readonly #told: Told
  /** The share of publish calls whose answer gets lost; half of them took effect. */
  readonly #lost: number
  readonly #faults: number
  #serial = 0

  constructor(clock: Clock, told: Told, { lost = 0.004, faults = 0.01 } = {}) {
    this.#clock = clock
    this.#told = told
    this.#lost = lost
    this.#faults = faults
  }

  async install(): Promise<void> {
    for (const platform of PLATFORM_IDS) {
      const connector = this.#connector(platform, await CONNECTORS[platform]())
      CONNECTORS[platform] = async () => connector
    }
  }

  /** A person with an account. */
  join(platform: PlatformId): Life {
    this.#serial += 1
    const life: Life = {
      ...{ platform, external_id: String(17_841_400_000_000_000n + BigInt(this.#serial)), generation: 1, serial: 0 },
      ...{ checkpointUntil: 0, refusesRenewal: false, picture: 0, published: [], posts: new Map() },
    }
    this.lives.set(life.external_id, life)
    return life
  }

  /** The grants of the person's consent. */
  grant(life: Life): TokenGrant {
    const {
      session,
      scopes,
      further_scopes = {},
      deletion,
    } = {
      ...factsOf(life.platform),
      ...accessOf(factsOf(life.platform)),
    }
    life.serial += 1
    const { now } = this.#clock
    const token = JSON.stringify([life.external_id, life.generation, life.serial, now])
    const all = [...scopes, ...Object.values(further_scopes).flat(), ...(deletion ? [deletion.scope] : [])]
    return {
      token,
      expires_at: session.life_ms === null ? null : now + session.life_ms,
      ...(session.renewed === 'single_use' ? { renew_at: now + 2 * HOUR } : {}),
      scopes: [...new Set(all)],
    }
  }

  /** Forgets posts that nobody looks for any more. */
  forget(): void {
    const before = this.#clock.now - KEPT_MS
    const window = this.#clock.now - DAY
    for (const { posts, published } of this.lives.values()) {
      for (const [key, { at }] of posts) if (at < before) posts.delete(key)
      while (published[0] !== undefined && published[0] < window) published.shift()
    }
  }

  async #slow(): Promise<void> {
    this.calls += 1
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.floor(this.#clock.chance() * 700)))
  }

  /** The account of a token, or what the platform says instead. */
  #of(token: string, platform: PlatformId): { life: Life; refused?: { ok: false; error: never } } {
    const [external, generation, serial, issued] = JSON.parse(token) as [string, number, number, number]
    const life = this.lives.get(external)
    if (!life) throw new Error(`no account has the token ${token}`)
    const { now } = this.#clock
    const { session } = factsOf(platform)
    if ((this.silentUntil.get(platform) ?? 0) > now) return { life, refused: refusal('retry', 'No answer.') }
    if (this.#clock.chance() < this.#faults)
      return { life, refused: refusal(this.#clock.chance() < 0.8 ? 'retry' : 'wait', 'Not now.') }
    if (generation !== life.generation) return { life, refused: refusal('reconnect', 'The session has been ended.') }
    if (session.life_ms !== null && now >= issued + session.life_ms)
      return { life, refused: refusal('reconnect', 'The session has expired.') }
    if (session.renewed === 'single_use' && serial !== life.serial)
      return { life, refused: refusal('renew', 'The token has been replaced.') }
    if (life.checkpointUntil > now) return { life, refused: refusal('owner_action', 'A checkpoint.') }
    return { life }
  }

  #keyOf({ joins_pieces, repeatable }: ReturnType<typeof factsOf>, { handles, key }: Publishing): string {
    return repeatable || !joins_pieces ? key : handles.join()
  }

  #connector(platform: PlatformId, real: Connector): Connector {
    const facts = factsOf(platform)
    const asked = async (token: string) => {
      await this.#slow()
      return this.#of(token, platform)
    }
    const answer = async <T>(token: string, value: (life: Life) => T): Promise<Result<T>> => {
      const { life, refused } = await asked(token)
      return refused ?? { ok: true, value: value(life) }
    }
    const link = (id: string) => `https://${platform}.test/${id}`

    const publish = async (account: Credentials, post: Publishing): Promise<Result<Published>> => {
      const { life, refused } = await asked(account.token)
      if (refused) return refused
      const key = this.#keyOf(facts, post)
      const known = life.posts.get(key)
      if (known && facts.repeatable) return { ok: true, value: { media_id: known.id, permalink: link(known.id) } }
      const { now } = this.#clock
      const lost = this.#clock.chance() < this.#lost
      if (lost && this.#clock.chance() < 0.5) return refusal('ambiguous', 'The connection broke.')
      const window = now - DAY
      if (life.published.filter((at) => at > window).length >= facts.daily_posts)
        return refusal('wait', 'The limit of posts is reached.', { retry_after_ms: HOUR })
      const marker = MARKER.exec(post.text)?.[0]
      if (marker === undefined) throw new Error(`${platform} is given a post that does not say which it is`)
      this.#serial += 1
      const id = `p${this.#serial}`
      life.posts.set(key, { id, marker, at: now })
      life.published.push(now)
      this.#told.published(life, marker, now)
      return lost
        ? refusal('ambiguous', 'The connection broke.')
        : { ok: true, value: { media_id: id, permalink: link(id) } }
    }

    const deletion = real.deletion && {
      deletePost: async (account: Credentials, mediaId: string): Promise<Result<Record<string, never>>> =>
        answer(account.token, (life) => {
          for (const [key, { id, marker }] of life.posts)
            if (id === mediaId) {
              life.posts.delete(key)
              this.#told.deleted(life, marker)
            }
          return {}
        }),
      postExists: (account: Credentials, mediaId: string) =>
        answer(account.token, (life) => [...life.posts.values()].some(({ id }) => id === mediaId)),
    }
    const insights = real.insights && {
      kinds: real.insights.kinds,
      ofPost: (account: Credentials) => answer(account.token, () => ({ views: 10, likes: 2 })),
      ofAccount: (account: Credentials) =>
        answer(account.token, () =>
          Object.fromEntries(
            [...real.insights!.kinds.standing, ...real.insights!.kinds.people, 'views'].map((name, at) => [
              name,
              100 + at,
            ]),
          ),
        ),
    }
    return {
      ...(real.newKey ? { newKey: real.newKey } : {}),
      ...(real.mark ? { mark: (account: Credentials) => answer(account.token, () => 'mark') } : {}),
      ...(deletion ? { deletion } : {}),
      ...(insights ? { insights } : {}),
      ...(real.comments ? { comments: real.comments } : {}),
      signIn: real.signIn,

      prepare: async (account, piece, made) => {
        const { refused } = await asked(account.token)
        if (refused) return refused
        if (piece.file) await piece.file.read(0, 16)
        if (made !== undefined) return { ok: true, value: { state: 'finished' } satisfies Prepared }
        this.#serial += 1
        const handle = `h${this.#serial}`
        const ready = piece.type === 'text' || this.#clock.chance() < 0.8
        return { ok: true, value: { state: ready ? 'finished' : 'in_progress', handle, id: handle } }
      },
      publish,
      verify: async (account, post: InDoubt) =>
        answer(account.token, (life) => {
          const known = life.posts.get(this.#keyOf(facts, post))
          return known
            ? { state: 'live' as const, media_id: known.id, permalink: link(known.id) }
            : { state: 'not' as const }
        }),
      permalink: (account, mediaId) => answer(account.token, () => ({ permalink: link(mediaId) })),
      find: (account) => answer(account.token, () => null),
      quota: (account) =>
        answer(account.token, (life) =>
          facts.joins_pieces
            ? {
                used: life.published.filter((at) => at > this.#clock.now - DAY).length,
                total: facts.daily_posts,
                window_seconds: DAY / 1000,
              }
            : null,
        ),
      profile: (token) =>
        answer(token, (life) => ({
          external_id: life.external_id,
          username: `user_${life.external_id}`,
          name: 'A person',
          biography: 'Says something.',
          picture_url: pictureUrl(`${life.external_id}-${life.picture}`),
          account_type: facts.account_types?.[0] ?? null,
        })),
      refresh: async (token) => {
        await this.#slow()
        const [external, generation, serial] = JSON.parse(token) as [string, number, number]
        const life = this.lives.get(external)!
        if ((this.silentUntil.get(platform) ?? 0) > this.#clock.now) return refusal('retry', 'No answer.')
        if (generation !== life.generation) return refusal('reconnect', 'The session has been ended.')
        if (facts.session.renewed === 'single_use' && serial !== life.serial) {
          this.#told.breach(`${platform}: a token that is good once was used twice`)
          return refusal('reconnect', 'The token was used before.')
        }
        if (life.refusesRenewal) return refusal('permanent', 'This token is not renewed.')
        this.renewals += 1
        return { ok: true, value: this.grant(life) }
      },
    }
  }
}
