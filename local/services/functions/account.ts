// The concurrency of an AWS account: one limit for all functions, less what some of them have reserved.

/** Counts what runs in one part of the account. */
export interface Room {
  /** Takes a place, if there is one. @returns what gives it back, which may be called more than once. */
  enter(): (() => void) | undefined
}

const roomFor = (most: number): Room => {
  let running = 0
  return {
    enter: () => {
      if (running >= most) return undefined
      running += 1
      let inside = true
      return () => {
        if (inside) running -= 1
        inside = false
      }
    },
  }
}

/** Lambda keeps so much for functions that have nothing reserved: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const UNRESERVED = 100

/**
 * @param concurrency of the account.
 * @param reserved what functions have reserved, by their ids.
 * @returns the room of each function by its id.
 * @throws {Error} when more is reserved than AWS would take.
 */
export function createAccount(concurrency: number, reserved: ReadonlyMap<string, number>): (id: string) => Room {
  const taken = [...reserved.values()].reduce((sum, one) => sum + one, 0)
  if (taken > 0 && concurrency - taken < UNRESERVED) {
    throw new Error(
      `The functions of the stack reserve ${taken} of the ${concurrency} that may run at once, of which AWS keeps ${UNRESERVED} unreserved: ` +
        `synthesize it with accountConcurrency=${concurrency}.`,
    )
  }
  const shared = roomFor(concurrency - taken)
  const own = new Map([...reserved].map(([id, most]) => [id, roomFor(most)]))
  return (id) => own.get(id) ?? shared
}
