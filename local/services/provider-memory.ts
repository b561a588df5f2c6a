// Codes, grants and sessions of the local sign-in: in memory, for as long as it runs.
import type { AdapterPayload } from 'oidc-provider'

/** Sign-ins that are under way; they are gone with the process, and people begin again. */
export class Memory {
  static readonly #stored = new Map<string, { payload: AdapterPayload; until: number }>()
  static readonly #uids = new Map<string, string>()
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    Memory.#stored.set(`${this.#kind}:${id}`, { payload, until: Date.now() + (seconds || 3600) * 1000 })
    if (payload.uid) Memory.#uids.set(payload.uid, id)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = Memory.#stored.get(`${this.#kind}:${id}`)
    return found && found.until > Date.now() ? found.payload : undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const id = Memory.#uids.get(uid)
    return id === undefined ? undefined : this.find(id)
  }

  /** Codes of devices: no client here has any. */
  findByUserCode = async (): Promise<undefined> => undefined

  async consume(id: string): Promise<void> {
    const found = await this.find(id)
    if (found) found.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    Memory.#stored.delete(`${this.#kind}:${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of Memory.#stored) if (payload.grantId === grantId) Memory.#stored.delete(key)
  }
}
