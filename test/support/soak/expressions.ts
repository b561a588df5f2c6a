// DynamoDB's expressions, compiled: conditions, updates, conditions on keys, projections. What is compiled once is kept: the
// service has a few hundred of them.

export type Item = Record<string, unknown>

/** What `#names` and `:values` stand for. */
export interface Given {
  names: Readonly<Record<string, string>>
  values: Readonly<Record<string, unknown>>
}

export class InvalidExpression extends Error {}

type Path = (given: Given) => (string | number)[]
type Operand = (item: Item, given: Given) => unknown
export type Condition = (item: Item, given: Given) => boolean
/** Changes `next`; what it reads is `before`. @returns the names of the attributes that it changes. */
export type Update = (next: Item, before: Item, given: Given) => Set<string>

const TOKEN = /\s*(?:(<>|<=|>=|[=<>(),.+\-[\]])|([#:]?[A-Za-z_][\w-]*|:\w+|#\w+)|(\d+))/y

const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) throw new InvalidExpression(`cannot be read from "${text.slice(at)}"`)
    tokens.push(found[1] ?? found[2] ?? found[3]!)
  }
  return tokens
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0
  if (one instanceof Set)
    return other instanceof Set && one.size === other.size && [...one].every((each) => other.has(each))
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length && names.every((name) => isEqual((one as Item)[name], (other as Item)[name]))
}

/** Strings by their UTF-8 bytes; undefined where the types differ or have no order. */
function compare(one: unknown, other: unknown): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  return undefined
}

const at = (item: unknown, path: readonly (string | number)[]): unknown => {
  let found = item
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Item)[part]
  }
  return found
}

const sizeOf = (value: unknown): number | undefined => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Set) return value.size
  if (value instanceof Uint8Array || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

class Reader {
  #at = 0
  readonly #tokens: string[]
  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  get next(): string | undefined {
    return this.#tokens[this.#at]
  }

  take(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new InvalidExpression('ends too early')
    this.#at += 1
    return token
  }

  is(word: string): boolean {
    return this.next !== undefined && this.next.toUpperCase() === word
  }

  accept(word: string): boolean {
    if (!this.is(word)) return false
    this.#at += 1
    return true
  }

  expect(word: string): void {
    if (!this.accept(word)) throw new InvalidExpression(`has ${this.next} where ${word} is due`)
  }

  isCall(): boolean {
    return this.#tokens[this.#at + 1] === '('
  }

  end(): void {
    if (this.next !== undefined) throw new InvalidExpression(`goes on with ${this.next}`)
  }
}

const nameIn = (token: string, { names }: Given): string => {
  if (!token.startsWith('#')) return token
  const name = names[token]
  if (name === undefined) throw new InvalidExpression(`${token} is not defined`)
  return name
}

const valueIn = (token: string, { values }: Given): unknown => {
  if (!(token in values)) throw new InvalidExpression(`${token} is not defined`)
  return values[token]
}

function readPath(reader: Reader): Path {
  const parts: ((given: Given) => string | number)[] = []
  const name = reader.take()
  parts.push((given) => nameIn(name, given))
  for (;;) {
    if (reader.accept('.')) {
      const inner = reader.take()
      parts.push((given) => nameIn(inner, given))
    } else if (reader.accept('[')) {
      const index = Number(reader.take())
      reader.expect(']')
      parts.push(() => index)
    } else return (given) => parts.map((part) => part(given))
  }
}

function readOperand(reader: Reader): Operand {
  const token = reader.next
  if (token?.startsWith(':')) {
    reader.take()
    return (_item, given) => valueIn(token, given)
  }
  if (reader.isCall()) {
    const name = reader.take()
    reader.expect('(')
    if (name === 'size') {
      const inner = readOperand(reader)
      reader.expect(')')
      return (item, given) => sizeOf(inner(item, given))
    }
    const first = name === 'if_not_exists' ? readPath(reader) : readOperand(reader)
    reader.expect(',')
    const second = readOperand(reader)
    reader.expect(')')
    if (name === 'if_not_exists') return (item, given) => at(item, (first as Path)(given)) ?? second(item, given)
    if (name !== 'list_append') throw new InvalidExpression(`calls ${name}`)
    return (item, given) => [...((first as Operand)(item, given) as unknown[]), ...(second(item, given) as unknown[])]
  }
  const path = readPath(reader)
  return (item, given) => at(item, path(given))
}

const CALLS: Record<string, (found: unknown, given: unknown) => boolean> = {
  begins_with: (found, start) => typeof found === 'string' && typeof start === 'string' && found.startsWith(start),
  contains: (found, part) => {
    if (typeof found === 'string') return typeof part === 'string' && found.includes(part)
    if (found instanceof Set) return found.has(part)
    return Array.isArray(found) && found.some((one) => isEqual(one, part))
  },
}

function readTerm(reader: Reader): Condition {
  if (reader.accept('NOT')) {
    const inner = readTerm(reader)
    return (item, given) => !inner(item, given)
  }
  if (reader.accept('(')) {
    const inner = readOr(reader)
    reader.expect(')')
    return inner
  }
  const name = reader.next
  if (name === 'attribute_exists' || name === 'attribute_not_exists') {
    reader.take()
    reader.expect('(')
    const path = readPath(reader)
    reader.expect(')')
    const wanted = name === 'attribute_exists'
    return (item, given) => (at(item, path(given)) !== undefined) === wanted
  }
  if (name !== undefined && name in CALLS && reader.isCall()) {
    const call = CALLS[reader.take()]!
    reader.expect('(')
    const first = readOperand(reader)
    reader.expect(',')
    const second = readOperand(reader)
    reader.expect(')')
    return (item, given) => call(first(item, given), second(item, given))
  }
  const left = readOperand(reader)
  if (reader.accept('BETWEEN')) {
    const from = readOperand(reader)
    reader.expect('AND')
    const to = readOperand(reader)
    return (item, given) => {
      const value = left(item, given)
      const [low, high] = [compare(value, from(item, given)), compare(value, to(item, given))]
      return low !== undefined && high !== undefined && low >= 0 && high <= 0
    }
  }
  if (reader.accept('IN')) {
    reader.expect('(')
    const among: Operand[] = []
    do among.push(readOperand(reader))
    while (reader.accept(','))
    reader.expect(')')
    return (item, given) => among.some((one) => isEqual(left(item, given), one(item, given)))
  }
  const operator = reader.take()
  const right = readOperand(reader)
  if (operator === '=')
    return (item, given) => {
      const value = left(item, given)
      return value !== undefined && isEqual(value, right(item, given))
    }
  if (operator === '<>') return (item, given) => !isEqual(left(item, given), right(item, given))
  const holds: Record<string, (order: number) => boolean> = {
    '<': (order) => order < 0,
    '<=': (order) => order <= 0,
    '>': (order) => order > 0,
    '>=': (order) => order >= 0,
  }
  const test = holds[operator]
  if (!test) throw new InvalidExpression(`compares by ${operator}`)
  return (item, given) => {
    const order = compare(left(item, given), right(item, given))
    return order !== undefined && test(order)
  }
}

function readAnd(reader: Reader): Condition {
  const first = readTerm(reader)
  if (!reader.is('AND')) return first
  const all = [first]
  while (reader.accept('AND')) all.push(readTerm(reader))
  return (item, given) => all.every((one) => one(item, given))
}

function readOr(reader: Reader): Condition {
  const first = readAnd(reader)
  if (!reader.is('OR')) return first
  const all = [first]
  while (reader.accept('OR')) all.push(readAnd(reader))
  return (item, given) => all.some((one) => one(item, given))
}

function kept<T>(read: (reader: Reader) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let found = known.get(text)
    if (found === undefined) {
      const reader = new Reader(text)
      found = read(reader)
      reader.end()
      known.set(text, found)
    }
    return found
  }
}

export const conditionOf = kept(readOr)

/** Containers on the way are copied: an item that was read before keeps what it had. */
function setAt(item: Item, path: readonly (string | number)[], value: unknown): void {
  const [first, ...rest] = path
  if (rest.length === 0) {
    if (value === undefined) delete item[first!]
    else item[first!] = value
    return
  }
  const inner = item[first!]
  if (typeof inner !== 'object' || inner === null) throw new InvalidExpression('names a path that is not there')
  const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Item
  setAt(copy, rest, value)
  item[first!] = copy
}

/** @returns the path that it changes. */
type Change = (next: Item, before: Item, given: Given) => readonly (string | number)[]

function readSet(reader: Reader): Change {
  const path = readPath(reader)
  reader.expect('=')
  const first = readOperand(reader)
  const sign = reader.accept('+') ? 1 : reader.accept('-') ? -1 : 0
  const second = sign === 0 ? undefined : readOperand(reader)
  return (next, before, given) => {
    const value = first(before, given)
    if (value === undefined) throw new InvalidExpression('sets an attribute to one that is not there')
    const where = path(given)
    setAt(next, where, second ? (value as number) + sign * (second(before, given) as number) : value)
    return where
  }
}

function readAdd(reader: Reader): Change {
  const path = readPath(reader)
  const token = reader.take()
  return (next, before, given) => {
    const where = path(given)
    const [found, added] = [at(before, where), valueIn(token, given)]
    if (added instanceof Set) setAt(next, where, new Set([...((found as Set<unknown>) ?? []), ...added]))
    else setAt(next, where, ((found as number | undefined) ?? 0) + (added as number))
    return where
  }
}

function readDelete(reader: Reader): Change {
  const path = readPath(reader)
  const token = reader.take()
  return (next, before, given) => {
    const where = path(given)
    const gone = valueIn(token, given) as Set<unknown>
    const left = [...((at(before, where) as Set<unknown>) ?? [])].filter((one) => !gone.has(one))
    setAt(next, where, left.length === 0 ? undefined : new Set(left))
    return where
  }
}

function readRemove(reader: Reader): Change {
  const path = readPath(reader)
  return (next, _before, given) => {
    const where = path(given)
    setAt(next, where, undefined)
    return where
  }
}

const CLAUSES: Record<string, (reader: Reader) => Change> = {
  SET: readSet,
  ADD: readAdd,
  DELETE: readDelete,
  REMOVE: readRemove,
}

export const updateOf = kept((reader): Update => {
  const changes: Change[] = []
  while (reader.next !== undefined) {
    const clause = CLAUSES[reader.take().toUpperCase()]
    if (!clause) throw new InvalidExpression('has an unknown clause')
    do changes.push(clause(reader))
    while (reader.accept(','))
  }
  return (next, before, given) => new Set(changes.map((change) => String(change(next, before, given)[0])))
})

/** Names of the attributes that a projection lets through: those at the top alone, which is all that the service asks for. */
export const projectionOf = kept((reader) => {
  const names: string[] = []
  do names.push(reader.take())
  while (reader.accept(','))
  return (given: Given): string[] => names.map((name) => nameIn(name, given))
})

/** A range of sort keys: from the first to the last that fits. */
export interface KeyRange {
  partition: string
  /** Whether a sort key is before the range, and whether it is after it. */
  before(sort: string): boolean
  behind(sort: string): boolean
}

type Bound = (given: Given) => { before(sort: string): boolean; behind(sort: string): boolean }

const text = (token: string, given: Given): string => {
  const value = valueIn(token, given)
  if (typeof value !== 'string') throw new InvalidExpression(`${token} is no key`)
  return value
}
const never = () => false

function readBound(reader: Reader): Bound {
  if (reader.is('BEGINS_WITH')) {
    reader.take()
    reader.expect('(')
    readPath(reader)
    reader.expect(',')
    const token = reader.take()
    reader.expect(')')
    return (given) => {
      const start = text(token, given)
      return { before: (sort) => sort < start, behind: (sort) => sort >= start && !sort.startsWith(start) }
    }
  }
  readPath(reader)
  if (reader.accept('BETWEEN')) {
    const from = reader.take()
    reader.expect('AND')
    const to = reader.take()
    return (given) => {
      const [first, last] = [text(from, given), text(to, given)]
      return { before: (sort) => sort < first, behind: (sort) => sort > last }
    }
  }
  const operator = reader.take()
  const token = reader.take()
  return (given) => {
    const value = text(token, given)
    if (operator === '=') return { before: (sort) => sort < value, behind: (sort) => sort > value }
    if (operator === '<') return { before: never, behind: (sort) => sort >= value }
    if (operator === '<=') return { before: never, behind: (sort) => sort > value }
    if (operator === '>') return { before: (sort) => sort <= value, behind: never }
    if (operator === '>=') return { before: (sort) => sort < value, behind: never }
    throw new InvalidExpression(`compares a key by ${operator}`)
  }
}

export const keyRangeOf = kept((reader) => {
  readPath(reader)
  reader.expect('=')
  const token = reader.take()
  const bound = reader.accept('AND') ? readBound(reader) : () => ({ before: never, behind: never })
  return (given: Given): KeyRange => ({ partition: text(token, given), ...bound(given) })
})
