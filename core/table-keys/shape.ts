// How keys are written and read: a word, and parts with `#` between them.

/** How a part of a key is written, and read again. */
interface Part<T> {
  kind: 'text' | 'number' | 'number of 8 digits' | 'time'
  write(value: T): string
  read(text: string): T
}

/** A text with `#` between its parts, after the word that names its kind. Only the last part may contain a `#` itself. */
export interface Shape<V extends unknown[]> {
  (...parts: V): string
  /** Reads the parts. @throws if the text has another shape: the item is corrupt. */
  read(text: string): V
  /** Every text of the shape begins so. */
  prefix: string
  /** As a condition of IAM names all texts of the shape. */
  pattern: string
  parts: readonly Part<never>[]
}

export function shape<V extends unknown[]>(word: string, ...parts: { [I in keyof V]: Part<V[I]> }): Shape<V> {
  const prefix = word === '' ? '' : `${word}#`
  const last = parts.length - 1
  const make = (...values: V) => prefix + parts.map((part, at) => part.write(values[at])).join('#')
  const read = (made: string): V => {
    const refuse = () => new Error(`not a key of ${prefix}: ${made}`)
    if (!made.startsWith(prefix)) throw refuse()
    const found: unknown[] = []
    let from = prefix.length
    for (let at = 0; at < last; at += 1) {
      const end = made.indexOf('#', from)
      if (end < 0) throw refuse()
      found.push(parts[at]!.read(made.slice(from, end)))
      from = end + 1
    }
    found.push(parts[last]!.read(made.slice(from)))
    return found as V
  }
  return Object.assign(make, { read, prefix, pattern: `${prefix}*`, parts: parts as readonly Part<never>[] })
}

export const text: Part<string> = { kind: 'text', write: (value) => value, read: (value) => value }
export const number: Part<number> = { kind: 'number', write: String, read: Number }
/** Sorts as text. */
export const digits8: Part<number> = {
  kind: 'number of 8 digits',
  write: (value) => String(value).padStart(8, '0'),
  read: Number,
}

export interface Key {
  pk: string
  sk: string
}

/** Work that is due is spread over this many partitions of `by_due`, so that no one of them is hot. */
export const DUE_SHARDS = 8

/** Unix ms as text that sorts. */
export const sortable = (ms: number): string => String(Math.max(0, Math.trunc(ms))).padStart(15, '0')
export const time: Part<number> = { kind: 'time', write: sortable, read: Number }

/** `~` sorts after every id and after the `#` before it: after all items of this time. */
export const endOf = (ms: number): string => `${sortable(ms)}~`

/** The sort key of both indexes: a time and the item's id, so that no two are equal. */
export const timed = shape('', time, text)

/** A stable shard of an id (FNV-1a): the same item always sits in the same one. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return hash % DUE_SHARDS
}
