// Owners' actions in the run: post now, for later, into slots and in series; cancel, move, delete, retry; upload and delete media;
// lose accounts and connect them again; leave. Each request goes through the limit of its key and is recorded, as an endpoint has it.
import { connectOne } from '../../../core/accounts/connect-granted.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { admit, type Counted } from '../../../core/api-keys/limiter.ts'
import { AppError } from '../../../core/errors.ts'
import { occurrences } from '../../../core/imports/rules/occurrences.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { startUpload } from '../../../core/media/start-upload.ts'
import { getStorage } from '../../../core/media/storage-store.ts'
import { requestInspection } from '../../../core/media/store-file.ts'
import { uploadMedia } from '../../../core/media/upload-media.ts'
import { stagedKey } from '../../../core/media/upload-store.ts'
import { deleteOwner } from '../../../core/owners/delete-owner.ts'
import type { Owner } from '../../../core/owners/owner.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import type { PostType } from '../../../core/platforms/enumerations.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../../core/platforms/facts.ts'
import { acceptPost } from '../../../core/posts/accept-post.ts'
import { cancelPost } from '../../../core/posts/cancel-post.ts'
import { deletePublication } from '../../../core/posts/delete-publication.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { examinePost } from '../../../core/posts/examine-post.ts'
import { getPostWithPublications } from '../../../core/posts/post-store.ts'
import { reschedulePost } from '../../../core/posts/reschedule-post.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { NEXT_SLOT, type PostRequest } from '../../../core/posts/rules/post-request.ts'
import { replaceSlots } from '../../../core/slots/account-slots.ts'
import { type SlotPlan, WEEKDAYS } from '../../../core/slots/rules/slots.ts'
import { momentOf } from '../../../core/slots/rules/wall-time.ts'
import { recordRequest } from '../../../core/usage/record-request.ts'
import { createWebhook } from '../../../core/webhooks/create-webhook.ts'
import type { Clock } from './clock.ts'
import type { FakePlatforms, Life } from './fake-connectors.ts'
import { receiverUrl } from './fake-web.ts'
import type { Ledger, Post } from './ledger.ts'
import type { MemoryAws } from './memory-aws.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Both hemispheres, and places without daylight saving. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Sydney',
  'Asia/Seoul',
  'America/Los_Angeles',
  'Europe/London',
  'America/Sao_Paulo',
]
export const ACCOUNTS_PER_OWNER = 10

/** Chances of an account on a day. */
const OFTEN = { revoked: 0.0008, checkpoint: 0.0005, unrenewed: 0.0002, picture: 0.01, left: 0.0004 }

export interface Connected {
  id: string
  life: Life
  slots: SlotPlan
  /** Cannot be used, as far as its owner knows. */
  broken: boolean
}

export interface Customer {
  owner: Owner
  zone: string
  key: Counted
  accounts: Connected[]
  media: { id: string; used_at: number }[]
  webhook?: 'good' | 'shaky' | 'dead'
  gone: boolean
}

export interface World {
  clock: Clock
  aws: MemoryAws
  ledger: Ledger
  platforms: FakePlatforms
  picture: Buffer
}

export interface Plan {
  owners: number
  /** The figure of all owners together. */
  postsPerDay: number
}

export class Customers {
  readonly all: Customer[] = []
  readonly #world: World
  readonly #plan: Plan
  #serial = 0
  #names = 0
  #owed = 0

  constructor(world: World, plan: Plan) {
    this.#world = world
    this.#plan = plan
  }

  #chance(share: number): boolean {
    return this.#world.clock.chance() < share
  }
  #below(most: number): number {
    return Math.floor(this.#world.clock.chance() * most)
  }
  #pick<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!
  }

  /** @param ms from now on; spread over so long. */
  #later(ms: number, work: () => Promise<unknown>): void {
    const { clock } = this.#world
    clock.at(clock.now + ms, () => clock.begin(work))
  }

  /** A call of the API: counted, done, recorded. A refusal is one of the answers. */
  async #request(customer: Customer, method: string, endpoint: string, work: () => Promise<unknown>): Promise<boolean> {
    if (customer.gone) return false
    const { clock, ledger } = this.#world
    const { owner, key } = customer
    let code: string | undefined
    const { allowed } = await admit(key, clock.now)
    try {
      if (allowed) await work()
      else code = 'rate_limit_exceeded'
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      code = error.code
    }
    const at = clock.now
    if (customer.gone) return false
    ledger.request(owner.id, at, code)
    await recordRequest({
      ...{ owner_id: owner.id, request_id: crypto.randomUUID(), endpoint, method, caller: key.key_id, at },
      ...{ status: code === undefined ? 200 : code === 'rate_limit_exceeded' ? 429 : 400, duration_ms: 20 },
    })
    return code === undefined
  }

  /** Makes the owners, with everything that they need. */
  open(): void {
    for (let at = 0; at < this.#plan.owners; at += 1) this.#later(at * 200, () => this.#join())
  }

  async #join(): Promise<void> {
    const { clock } = this.#world
    this.#names += 1
    const owner = await createOwner({ name: `owner ${this.#names}` })
    const { key } = await issueKey({ ownerId: owner.id, rateLimit: 120 })
    const { key_id, rate_limit, generation } = key
    const customer: Customer = {
      owner,
      zone: ZONES[this.#names % ZONES.length]!,
      key: { key_id, rate_limit, generation },
      accounts: [],
      media: [],
      gone: false,
    }
    this.all.push(customer)
    for (let at = 0; at < ACCOUNTS_PER_OWNER; at += 1)
      await this.#connect(customer, this.#world.platforms.join(PLATFORM_IDS[at % PLATFORM_IDS.length]!))
    const webhook = ([undefined, undefined, 'good', 'shaky', 'dead'] as const)[this.#names % 5]
    if (webhook) {
      customer.webhook = webhook
      const events = ['post.published', 'post.failed', 'post.partially_failed', 'account.reconnect_required'] as never
      await createWebhook(owner.id, { url: receiverUrl(webhook, owner.id), events }, clock.now)
    }
    for (let at = 0; at < 3; at += 1) await this.#upload(customer)
  }

  #slots(customer: Customer): SlotPlan {
    // 02:30 is not there on one day of the year, and there twice on another.
    const times = ['02:30', '07:00', '09:00', '12:30', '17:45', '20:00']
    const slots = WEEKDAYS.flatMap((weekday) =>
      times.filter(() => this.#chance(0.5)).map((time) => ({ weekday, time })),
    )
    return { time_zone: customer.zone, slots: slots.length > 0 ? slots : [{ weekday: 'monday', time: '09:00' }] }
  }

  async #connect(customer: Customer, life: Life): Promise<void> {
    const { clock, platforms } = this.#world
    if (customer.gone) return
    const connected = () =>
      connectOne({ ownerId: customer.owner.id, platform: life.platform, now: clock.now }, platforms.grant(life))
    let account: Awaited<ReturnType<typeof connected>>
    try {
      account = await connected()
    } catch (error) {
      // The platform has a bad moment: its owner tries again.
      if (!(error instanceof AppError)) throw error
      this.#later(10 * MINUTE, () => this.#connect(customer, life))
      return
    }
    const known = customer.accounts.find(({ id }) => id === account.id)
    if (known) {
      known.broken = false
      return
    }
    const slots = this.#slots(customer)
    await replaceSlots(customer.owner.id, account.id, slots, clock.now)
    customer.accounts.push({ id: account.id, life, slots, broken: false })
  }

  /** The events of this day (UTC), which begins now. */
  planDay(): void {
    const { clock, platforms } = this.#world
    for (const customer of this.all) {
      for (const account of customer.accounts) this.#fate(customer, account)
      if (this.#chance(0.7)) this.#later(this.#below(DAY), () => this.#upload(customer))
      if (this.#chance(0.15)) this.#later(this.#below(DAY), () => this.#abandonUpload(customer))
      if (this.#chance(0.03)) this.#later(this.#below(DAY), () => this.#series(customer))
    }
    this.#owed += this.#plan.postsPerDay
    for (; this.#owed >= 1; this.#owed -= 1) {
      const customer = this.#pick(this.all)
      // By day, mostly.
      const at = this.#chance(0.8)
        ? momentOf(customer.zone, clock.now + 7 * HOUR + this.#below(14 * HOUR))
        : clock.now + this.#below(DAY)
      clock.at(at, () => clock.begin(() => this.#post(customer)))
    }
    if (this.#chance(0.05)) {
      const platform = this.#pick(PLATFORM_IDS)
      const begins = clock.now + this.#below(DAY)
      clock.at(begins, () => platforms.silentUntil.set(platform, begins + HOUR + this.#below(4 * HOUR)))
    }
  }

  #fate(customer: Customer, account: Connected): void {
    if (account.broken) return
    const { clock } = this.#world
    const { life } = account
    const reconnect = (after: number) => this.#later(after, () => this.#connect(customer, life))
    if (this.#chance(OFTEN.revoked)) {
      this.#later(this.#below(DAY), async () => {
        life.generation += 1
      })
      if (this.#chance(0.8)) reconnect(DAY + this.#below(9 * DAY))
      else this.#later(5 * DAY, () => this.#leave(customer, account))
    } else if (this.#chance(OFTEN.checkpoint)) life.checkpointUntil = clock.now + DAY + this.#below(3 * DAY)
    else if (this.#chance(OFTEN.unrenewed)) {
      life.refusesRenewal = true
      this.#later(95 * DAY, async () => {
        life.refusesRenewal = false
        await this.#connect(customer, life)
      })
    } else if (this.#chance(OFTEN.left)) this.#later(this.#below(DAY), () => this.#leave(customer, account))
    if (this.#chance(OFTEN.picture)) life.picture += 1
  }

  /** An account is taken out, and another of its platform comes. */
  async #leave(customer: Customer, account: Connected): Promise<void> {
    if (customer.gone || account.broken) return
    account.broken = true
    customer.accounts.splice(customer.accounts.indexOf(account), 1)
    await disconnectAccount({ accountId: account.id, ownerId: customer.owner.id })
    this.#later(this.#below(2 * DAY), () => this.#connect(customer, this.#world.platforms.join(account.life.platform)))
  }

  #upload(customer: Customer): Promise<unknown> {
    const { clock, picture } = this.#world
    const { id: ownerId } = customer.owner
    return this.#request(customer, 'POST', '/api/v1/media', async () => {
      const storage = await getStorage(ownerId)
      const file = { bytes: picture, name: 'picture.jpg', type: 'image/jpeg' }
      const media = await uploadMedia({ ownerId, storage, now: clock.now, file } as Parameters<typeof uploadMedia>[0])
      await requestInspection(media)
      customer.media.push({ id: media.id, used_at: clock.now })
      // Most are tidied away some time.
      if (this.#chance(0.8)) this.#later((20 + this.#below(100)) * DAY, () => this.#discard(customer, media.id))
    })
  }

  async #discard(customer: Customer, id: string): Promise<void> {
    if (customer.media.length <= 2) return
    const done = await this.#request(customer, 'DELETE', '/api/v1/media/:id', () =>
      deleteMedia(id, customer.owner.id, this.#world.clock.now),
    )
    if (done) customer.media = customer.media.filter((one) => one.id !== id)
    // A post that waits needs it.
    else if (!customer.gone) this.#later(10 * DAY, () => this.#discard(customer, id))
  }

  #abandonUpload(customer: Customer): Promise<unknown> {
    const { clock, aws, picture } = this.#world
    const { id: ownerId } = customer.owner
    return this.#request(customer, 'POST', '/api/v1/media/uploads', async () => {
      const storage = await getStorage(ownerId)
      const announced = { file_name: 'film.mp4', content_type: 'video/mp4', size_bytes: 5_000_000 }
      const { object_key } = await startUpload({ ...announced, ownerId, storage, now: clock.now })
      if (this.#chance(0.5)) aws.put(stagedKey({ object_key }), { bytes: picture, type: 'video/mp4' })
    })
  }

  #targets(customer: Customer, takes: (platform: PlatformId) => boolean): Connected[] {
    const fit = customer.accounts.filter(({ life }) => takes(life.platform))
    const wanted = this.#chance(0.75) ? 1 : this.#chance(0.8) ? 2 : 3
    const chosen = new Set<Connected>()
    for (let tries = 0; fit.length > 0 && chosen.size < wanted && tries < 10; tries += 1) chosen.add(this.#pick(fit))
    return [...chosen]
  }

  #draft(customer: Customer): { type: PostType; request: PostRequest; targets: Connected[] } | undefined {
    const chance = this.#world.clock.chance()
    const type: PostType = chance < 0.4 ? 'text' : chance < 0.95 ? 'feed' : 'stories'
    const targets = this.#targets(customer, (platform) => type in factsOf(platform).posts)
    if (targets.length === 0) return undefined
    // Threads takes pictures in the feed by twos and more.
    const several = targets.some(({ life }) => life.platform === 'threads') ? 2 : this.#chance(0.1) ? 3 : 1
    const count = type === 'text' ? 0 : type === 'feed' ? several : 1
    const fresh = customer.media.slice(-12)
    if (fresh.length < count) return undefined
    const first = this.#below(fresh.length)
    const media_asset_ids = Array.from({ length: count }, (_, at) => fresh[(first + at) % fresh.length]!.id)
    this.#serial += 1
    const request: PostRequest = {
      content: `Something to say, soak-${this.#serial}`,
      accounts: targets.map(({ id }) => id),
      ...(type === 'feed' ? { title: 'A post' } : {}),
      ...(count > 0 ? { media: { media_asset_ids } } : {}),
    }
    return { type, request, targets }
  }

  async #post(customer: Customer): Promise<void> {
    const drafted = this.#draft(customer)
    if (!drafted || customer.gone) return
    const { clock } = this.#world
    const { type, request, targets } = drafted
    const chance = clock.chance()
    if (type !== 'stories' && chance < 0.4) {
      // The next half hours of the wall, up to a month ahead.
      const day = Math.floor(clock.now / DAY) * DAY + Math.floor(30 * clock.chance() ** 3) * DAY
      const time = momentOf(customer.zone, day + (12 + this.#below(24)) * 30 * MINUTE)
      if (time > clock.now + MINUTE) request.scheduled_at = time
    } else if (type !== 'stories' && chance < 0.65) request.scheduled_at = NEXT_SLOT
    await this.#send(customer, type, request, targets)
  }

  /** Weekly posts of a plan: whatever the clocks do, at the same time of the wall. */
  async #series(customer: Customer): Promise<void> {
    const { clock, ledger } = this.#world
    const wall = Math.floor(clock.now / DAY) * DAY + 2 * DAY + 9 * HOUR
    const times = occurrences(momentOf(customer.zone, wall), 'weekly', clock.now + 60 * DAY, customer.zone, 20)
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: customer.zone, hour: '2-digit', minute: '2-digit' })
    if (times.some((time) => shown.format(time) !== '09:00'))
      ledger.breach(
        `a weekly series of ${customer.zone} does not stay at 09:00: ${times.map((time) => shown.format(time)).join(', ')}`,
      )
    for (const time of times) {
      const drafted = this.#draft(customer)
      if (!drafted || drafted.type === 'stories') continue
      drafted.request.scheduled_at = time
      await this.#send(customer, drafted.type, drafted.request, drafted.targets)
    }
  }

  async #send(customer: Customer, type: PostType, request: PostRequest, targets: Connected[]): Promise<void> {
    const { clock, ledger } = this.#world
    const ownerId = customer.owner.id
    let sent: Post | undefined
    await this.#request(customer, 'POST', `/api/v1/posts/${type}`, async () => {
      const { now } = clock
      const prepared = await examinePost({ type, ownerId, request, now })
      const { accepted, dispatch } = await acceptPost({ type, ownerId, request, now }, prepared)
      // Another post may have taken the slot meanwhile: the answer says which it is.
      const said = / at (\S+Z)\./.exec(accepted.message)?.[1]
      const time = said === undefined ? undefined : Date.parse(said)
      if (request.scheduled_at === NEXT_SLOT) this.#checkSlot(targets, time!)
      sent = {
        marker: /soak-\d+/.exec(request.content!)![0],
        id: accepted.post_id,
        owner_id: ownerId,
        not_before: time ?? now,
        accepted_at: now,
        publications: prepared.targets.map(({ account, platform }) => ({
          ...{ account_id: account.id, external_id: account.external_account_id, platform, out: 0, off: 0 },
        })),
        ...{ open: true, settled_at: 0, deleting: new Set<string>(), scheduled: time !== undefined, cancelled: false },
      }
      ledger.accepted(sent)
      for (const id of request.media?.media_asset_ids ?? [])
        for (const one of customer.media) if (one.id === id) one.used_at = now
      await dispatch?.()
    })
    if (!sent) return
    const post = sent
    const wait = post.not_before - clock.now
    const fate = clock.chance()
    if (wait > HOUR && fate < 0.12) {
      const change = fate < 0.06 ? this.#callBack : this.#move
      this.#later(this.#below(wait - MINUTE), () => change.call(this, customer, post))
    } else if (fate < 0.14 && fate >= 0.12)
      this.#later(Math.max(0, wait) + 2 * HOUR + this.#below(3 * DAY), () => this.#takeDown(customer, post))
    for (let reads = this.#below(3); reads > 0; reads -= 1)
      this.#later(Math.max(0, wait) + this.#below(DAY), () =>
        this.#request(customer, 'GET', '/api/v1/posts/:id', () => getPostWithPublications(post.id)),
      )
  }

  /** The moment is one of the slots of each account, as a clock on the wall there shows it. */
  #checkSlot(targets: readonly Connected[], time: number): void {
    for (const { slots } of targets) {
      const parts = Object.fromEntries(
        new Intl.DateTimeFormat('en-GB', {
          timeZone: slots.time_zone,
          ...{ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        } as Intl.DateTimeFormatOptions)
          .formatToParts(time)
          .map(({ type, value }) => [type, value.toLowerCase()]),
      )
      const shown = `${parts.hour}:${parts.minute}`
      const fits = slots.slots.some(
        (slot) =>
          slot.weekday === parts.weekday && (slot.time === shown || (slot.time === '02:30' && shown === '03:30')),
      )
      if (!fits)
        this.#world.ledger.breach(
          `a post was queued for ${new Date(time).toISOString()}, ${parts.weekday} ${shown} in ${slots.time_zone}, which is no slot`,
        )
    }
  }

  async #callBack(customer: Customer, post: Post): Promise<void> {
    if (
      await this.#request(customer, 'DELETE', '/api/v1/posts/:id', () =>
        cancelPost(customer.owner.id, post.id, this.#world.clock.now),
      )
    )
      post.cancelled = true
  }

  async #move(customer: Customer, post: Post): Promise<void> {
    const { clock } = this.#world
    const time = clock.now + 5 * MINUTE + this.#below(20 * DAY)
    await this.#request(customer, 'PATCH', '/api/v1/posts/:id', async () => {
      const moved = await reschedulePost(customer.owner.id, post.id, { time }, clock.now)
      post.not_before = time
      await moved.dispatch()
    })
  }

  async #takeDown(customer: Customer, post: Post): Promise<void> {
    const { clock } = this.#world
    for (const promised of post.publications) {
      if (!customer.accounts.some(({ id }) => id === promised.account_id)) continue
      await this.#request(customer, 'DELETE', '/api/v1/posts/:id/publications/:account_id', async () => {
        const { dispatch } = await deletePublication(customer.owner.id, post.id, promised.account_id, clock.now)
        post.deleting.add(promised.account_id)
        post.open = true
        await dispatch?.()
      })
    }
  }

  /** Some are tried again after they failed. */
  failed(post: Post): void {
    const customer = this.all.find(({ owner }) => owner.id === post.owner_id)
    if (!customer || !this.#chance(0.3)) return
    this.#later(this.#below(2 * DAY), () =>
      this.#request(customer, 'POST', '/api/v1/posts/:id/retry', async () => {
        const { retried, dispatch } = await retryPost(customer.owner.id, post.id, this.#world.clock.now)
        for (const promised of post.publications) if (retried.includes(promised.account_id)) delete promised.end
        post.open = true
        await dispatch()
      }),
    )
  }

  /** One owner leaves with everything, and another comes. @returns the one that is gone, once it is. */
  async replaceOne(): Promise<Customer | undefined> {
    if (this.all.length < 2) return undefined
    const customer = this.#pick(this.all)
    customer.gone = true
    this.all.splice(this.all.indexOf(customer), 1)
    // Work that was under way is over by then.
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    await pause(5 * MINUTE)
    await deleteOwner(customer.owner, this.#world.clock.now, pause)
    this.#world.ledger.drop(customer.owner.id)
    await this.#join()
    return customer
  }
}
