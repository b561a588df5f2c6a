// How large an answer may be. A function returns 6 MB at most, in which the body is a string in JSON: each quote of it is escaped
// once more (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).

/** Bytes of `data` in what the function returns; the rest is for the envelope around it and the headers. */
const MOST_BYTES = 5_400_000

/** Bytes that a JSON text takes of an answer. */
export const bytesInAnswer = (json: string): number => Buffer.byteLength(JSON.stringify(json))

/** A UTF-16 unit of JSON takes so many bytes at most as part of a string in JSON: three in UTF-8, or two where it is escaped. */
const MOST_PER_UNIT = 3

/** Whether a function can answer with it. */
function fitsAnswer(data: unknown): boolean {
  const json = JSON.stringify(data)
  // Nearly every answer is far smaller: it is not escaped a second time to be counted.
  return json.length * MOST_PER_UNIT <= MOST_BYTES || bytesInAnswer(json) <= MOST_BYTES
}

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
