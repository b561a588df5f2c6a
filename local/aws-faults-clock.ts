// The clocks of two functions are never quite the same: here they are up to two seconds apart. Loaded by every function's process:
// it imports nothing.

/** From the real time, each way. */
const OFF_MS = 1000

/** @param chance from 0 to under 1. @returns how far the clock of a process is from the real time, ms. */
export const clockOffset = (chance: () => number = Math.random): number => Math.round((2 * chance() - 1) * OFF_MS)

/** From now on this process has another time. Timers run as they did. */
export function skewClock(offsetMs: number): void {
  const Real = Date
  const now = () => Real.now() + offsetMs
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked as new () => object) as object,
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}
