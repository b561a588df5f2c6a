// Record keys of posts (TID): 13 characters that say when they were made, in microseconds, and sort by it.

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13
/** Tells apart what several writers make in the same microsecond. */
const CLOCK_BITS = 10n

/** @param now Unix ms. @param chance two numbers in [0, 1): the microsecond, and the writer. */
export function newTid(now: number, chance: readonly [number, number] = [Math.random(), Math.random()]): string {
  const micros = BigInt(Math.floor(now)) * 1000n + BigInt(Math.floor(chance[0] * 1000))
  let left = (micros << CLOCK_BITS) | BigInt(Math.floor(chance[1] * 2 ** Number(CLOCK_BITS)))
  let text = ''
  for (let at = 0; at < LENGTH; at += 1) {
    text = DIGITS[Number(left & 31n)] + text
    left >>= 5n
  }
  return text
}

/** When the key was made, Unix ms. */
export function timeOfTid(tid: string): number {
  let value = 0n
  for (const digit of tid) value = (value << 5n) | BigInt(DIGITS.indexOf(digit))
  return Number((value >> CLOCK_BITS) / 1000n)
}
