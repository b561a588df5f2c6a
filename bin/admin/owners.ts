// owner ...

import { setTimeout as sleep } from 'node:timers/promises'
import { deleteOwner } from '../../core/owners/delete-owner.ts'
import type { Owner } from '../../core/owners/owner.ts'
import { getOwner, listOwners, setRateLimitMax } from '../../core/owners/owner-store.ts'
import { checkRateLimitMax, createOwner, requireOwner } from '../../core/owners/owners.ts'
import { checkStorage, setStorage } from '../../core/owners/set-storage.ts'
import { type Call, type Outcome, table, WrongCall, wholeNumber } from './command.ts'

export async function create({ words, options }: Call): Promise<Outcome> {
  const rateLimitMax = wholeNumber('rate-limit-max', options['rate-limit-max'])
  const owner = await createOwner({ name: words.name as string, rateLimitMax })
  return { json: { owner_id: owner.id, name: owner.name }, text: `Owner ${owner.name} is ${owner.id}.` }
}

export async function list(): Promise<Outcome> {
  const found: Owner[] = []
  let after: Record<string, unknown> | undefined
  do {
    const page = await listOwners(after)
    found.push(...(await Promise.all(page.ids.map(getOwner))).filter((owner) => owner !== undefined))
    after = page.next
  } while (after)
  const rows = found.map(({ id, name, created_at }) => [id, name, new Date(created_at).toISOString()])
  return {
    json: { owners: found.map(({ id, name, created_at }) => ({ owner_id: id, name, created_at })) },
    text: rows.length === 0 ? 'No owners. owner create NAME makes one.' : table([['ID', 'NAME', 'CREATED'], ...rows]),
  }
}

export async function set({ words, options }: Call): Promise<Outcome> {
  const rate = wholeNumber('rate-limit-max', options['rate-limit-max'])
  const gb = wholeNumber('storage-gb', options['storage-gb'])
  if (rate === undefined && gb === undefined) throw new WrongCall('owner set needs --rate-limit-max or --storage-gb.')
  if (rate !== undefined) checkRateLimitMax(rate)
  if (gb !== undefined) checkStorage(gb)
  const owner = await requireOwner(words.name as string)
  if (rate !== undefined) await setRateLimitMax(owner, rate)
  if (gb !== undefined) await setStorage(owner, gb)
  return {
    json: {
      owner_id: owner.id,
      name: owner.name,
      ...(rate === undefined ? {} : { rate_limit_max: rate }),
      ...(gb === undefined ? {} : { storage_gb: gb }),
    },
    text: [
      ...(rate === undefined ? [] : [`Keys of ${owner.name} may have up to ${rate} requests a minute.`]),
      ...(gb === undefined ? [] : [`${owner.name} may store ${gb} GB.`]),
    ].join('\n'),
  }
}

export async function remove({ words, stack, terminal }: Call): Promise<Outcome> {
  const owner = await requireOwner(words.name as string)
  const done = await deleteOwner(owner, Date.now(), async (ms) => {
    // The index of the local table is never behind, and nobody else sends requests there.
    if (stack.local || ms === 0) return
    terminal?.say(`Waiting ${Math.ceil(ms / 1000)} seconds for what was under way, to delete that too.`)
    await sleep(ms)
  })
  const named = done.not_revoked.map(({ platform, username }) => `@${username} (${platform})`)
  return {
    json: { owner_id: owner.id, name: owner.name, ...done },
    text: [
      `${owner.name} is deleted: ${done.rows} rows, ${done.files} files, ${done.accounts} accounts, ${done.members} memberships, ${done.people} people.`,
      `Sessions that their platform ended: ${done.revoked_at_platform}. All tokens are erased here.`,
      ...(named.length === 0
        ? []
        : [
            `Their platforms end no session on request, so the accounts' owners remove the app in the platform's settings: ${named.join(', ')}.`,
          ]),
      'What is kept for a while, and where: docs/restoring.md, Retention.',
    ].join('\n'),
  }
}
