// key ...
import { dropRevokedMirrors, revokeKey, rotateKey } from '../../core/api-keys/change-key.ts'
import { issueKey } from '../../core/api-keys/issue-key.ts'
import { listKeyViews } from '../../core/api-keys/list-keys.ts'
import { OLD_SECRET_HOURS } from '../../core/api-keys/rules/old-secret.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { type Call, type Outcome, table, wholeNumber } from './command.ts'

const stopped = (by: number): string => (by <= Date.now() ? 'is refused from now on' : 'stops within a minute')

const ONCE = 'It is shown this once and cannot be read again.'

const time = (ms: number | null): string => (ms === null ? 'never' : new Date(ms).toISOString())

/** The command still says what it has done, and shows the secret, which is shown only once. The next command clears up. */
const clearUp = (ownerId: string): Promise<void> => dropRevokedMirrors(ownerId).catch(() => undefined)

export async function create({ options, stack }: Call): Promise<Outcome> {
  const rateLimit = wholeNumber('rate-limit', options['rate-limit'])
  const owner = await requireOwner(options.owner as string)
  await clearUp(owner.id)
  const { key, secret } = await issueKey({
    ownerId: owner.id,
    rateLimit,
    label: options.label,
    gateway: stack.gateway,
  })
  const { key_id, owner_id, rate_limit } = key
  return {
    json: { key_id, api_key: secret, owner_id, rate_limit },
    text: `API key ${key_id} of ${owner.name}, ${rate_limit} requests a minute:\n${secret}\n${ONCE}`,
  }
}

export async function list({ options }: Call): Promise<Outcome> {
  const owner = await requireOwner(options.owner as string)
  const keys = await listKeyViews(owner.id)
  const rows = keys.map((key) => [
    key.key_id,
    key.status,
    `${key.rate_limit}/min`,
    time(key.created_at),
    time(key.last_used_at),
    key.label ?? '',
  ])
  const text =
    rows.length === 0 ? 'No keys.' : table([['ID', 'STATUS', 'RATE', 'CREATED', 'LAST USED', 'LABEL'], ...rows])
  return { json: { keys }, text }
}

export async function rotate({ words, options }: Call): Promise<Outcome> {
  const hours = wholeNumber('keep-old-hours', options['keep-old-hours'])
  const keepOldHours = OLD_SECRET_HOURS.find((one) => one === hours) ?? 0
  const { key, secret, oldStopsAt } = await rotateKey(words['key-id'] as string, { keepOldHours })
  await clearUp(key.owner_id)
  const old = keepOldHours > 0 ? `works until ${time(oldStopsAt)}` : stopped(oldStopsAt)
  return {
    json: { key_id: key.key_id, api_key: secret, ...(keepOldHours > 0 ? { old_secret_until: oldStopsAt } : {}) },
    text: `New secret of API key ${key.key_id}:\n${secret}\n${ONCE} The old one ${old}.`,
  }
}

export async function revoke({ words }: Call): Promise<Outcome> {
  const { key, stopsAt } = await revokeKey(words['key-id'] as string)
  await clearUp(key.owner_id)
  return { json: { key_id: key.key_id, status: 'revoked' }, text: `API key ${key.key_id} ${stopped(stopsAt)}.` }
}
