// The table: whether it works, and whether a restored one got back its settings.
import { tableStanding } from '../../../core/aws/standing.ts'
import { setting } from '../../../core/config.ts'
import { ENV, TABLE } from '../../../core/contract.ts'
import { PARTITION } from '../../../core/table-keys.ts'
import { broken, type Check, type Finding, fine, soon } from './finding.ts'

export const tableState: Check = async ({ local }) => {
  const { status, indexes, arn, protected: kept } = await tableStanding.state(setting(ENV.table))
  const found: Finding[] = []
  if (status !== 'ACTIVE') found.push(broken('table', `It is ${status}.`))
  for (const name of [TABLE.byOwner.name, TABLE.byDue.name]) {
    const index = indexes.find((one) => one.name === name)
    if (index && index.status !== 'ACTIVE' && index.status !== '')
      found.push(broken('table', `Its index ${name} is ${index.status}.`))
    if (!index) found.push(broken('table', `It has no index ${name}: it was restored without it.`))
  }
  if (found.length === 0) found.push(fine('table', 'Table and indexes are there.'))
  // Its settings are those of a file.
  if (local) return found
  if (!kept)
    found.push(
      soon(
        'table protection',
        'The table is not protected from being deleted: update-table --deletion-protection-enabled (docs/restoring.md, step 3).',
      ),
    )
  else found.push(fine('table protection', 'The table is protected from being deleted.'))
  const policy = await tableStanding.policy(arn).catch(() => undefined)
  if (policy === undefined) return found
  return [
    ...found,
    // The right by which batches delete came later: a table that was restored before has a policy without it.
    policy.includes(PARTITION.activity.prefix) && policy.includes('dynamodb:BatchWriteItem')
      ? fine('trail', 'Nobody can change the trail of activities.')
      : soon(
          'trail',
          'The trail of activities can be changed: the policy of the table is missing, or an earlier one (docs/restoring.md, step 3).',
        ),
  ]
}

export const tableExpiry: Check = async () => {
  const attribute = await tableStanding.expires(setting(ENV.table))
  return attribute === TABLE.timeToLive
    ? [fine('table expiry', 'What has expired is deleted.')]
    : [
        soon(
          'table expiry',
          'Nothing that expires is deleted, and the table grows: update-time-to-live (docs/restoring.md, step 3).',
        ),
      ]
}

export const tablePast: Check = async () =>
  (await tableStanding.pastIsKept(setting(ENV.table)))
    ? [fine('table past', 'The table can be restored to any second of the last 35 days.')]
    : [
        soon(
          'table past',
          "The table's past is not kept, and a mistake cannot be undone: update-continuous-backups (docs/restoring.md, step 3).",
        ),
      ]
