// JSON as platforms send it: ids may be numbers above 2^53.

type SourceReviver = (key: string, value: unknown, context: { source: string }) => unknown

/** JSON, in which whole numbers beyond 2^53 come out as the digits that were sent; undefined if the text is not JSON. */
export function exactJson(text: string): unknown {
  const exact: SourceReviver = (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source) ? context.source : value
  try {
    // The third argument is in Node 24, not yet in the type.
    return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}
