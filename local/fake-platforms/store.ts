// State in memory, and every change appended to a journal before anything is answered: a SIGKILL loses nothing that
// a caller was told. (The write reaches the kernel, which outlives the process; power loss is not survived.)
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Rule } from './faults.ts'
import type { Account, App, Code, Comment, Container, Post, RequestRecord, Token } from './model.ts'
import type { Schemas, Settings } from './settings.ts'
import type { PlatformRules } from './simulator.ts'

/** Requests kept over a restart. */
const REQUESTS_KEPT = 20_000

interface Meta {
  /** The secret that token texts are derived from. */
  secret: string
  demo_account: string
  demo_token: number
  seed: number
  next_serial: number
  next_rule: number
}

interface Kinds {
  meta: Meta
  settings: Settings
  account: Account
  token: Token
  code: Code
  app: App
  container: Container
  post: Post
  comment: Comment
  rule: Rule
  rule_gone: { id: number }
  request: RequestRecord
}

type Line = { [K in keyof Kinds]: { k: K; v: Kinds[K] } }[keyof Kinds]

/** Is in every token that a simulator issues and in nothing else, so that a search for leaked tokens finds no others by chance. */
export const TOKEN_MARK = '-SimulatedToken-'

/** The part of one account; an empty one that is kept, where there was none. */
function partOf<T>(parts: Map<string, Map<string, T>>, account: string): Map<string, T> {
  const found = parts.get(account) ?? new Map<string, T>()
  parts.set(account, found)
  return found
}

/** Settings that an earlier version stored: missing ones get their defaults, and ones that no longer exist are dropped. */
const asKnown = <S extends object>(written: S, first: S): S =>
  Object.fromEntries(Object.entries({ ...first, ...written }).filter(([name]) => name in first)) as S

export class Store<S extends Settings = Settings> {
  meta: Meta
  settings: S
  readonly accounts = new Map<string, Account>()
  readonly tokens = new Map<number, Token>()
  readonly codes = new Map<string, Code>()
  readonly apps = new Map<string, App>()
  readonly containers = new Map<string, Container>()
  readonly posts = new Map<string, Post>()
  readonly comments = new Map<string, Comment>()
  readonly rules = new Map<number, Rule>()
  readonly requests: RequestRecord[] = []
  /** How often each operation was called. */
  readonly calls: Record<string, number> = {}
  private readonly postsBy = new Map<string, Map<string, Post>>()
  private readonly containersBy = new Map<string, Map<string, Container>>()
  private readonly serialOf = new Map<string, number>()
  private readonly prefix: string
  private fd: number

  constructor({ name, tokenPrefix }: PlatformRules, dataDir: string, schemas: Schemas) {
    mkdirSync(dataDir, { recursive: true })
    this.settings = schemas.settings.parse({}) as S
    this.prefix = tokenPrefix
    this.meta = {
      secret: randomBytes(32).toString('hex'),
      demo_account: '',
      demo_token: 0,
      seed: 1,
      next_serial: 1,
      next_rule: 1,
    }
    const path = join(dataDir, `${name}.jsonl`)
    if (existsSync(path)) this.load(readFileSync(path, 'utf8'))
    this.settings = asKnown(this.settings, schemas.settings.parse({}) as S)
    for (const token of this.tokens.values()) this.serialOf.set(this.tokenText(token.serial), token.serial)
    this.compact(path)
    this.fd = openSync(path, 'a')
  }

  /** Applies a change and makes it durable. */
  put<K extends keyof Kinds>(kind: K, value: Kinds[K]): void {
    const line = { k: kind, v: value } as Line
    this.apply(line)
    appendFileSync(this.fd, `${JSON.stringify(line)}\n`)
  }

  /** @returns the text of the new token; only its serial is kept. */
  issueToken(grant: Omit<Token, 'serial' | 'revoked'>): string {
    const serial = this.meta.next_serial
    this.put('meta', { ...this.meta, next_serial: serial + 1 })
    this.put('token', { ...grant, serial, revoked: null })
    const text = this.tokenText(serial)
    this.serialOf.set(text, serial)
    return text
  }

  /** The posts of one account, oldest first: a call about one account must not take longer for all the others. */
  postsOf(account: string): Post[] {
    return [...(this.postsBy.get(account)?.values() ?? [])]
  }

  /** The containers of one account, oldest first. */
  containersOf(account: string): Container[] {
    return [...(this.containersBy.get(account)?.values() ?? [])]
  }

  findToken(text: string): Token | undefined {
    const serial = this.serialOf.get(text)
    return serial === undefined ? undefined : this.tokens.get(serial)
  }

  tokenText(serial: number): string {
    const text = createHmac('sha512', this.meta.secret).update(String(serial)).digest('base64url')
    return `${this.prefix}${text.slice(0, 35)}${TOKEN_MARK}${text.slice(35 + TOKEN_MARK.length)}`
  }

  /**
   * A fresh id of a kind. Above 2^53 and odd, so that passing through a JavaScript number always changes it.
   */
  newId(prefix: string): string {
    for (;;) {
      const id = `${prefix}${String(randomInt(0, 10 ** 12)).padStart(12, '0')}${randomInt(0, 5) * 2 + 1}`
      if (!this.containers.has(id) && !this.posts.has(id) && !this.accounts.has(id)) return id
    }
  }

  close(): void {
    closeSync(this.fd)
    this.fd = -1
  }

  private apply(line: Line): void {
    if (line.k === 'meta') this.meta = line.v
    else if (line.k === 'settings') this.settings = line.v as S
    else if (line.k === 'account') this.accounts.set(line.v.external_id, line.v)
    else if (line.k === 'token') this.tokens.set(line.v.serial, line.v)
    else if (line.k === 'code') this.codes.set(line.v.code, line.v)
    else if (line.k === 'app') this.apps.set(line.v.client_id, line.v)
    else if (line.k === 'container') {
      this.containers.set(line.v.id, line.v)
      partOf(this.containersBy, line.v.account).set(line.v.id, line.v)
    } else if (line.k === 'post') {
      this.posts.set(line.v.id, line.v)
      partOf(this.postsBy, line.v.account).set(line.v.id, line.v)
    } else if (line.k === 'comment') this.comments.set(line.v.id, line.v)
    else if (line.k === 'rule') this.rules.set(line.v.id, line.v)
    else if (line.k === 'rule_gone') this.rules.delete(line.v.id)
    else {
      const { operation } = line.v
      this.requests.push(line.v)
      if (operation) this.calls[operation] = (this.calls[operation] ?? 0) + 1
    }
  }

  private load(text: string): void {
    const lines = text.split('\n')
    // Bytes after the last line feed were being written when the process died, so they were never answered.
    lines.pop()
    for (const line of lines) this.apply(JSON.parse(line) as Line)
  }

  private compact(path: string): void {
    const lines: Line[] = [
      { k: 'meta', v: this.meta },
      { k: 'settings', v: this.settings },
    ]
    for (const v of this.accounts.values()) lines.push({ k: 'account', v })
    for (const v of this.tokens.values()) lines.push({ k: 'token', v })
    for (const v of this.codes.values()) lines.push({ k: 'code', v })
    for (const v of this.apps.values()) lines.push({ k: 'app', v })
    for (const v of this.containers.values()) lines.push({ k: 'container', v })
    for (const v of this.posts.values()) lines.push({ k: 'post', v })
    for (const v of this.comments.values()) lines.push({ k: 'comment', v })
    for (const v of this.rules.values()) lines.push({ k: 'rule', v })
    for (const v of this.requests.slice(-REQUESTS_KEPT)) lines.push({ k: 'request', v })
    writeFileSync(`${path}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
}
