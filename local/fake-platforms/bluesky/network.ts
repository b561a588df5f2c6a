// The state of the network in memory, and every change appended to a journal before anything is answered.
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GivenCode, Kept, Person, Pushed, SignedIn, StoredBlob, Upload } from './model.ts'

interface Kinds {
  person: Person
  session: SignedIn
  record: Kept
  record_gone: Pick<Kept, 'did' | 'collection' | 'rkey'>
  blob: StoredBlob
  pushed: Pushed
  code: GivenCode
  upload: Upload
}
type Line = { [K in keyof Kinds]: { k: K; v: Kinds[K] } }[keyof Kinds]

export const keyOf = ({ did, collection, rkey }: Pick<Kept, 'did' | 'collection' | 'rkey'>): string =>
  `${did}/${collection}/${rkey}`

export class Network {
  readonly people = new Map<string, Person>()
  readonly sessions = new Map<string, SignedIn>()
  readonly records = new Map<string, Kept>()
  readonly blobs = new Map<string, StoredBlob>()
  readonly pushed = new Map<string, Pushed>()
  readonly codes = new Map<string, GivenCode>()
  readonly uploads = new Map<string, Upload>()
  /** Changes of records, by account: what did nothing is no commit. */
  readonly commits = new Map<string, number>()
  private fd: number

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    const path = join(dataDir, 'bluesky-network.jsonl')
    if (existsSync(path)) {
      const lines = readFileSync(path, 'utf8').split('\n')
      // Bytes after the last line feed were being written when the process died, so they were never answered.
      if (lines.pop() !== '') writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
      for (const line of lines) this.apply(JSON.parse(line) as Line)
      this.fd = openSync(path, 'a')
    } else this.fd = openSync(path, 'a', 0o600)
  }

  put<K extends keyof Kinds>(kind: K, value: Kinds[K]): void {
    const line = { k: kind, v: value } as Line
    this.apply(line)
    appendFileSync(this.fd, `${JSON.stringify(line)}\n`)
  }

  personNamed(name: string): Person | undefined {
    return this.people.get(name) ?? [...this.people.values()].find(({ handle }) => handle === name.toLowerCase())
  }

  close(): void {
    closeSync(this.fd)
  }

  private apply({ k, v }: Line): void {
    if (k === 'person') this.people.set(v.did, v)
    else if (k === 'session') this.sessions.set(v.sid, v)
    else if (k === 'record') {
      this.records.set(keyOf(v), v)
      this.commits.set(v.did, (this.commits.get(v.did) ?? 0) + 1)
    } else if (k === 'record_gone') {
      this.records.delete(keyOf(v))
      this.commits.set(v.did, (this.commits.get(v.did) ?? 0) + 1)
    } else if (k === 'blob') this.blobs.set(`${v.did}/${v.cid}`, v)
    else if (k === 'pushed') this.pushed.set(v.uri, v)
    else if (k === 'code') this.codes.set(v.code, v)
    else if (k === 'upload') this.uploads.set(v.job, v)
  }
}
