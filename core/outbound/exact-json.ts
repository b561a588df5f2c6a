// JSON as platforms send it: ids may be numbers above 2^53.

/**
 * Values of one answer: several times as many as a platform sends. Callers name many of the servers, and a worker reads the answers to
 * several owners at once: each value takes up to three hundred bytes of the memory that they share.
 */
const MOST_VALUES = 50_000

const [QUOTE, ESCAPE, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0))

/** Where a string ends that begins there. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === ESCAPE) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Whether a text has more values than that, which is seen without reading it. */
function hasMoreValues(text: string, most: number): boolean {
  // Each takes two characters at least.
  if (text.length <= most * 2) return false
  let values = 0
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === COMMA || sign === LIST || sign === OBJECT) values += 1
  }
  return values > most
}

type SourceReviver = (key: string, value: unknown, context: { source: string }) => unknown

/**
 * JSON, in which whole numbers beyond 2^53 come out as the digits that were sent; undefined if the text is not JSON, or has more
 * values than any platform sends. Servers that cut a text within an emoji send half of it: strict readers of JSON refuse an answer of ours
 * that has such a half, so it is replaced here.
 */
export function exactJson(text: string): unknown {
  if (hasMoreValues(text, MOST_VALUES)) return undefined
  const exact: SourceReviver = (_key, value, context) => {
    if (typeof value === 'string') return value.toWellFormed()
    return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source)
      ? context.source
      : value
  }
  try {
    // The third argument is in Node 24, not yet in the type.
    return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}
