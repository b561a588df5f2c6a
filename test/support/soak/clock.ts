// A clock that runs as fast as there is something to do: what waits is called in the order of its time, and in between no time
// passes. It takes the place of this process's clock, timers and chance, so that a run is the same for the same seed.
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import callbacks from 'node:timers'
import timers from 'node:timers/promises'
import { randomFrom } from '../random.ts'

interface Waiting {
  at: number
  order: number
  act: () => unknown
}

const immediately = globalThis.setImmediate

export class Clock {
  #now: number
  #order = 0
  /** A heap: the soonest first, of two of the same time the one that was set first. */
  readonly #waiting: Waiting[] = []
  readonly #cancelled = new Set<Waiting>()
  /** Work that waits for the machine itself, and not for the time. */
  #held = 0
  /** In [0, 1). */
  readonly chance: () => number
  fault: unknown

  constructor(now: number, seed: number) {
    this.#now = now
    this.chance = randomFrom(seed)
  }

  get now(): number {
    return this.#now
  }

  /** Past work is done at once, after all else of this moment. */
  at(time: number, act: () => unknown): Waiting {
    this.#order += 1
    const one = { at: Math.max(time, this.#now), order: this.#order, act }
    this.#push(one)
    return one
  }

  /** Work that is begun now; a fault of it ends the run. */
  begin(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      this.fault ??= error
    })
  }

  /** The time stands still until it is done. */
  hold(work: () => Promise<unknown>): void {
    this.#held += 1
    this.begin(() => work().finally(() => (this.#held -= 1)))
  }

  /** Goes on to `until`, Unix ms. @throws the first fault of the work that was begun. */
  async run(until: number): Promise<void> {
    for (;;) {
      const next = this.#waiting[0]
      if (!next || next.at > until) break
      this.#now = next.at
      while (this.#waiting[0] && this.#waiting[0].at <= this.#now) {
        const one = this.#pop()
        if (!this.#cancelled.delete(one)) one.act()
      }
      do await new Promise((resolve) => immediately(resolve))
      while (this.#held > 0)
      if (this.fault) throw this.fault
    }
    this.#now = Math.max(this.#now, until)
  }

  /** Call it before the service is loaded. */
  install(): void {
    const clock = this
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(clock.#now)
        else super(...(given as [number]))
      }
      static override now(): number {
        return clock.#now
      }
    } as DateConstructor
    const wait = (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      const one = clock.at(clock.#now + Math.max(0, ms), () => act(...given))
      return Object.assign(one, { unref: () => one, ref: () => one })
    }
    globalThis.setTimeout = wait as unknown as typeof setTimeout
    globalThis.clearTimeout = ((one?: Waiting) => {
      if (one && one.at >= clock.#now) clock.#cancelled.add(one)
    }) as typeof clearTimeout
    // Middy ends an invocation before its time is over by these: a run that stands still for a minute would fail.
    callbacks.setTimeout = globalThis.setTimeout
    callbacks.clearTimeout = globalThis.clearTimeout
    const pause = (ms = 0, value?: unknown) => new Promise((resolve) => clock.at(clock.#now + ms, () => resolve(value)))
    timers.setTimeout = pause as typeof timers.setTimeout
    performance.now = () => clock.#now
    // Limits of calls: what is simulated answers in time.
    AbortSignal.timeout = () => new AbortController().signal
    Math.random = this.chance
    const bytes = (into: Uint8Array) => {
      for (let at = 0; at < into.length; at += 1) into[at] = Math.floor(clock.chance() * 256)
      return into
    }
    const uuid = () => {
      const hex = Buffer.from(bytes(new Uint8Array(16))).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    }
    crypto.randomUUID = uuid as typeof crypto.randomUUID
    crypto.getRandomValues = ((into: Uint8Array) => {
      bytes(new Uint8Array(into.buffer, into.byteOffset, into.byteLength))
      return into
    }) as typeof crypto.getRandomValues
    nodeCrypto.randomUUID = uuid as typeof nodeCrypto.randomUUID
    nodeCrypto.randomBytes = ((size: number) => Buffer.from(bytes(new Uint8Array(size)))) as never
    syncBuiltinESMExports()
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    return one.at < other.at || (one.at === other.at && one.order < other.order)
  }

  #push(one: Waiting): void {
    const heap = this.#waiting
    let at = heap.push(one) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(one, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = one
  }

  #pop(): Waiting {
    const heap = this.#waiting
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!this.#isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return first
  }
}
