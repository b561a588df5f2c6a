// How large an answer may be. A function returns 6 MB at most, in which the body is a string in JSON: each quote of it is escaped
// once more (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).

/** Bytes of `data` in what the function returns; the rest is for the envelope around it and the headers. */
const MOST_BYTES = 5_400_000

/** Whether a function can answer with it. */
const fitsAnswer = (data: unknown): boolean => Buffer.byteLength(JSON.stringify(JSON.stringify(data))) <= MOST_BYTES

/** The first of the forms that a function can answer with, from the fullest on; the last one where none is. */
export function fitting<T>(...forms: readonly [() => T, ...(() => T)[]]): T {
  for (const form of forms.slice(0, -1)) {
    const data = form()
    if (fitsAnswer(data)) return data
  }
  return forms.at(-1)!()
}

/**
 * Finds the texts that several accounts of an answer have at the same place, to be shown with the first of them.
 * @returns the account that has the text at this place already; undefined for the first, which is remembered.
 */
export function shownOnce(): (text: string, place: number, accountId: string) => string | undefined {
  const first = new Map<string, string>()
  return (text, place, accountId) => {
    const key = `${place} ${text}`
    const before = first.get(key)
    if (before === undefined) first.set(key, accountId)
    return before
  }
}
