// Promises and events, as the customers and the platforms of the run saw them: the service's answers are compared with them.
import type { PlatformId } from '../../../core/platforms/facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** One post on one account, as it was accepted. */
export interface Promised {
  account_id: string
  external_id: string
  platform: PlatformId
  /** Posts that came out for it, and those taken off again. */
  out: number
  off: number
  /** The end that was seen last. */
  end?: string
}

export interface Post {
  marker: string
  id: string
  owner_id: string
  /** Unix ms; the moment that it is never begun before. */
  not_before: number
  accepted_at: number
  publications: Promised[]
  /** It is looked at each hour until all of it has ended. */
  open: boolean
  /** When it was last found ended, Unix ms. */
  settled_at: number
  /** The owner asked for its deletion on these accounts. */
  deleting: Set<string>
  scheduled: boolean
  cancelled: boolean
}

/** Jobs by what became of them: `container_create completed`. */
export type Jobs = Record<string, number>

/** A post is known for so long after its end: one that comes out later still is a breach without a post. */
const KNOWN_MS = 12 * DAY

const add = (into: Record<string, number>, name: string, by: number) => {
  into[name] = (into[name] ?? 0) + by
}

export class Ledger {
  readonly posts = new Map<string, Post>()
  readonly breaches: string[] = []
  readonly totals = { accepted: 0, publications: 0, out: 0, off: 0, requests: 0, refused: 0 }
  /** Ends of publications. */
  readonly ends: Record<string, number> = {}
  /** Codes of refused requests. */
  readonly refusals: Record<string, number> = {}
  /** Requests of an owner by Unix hour, and jobs by Unix day. */
  readonly #requests = new Map<string, Map<number, number>>()
  readonly #jobs = new Map<string, Map<number, Jobs>>()

  breach(what: string): void {
    this.breaches.push(what)
  }

  accepted(post: Post): void {
    this.posts.set(post.marker, post)
    this.totals.accepted += 1
    this.totals.publications += post.publications.length
  }

  find(marker: string, externalId: string): { post: Post; promised: Promised } | undefined {
    const post = this.posts.get(marker)
    const promised = post?.publications.find(({ external_id }) => external_id === externalId)
    return post && promised && { post, promised }
  }

  published(marker: string, externalId: string, at: number): void {
    this.totals.out += 1
    const found = this.find(marker, externalId)
    if (!found)
      return void this.breach(
        `${marker} came out on ${externalId}, long after its end or on an account that it does not name`,
      )
    const { post, promised } = found
    promised.out += 1
    if (promised.out > 1) this.breach(`${marker} came out ${promised.out} times on ${promised.platform}`)
    if (at < post.not_before) this.breach(`${marker} came out ${post.not_before - at} ms before its time`)
    if (!post.open && promised.end !== undefined)
      this.breach(`${marker} came out on ${promised.platform} after it had ended as ${promised.end}`)
  }

  deleted(marker: string, externalId: string): void {
    this.totals.off += 1
    const found = this.find(marker, externalId)
    if (!found) return void this.breach(`${marker} was deleted on ${externalId}, and nobody asked for it`)
    found.promised.off += 1
    if (!found.post.deleting.has(found.promised.account_id))
      this.breach(`${marker} was deleted, and nobody asked for it`)
  }

  request(ownerId: string, at: number, code?: string): void {
    this.totals.requests += 1
    if (code !== undefined) {
      this.totals.refused += 1
      add(this.refusals, code, 1)
    }
    const hours = this.#requests.get(ownerId) ?? new Map<number, number>()
    this.#requests.set(ownerId, hours)
    const hour = Math.floor(at / HOUR)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }

  /** Requests of hours `from` to before `to`. */
  requestsWithin(ownerId: string, from: number, to: number): number {
    const hours = this.#requests.get(ownerId)
    let total = 0
    if (hours) for (let hour = from; hour < to; hour += 1) total += hours.get(hour) ?? 0
    return total
  }

  job(ownerId: string, at: number, name: string): void {
    const days = this.#jobs.get(ownerId) ?? new Map<number, Jobs>()
    this.#jobs.set(ownerId, days)
    const day = Math.floor(at / DAY)
    const jobs = days.get(day) ?? {}
    days.set(day, jobs)
    add(jobs, name, 1)
  }

  jobsWithin(ownerId: string, from: number, to: number): Jobs {
    const total: Jobs = {}
    const days = this.#jobs.get(ownerId)
    if (days)
      for (let day = from; day < to; day += 1)
        for (const [name, count] of Object.entries(days.get(day) ?? {})) add(total, name, count)
    return total
  }

  ended(promised: Promised, end: string): void {
    promised.end = end
    add(this.ends, end, 1)
  }

  /** Everything of an owner that is gone. */
  drop(ownerId: string): void {
    for (const [marker, { owner_id }] of this.posts) if (owner_id === ownerId) this.posts.delete(marker)
    this.#requests.delete(ownerId)
    this.#jobs.delete(ownerId)
  }

  /** Forgets posts that ended long ago. */
  forget(now: number): void {
    for (const [marker, { open, settled_at }] of this.posts)
      if (!open && settled_at < now - KNOWN_MS) this.posts.delete(marker)
  }
}
