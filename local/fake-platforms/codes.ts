// Codes that an account's owner is sent back with: what an app exchanges for a token.
import { randomBytes } from 'node:crypto'
import type { Code } from './model.ts'
import type { Simulator } from './simulator.ts'

const CODE_MS = 3_600_000

export function issueCode(
  sim: Simulator,
  code: Pick<Code, 'account' | 'scopes' | 'client_id' | 'redirect_uri' | 'challenge'>,
): string {
  const text = `AQ${randomBytes(48).toString('base64url')}`
  sim.store.put('code', { ...code, code: text, expires_at: sim.now() + CODE_MS, used: false })
  return text
}
