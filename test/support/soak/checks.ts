// Invariants of every hour of the run, and of the whole table now and then: each breach is named.
import { unpacked } from '../../../core/aws/packed-item.ts'
import { PICTURE_PREFIX, TABLE, UPLOAD_PREFIX, VARIANT_PREFIX } from '../../../core/contract.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { hasEnded } from '../../../core/posts/rules/publication.ts'
import {
  accountKey,
  mediaKey,
  ownerKey,
  PARTITION,
  postKey,
  publicationKey,
  storageKey,
  unfinishedOf,
  uploadKey,
} from '../../../core/table-keys.ts'
import { reportUsage } from '../../../core/usage/report-usage.ts'
import { RETENTION } from '../../../scripts/retention.ts'
import { kindOf } from '../../../scripts/row-kind.ts'
import type { Customer, Customers, World } from './customers.ts'
import type { Item } from './expressions.ts'
import type { Jobs, Post, Promised } from './ledger.ts'
import type { MemoryTable } from './memory-table.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A publication that has not ended so long after its time is ended by the engine after a week. */
const LONGEST_MS = 7 * DAY + 2 * HOUR
/** Nothing stays due for so long. */
const OVERDUE_MS = HOUR
/** DynamoDB deletes expired rows within days; the table of the run, a day later. */
const EXPIRED_MS = 26 * HOUR
/** Ends that what happens in the run explains. Anything else is the service's own fault. */
const EXPLAINED = new Set([
  'reconnect_required',
  'action_required',
  'account_disconnected',
  'platform_unavailable',
  'limit_not_lifted',
  'outcome_unknown',
])

const KEPT = new Map(RETENTION.flatMap(({ rows, ms }) => rows.map((kind) => [kind, ms] as const)))
/** Whether rows of the kind have an end. */
export const endsByItself = (kind: string): boolean => KEPT.get(kind) !== undefined

/** A row of these may outlive its owner: docs/restoring.md says so. */
const OUTLIVES_OWNER = new Set([
  'ACTIVITY *',
  'MEDIA MEDIA deleted',
  'UPLOAD UPLOAD',
  'EVENT EVENT',
  'NOTICES NOTICE',
  'RATE *',
  'RATE STRIKES',
  'RATE HOURS',
])

export class Checks {
  readonly #world: World
  readonly #table: MemoryTable
  readonly #customers: Customers
  readonly #gone = new Set<string>()
  #turn = 0
  /** How long the publication that is open longest is past its time, ms. */
  longest = 0

  constructor(world: World, table: MemoryTable, customers: Customers) {
    this.#world = world
    this.#table = table
    this.#customers = customers
  }

  gone({ owner }: Customer): void {
    this.#gone.add(owner.id)
  }

  async hourly(): Promise<void> {
    const { clock, ledger, aws } = this.#world
    this.#settle()
    this.#schedules()
    this.#due()
    for (const letter of aws.deadLetters.splice(0)) ledger.breach(`a dead letter: ${letter}`)
    const hour = Math.floor(clock.now / HOUR)
    const { all } = this.#customers
    const before = { ...this.#table.figures }
    for (let some = 0; some < 3 && all.length > 0; some += 1) {
      const customer = all[this.#turn++ % all.length]!
      await this.#requests(customer, hour - 2, hour - 1)
    }
    if (hour % 24 === 0) {
      this.#bucket()
      ledger.forget(clock.now)
      this.#world.platforms.forget()
      const open = Map.groupBy(
        ledger.posts.values().filter((post) => post.open),
        ({ owner_id }) => owner_id,
      )
      for (const customer of all) await this.#day(customer, open.get(customer.owner.id) ?? [], hour / 24 - 2)
    }
    // Reads for checks are no cost of the service.
    Object.assign(this.#table.figures, {
      readUnits: before.readUnits,
      calls: before.calls,
      writeUnits: before.writeUnits,
    })
  }

  #publication(item: Item): Publication {
    return unpacked(item) as unknown as Publication
  }

  #settle(): void {
    const { clock, ledger } = this.#world
    this.longest = 0
    for (const post of ledger.posts.values()) {
      if (!post.open) continue
      const rows = post.publications.map(({ account_id }) => this.#row(post, account_id))
      let over = true
      post.publications.forEach((promised, at) => {
        const row = rows[at]
        if (!row) {
          ledger.breach(`${post.marker}: its publication on ${promised.account_id} is not in the table`)
          return
        }
        const state = row.state as Publication['state']
        if (!hasEnded({ state })) {
          over = false
          const late = clock.now - post.not_before
          this.longest = Math.max(this.longest, late)
          if (late > LONGEST_MS)
            ledger.breach(`${post.marker}: it is ${state}, ${Math.round(late / HOUR)} hours after its time`)
          return
        }
        const publication = this.#publication(row)
        if (publication.deletion?.state === 'pending') over = false
        else this.#end(post, promised, state, publication)
      })
      if (!over) continue
      post.open = false
      post.settled_at = clock.now
      this.#progress(post, rows as Item[])
      if (post.publications.some(({ end }) => end === 'failed')) this.#customers.failed(post)
    }
  }

  #row({ id }: Post, accountId: string): Item | undefined {
    const { pk, sk } = publicationKey(id, accountId)
    return this.#table.peek(pk, sk)
  }

  #end(post: Post, promised: Promised, state: Publication['state'], publication: Publication): void {
    const { ledger } = this.#world
    if (promised.end === state) return
    const { failure, jobs, ended_at } = publication
    const breach = (what: string) =>
      ledger.breach(
        `${post.marker} on ${promised.platform} ended ${state}${failure ? ` (${failure.code})` : ''}: ${what}`,
      )
    const { out, off } = promised
    if (state === 'published' && (out !== 1 || off !== 0)) breach(`${out} came out, ${off} were taken off`)
    if (state === 'deleted' && (out !== 1 || off !== 1)) breach(`${out} came out, ${off} were taken off`)
    if (state === 'cancelled' && out !== 0) breach('it is live')
    if (state === 'partially_published') breach('it is no thread')
    if (state === 'failed') {
      const code = failure?.code ?? 'no reason'
      if (!EXPLAINED.has(code)) breach('nothing that happened explains it')
      if (code !== 'outcome_unknown' && out !== 0) breach('it is live')
    }
    // A deletion makes no jobs, and those of earlier tries have been counted.
    if (promised.end === undefined)
      for (const { type, state: became, completed_at, counted } of jobs)
        if (!counted)
          ledger.job(post.owner_id, completed_at ?? ended_at!, `${type} ${became === 'completed' ? became : 'failed'}`)
    ledger.ended(promised, state === 'failed' ? 'failed' : state)
  }

  #progress(post: Post, rows: readonly Item[]): void {
    const { pk, sk } = postKey(post.id)
    const row = this.#table.peek(pk, sk)
    const said = row?.progress as Record<string, number> | undefined
    const count = (...states: string[]) => rows.filter(({ state }) => states.includes(String(state))).length
    // A deleted post was published.
    const is = {
      total: rows.length,
      published: count('published', 'deleted'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    }
    for (const [name, value] of Object.entries(is))
      if (said?.[name] !== value)
        this.#world.ledger.breach(`${post.marker}: its progress says ${name} ${said?.[name]}, and it is ${value}`)
  }

  #schedules(): void {
    const { clock, ledger, aws } = this.#world
    const waiting = new Map<string, Post>()
    for (const post of ledger.posts.values()) if (post.open && post.scheduled) waiting.set(post.id, post)
    const having = new Set<string>()
    for (const { name, at } of aws.schedules.values()) {
      const id = name.slice('post-'.length, 'post-'.length + 36)
      const post = waiting.get(id)
      having.add(id)
      if (at < clock.now - 2 * MINUTE) ledger.breach(`the schedule ${name} did not fire`)
      if (!post) ledger.breach(`the schedule ${name} is left without a post that waits for it`)
      else if (name !== `post-${id}-${post.not_before}`)
        ledger.breach(`the schedule ${name} is left of a post that was moved`)
    }
    for (const [id, { marker, not_before, accepted_at }] of waiting)
      if (not_before - clock.now > 20 * MINUTE && clock.now > accepted_at && !having.has(id))
        ledger.breach(`${marker} waits for ${new Date(not_before).toISOString()} without a schedule`)
  }

  #due(): void {
    const { clock, ledger } = this.#world
    const before = String(clock.now - OVERDUE_MS).padStart(15, '0')
    for (const { partition, sort, pk } of this.#table.due(before))
      ledger.breach(`${pk} is due in ${partition} since ${new Date(Number(sort.slice(0, 15))).toISOString()}`)
  }

  #bucket(): void {
    const { clock, ledger, aws } = this.#world
    for (const [key, { at }] of aws.objects) {
      const [folder, id = ''] = key.split('/')
      if (folder === UPLOAD_PREFIX) {
        const { pk, sk } = uploadKey(id.split('.')[0]!)
        if (!this.#table.peek(pk, sk)) ledger.breach(`the object ${key} is left of an upload that is over`)
        continue
      }
      if (folder === PICTURE_PREFIX) {
        const { pk, sk } = accountKey(id)
        const account = this.#table.peek(pk, sk)
        if (account?.picture_key !== key && clock.now - at > HOUR) ledger.breach(`the picture ${key} is no account's`)
        continue
      }
      const mediaId = folder === VARIANT_PREFIX ? id : key.split('.')[0]!
      const { pk, sk } = mediaKey(mediaId)
      if (this.#table.peek(pk, sk)?.status !== 'active')
        ledger.breach(`the object ${key} is left of a medium that is gone`)
    }
  }

  /** Requests of whole hours, by the report that owners read. */
  async #requests({ owner }: Customer, from: number, to: number): Promise<void> {
    const { clock, ledger } = this.#world
    if (from * HOUR < owner.created_at) return
    const report = await reportUsage({
      ...{ owner_id: owner.id, start_date: from * HOUR, end_date: to * HOUR - 1, now: clock.now },
    })
    const { total_requests } = report.api_usage
    const were = ledger.requestsWithin(owner.id, from, to)
    if (total_requests !== were)
      ledger.breach(
        `the report of hours ${from} to ${to} of ${owner.name} has ${total_requests} requests; there were ${were}`,
      )
  }

  /** A whole day, and all days so far. @param open the customer's posts that have not ended. */
  async #day(customer: Customer, open: readonly Post[], day: number): Promise<void> {
    const { clock } = this.#world
    const first = Math.ceil(customer.owner.created_at / DAY)
    if (day < first) return
    for (const from of new Set([day, first])) {
      const report = await reportUsage({
        ...{ owner_id: customer.owner.id, start_date: from * DAY, end_date: (day + 1) * DAY - 1, now: clock.now },
      })
      const { ledger } = this.#world
      const requests = ledger.requestsWithin(customer.owner.id, from * 24, (day + 1) * 24)
      const breach = (what: string) =>
        ledger.breach(`the report of days ${from} to ${day} of ${customer.owner.name} has ${what}`)
      if (report.api_usage.total_requests !== requests)
        breach(`${report.api_usage.total_requests} requests; there were ${requests}`)
      const jobs = this.#withUnfinished(
        open,
        ledger.jobsWithin(customer.owner.id, from, day + 1),
        from * DAY,
        (day + 1) * DAY,
      )
      for (const { job_type, completed, failed } of report.job_usage.by_job_type)
        for (const [state, count] of [
          ['completed', completed],
          ['failed', failed],
        ] as const)
          if (count !== (jobs[`${job_type} ${state}`] ?? 0))
            breach(`${count} jobs ${job_type} ${state}; there were ${jobs[`${job_type} ${state}`] ?? 0}`)
    }
  }

  /** Jobs that are over of publications that are not. */
  #withUnfinished(open: readonly Post[], jobs: Jobs, from: number, to: number): Jobs {
    for (const post of open) {
      for (const { account_id } of post.publications) {
        const row = this.#row(post, account_id)
        if (!row || hasEnded({ state: row.state as Publication['state'] })) continue
        for (const { type, state, completed_at } of this.#publication(row).jobs) {
          if (state === 'pending' || completed_at === undefined || completed_at < from || completed_at >= to) continue
          jobs[`${type} ${state}`] = (jobs[`${type} ${state}`] ?? 0) + 1
        }
      }
    }
    return jobs
  }

  /** Goes through the whole table. @returns how many rows there are of each kind. */
  monthly(): Record<string, number> {
    const { ledger } = this.#world
    const kinds: Record<string, number> = {}
    const stored = new Map<string, { bytes: number; count: number; announced: number; unfinished: number }>()
    const of = (ownerId: unknown) => {
      const sums = stored.get(String(ownerId)) ?? { bytes: 0, count: 0, announced: 0, unfinished: 0 }
      stored.set(String(ownerId), sums)
      return sums
    }
    const uses = new Map<string, number>()
    const claimed = new Map<string, number>()
    const unfinished = new Set<string>()
    const mediaOf = new Map<string, readonly string[]>()
    const there = (key: { pk: string; sk: string }) => this.#table.peek(key.pk, key.sk) !== undefined
    const orphan = (row: Item, of: string) => ledger.breach(`${row.pk} ${row.sk} is left without its ${of}`)
    for (const row of this.#table.rows()) {
      const kind = kindOf(row)
      kinds[kind] = (kinds[kind] ?? 0) + 1
      this.#age(row, kind)
      const [, id = ''] = String(row.pk).split('#')
      if (typeof row.owner_id === 'string' && this.#gone.has(row.owner_id) && !OUTLIVES_OWNER.has(kind))
        orphan(row, 'owner, which was deleted')
      if (this.#gone.has(id) && !OUTLIVES_OWNER.has(kind)) orphan(row, 'owner, which was deleted')
      switch (kind) {
        case 'POST PUBLICATION': {
          if (!there(postKey(id))) orphan(row, 'post')
          const state = row.state as Publication['state']
          if (hasEnded({ state })) break
          unfinished.add(id)
          of(this.#publication(row).owner_id).unfinished += 1
          break
        }
        case 'POST POST':
          if (!there(ownerKey(String(row.owner_id)))) orphan(row, 'owner')
          mediaOf.set(id, row.media_ids as string[])
          break
        case 'ACCOUNT ACCOUNT':
          if (!there(ownerKey(String(row.owner_id)))) orphan(row, 'owner')
          break
        case 'SLOTS PLAN':
        case 'SLOTS TAKEN':
        case 'ACCOUNT POSTED':
          if (!there(accountKey(id))) orphan(row, 'account')
          break
        case 'INSIGHTS DAY':
          if (!there(accountKey(id))) orphan(row, 'account')
          break
        case 'MEDIA MEDIA': {
          const sums = of(row.owner_id)
          sums.bytes += Number(row.size_bytes)
          sums.count += 1
          if (!this.#world.aws.objects.has(String(row.object_key))) orphan(row, 'bytes')
          claimed.set(id, Number(row.pending_uses ?? 0))
          break
        }
        case 'UPLOAD UPLOAD':
          of(row.owner_id).announced += Number(row.size_bytes)
          break
      }
    }
    for (const id of unfinished)
      for (const media of new Set(mediaOf.get(id) ?? [])) uses.set(media, (uses.get(media) ?? 0) + 1)
    for (const [media, count] of claimed)
      if (count !== (uses.get(media) ?? 0))
        ledger.breach(`medium ${media} counts ${count} uses by open posts; there are ${uses.get(media) ?? 0}`)
    for (const { owner } of this.#customers.all) {
      const sums = of(owner.id)
      const { pk, sk } = storageKey(owner.id)
      const storage = this.#table.peek(pk, sk) ?? {}
      const same = (what: string, said: unknown, is: number) => {
        if (Number(said ?? 0) !== is) ledger.breach(`${owner.name} counts ${what} as ${said}; it is ${is}`)
      }
      same('bytes', storage.bytes, sums.bytes)
      same('files', storage.count, sums.count)
      same('announced bytes', storage.announced_bytes, sums.announced)
      same('open publications', this.#table.listed(unfinishedOf(owner.id)), sums.unfinished)
      same('active keys', this.#table.peek(PARTITION.owner(owner.id), 'KEYS')?.active, 1)
    }
    return kinds
  }

  /** Every row is of a kind that the table of retention names, and of no more than its age. */
  #age(row: Item, kind: string): void {
    const { clock, ledger } = this.#world
    if (!KEPT.has(kind))
      return void ledger.breach(`rows of the kind ${kind} are not in the table of retention: ${row.pk} ${row.sk}`)
    const ms = KEPT.get(kind)
    const expires = row[TABLE.timeToLive]
    if (ms === undefined) return
    if (kind === 'UPLOAD UPLOAD') {
      if (Number(row.created_at) < clock.now - ms) ledger.breach(`${row.pk} is older than ${ms / DAY} days`)
      return
    }
    if (typeof expires !== 'number') return void ledger.breach(`${row.pk} ${row.sk} has no end`)
    if (expires * 1000 > clock.now + ms + 2 * DAY)
      ledger.breach(`${row.pk} ${row.sk} ends later than the table of retention says`)
    if (expires * 1000 < clock.now - EXPIRED_MS) ledger.breach(`${row.pk} ${row.sk} is left after its end`)
  }
}
