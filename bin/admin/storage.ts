// storage check
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openObject } from '../../core/aws/bucket.ts'
import { checkStorage, SETTLED_MS, type StorageCheck } from '../../core/media/check-storage.ts'
import { removeOrphan, repairRow } from '../../core/media/repair-storage.ts'
import { type Call, momentOf, type Outcome, table, WrongCall } from './command.ts'
import { makeFolder } from './folder.ts'

/** Lines of a list for a person; `--json` has all. */
const SHOWN = 20

const listed = (title: string, head: string[], rows: string[][]): string[] =>
  rows.length === 0
    ? []
    : [
        '',
        `${title}: ${rows.length}${rows.length > SHOWN ? `, of which the first ${SHOWN}` : ''}`,
        table([head, ...rows.slice(0, SHOWN)]),
      ]

/** Files of customers may be among them: kept as they are before they go. */
async function keep(key: string, folder: string): Promise<void> {
  const bytes = await openObject(key)
  if (!bytes) return
  const file = join(folder, key)
  await makeFolder(dirname(file))
  await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
}

async function repair(check: StorageCheck, folder: string | undefined) {
  const repaired = { removed: 0, kept: 0, marked_deleted: 0, left: 0 }
  for (const { key, kind } of check.without_row) {
    // Variants are made again by themselves.
    if (folder !== undefined && kind !== 'variant') {
      await keep(key, folder)
      repaired.kept += 1
    }
    if (await removeOrphan(key)) repaired.removed += 1
    else repaired.left += 1
  }
  for (const missing of check.without_object) {
    if (await repairRow(missing, Date.now())) repaired.marked_deleted += 1
    else repaired.left += 1
  }
  return repaired
}

export async function check({ options }: Call): Promise<Outcome> {
  const before = momentOf('stored-before', options['stored-before']) ?? Date.now() - SETTLED_MS
  const folder = options.keep === undefined ? undefined : resolve(options.keep)
  const there = folder === undefined ? undefined : await stat(folder).catch(() => undefined)
  if (there?.isDirectory() === false) throw new WrongCall(`--keep must be a folder: ${folder} is a file.`)
  const found = await checkStorage(before)
  const lists = [
    ...listed(
      'Objects without a row',
      ['KEY', 'BYTES', 'STORED'],
      found.without_row.map(({ key, size, modified_at }) => [key, String(size), new Date(modified_at).toISOString()]),
    ),
    ...listed(
      'Media without their object',
      ['MEDIA', 'OWNER', 'FILE', ''],
      found.without_object.map(({ media_id, owner_id, file_name, in_use }) => [
        media_id,
        owner_id,
        file_name,
        in_use ? 'needed by a post' : '',
      ]),
    ),
  ]
  const sums = `${found.objects} objects and ${found.media} media were compared. Files stored after ${new Date(before).toISOString()} are not looked at: their rows may still be written.`
  const agree = found.without_row.length + found.without_object.length === 0
  if (options.repair === undefined)
    return {
      json: { ...found },
      text: [
        sums,
        ...(agree ? ['Table and bucket agree.'] : [...lists, '', 'storage check --repair mends this.']),
      ].join('\n'),
    }
  const repaired = await repair(found, folder)
  const { removed, kept, marked_deleted, left } = repaired
  return {
    json: { ...found, repaired },
    text: [
      sums,
      `Objects removed: ${removed}${folder === undefined ? '' : ` (${kept} are kept in ${folder})`}. Media marked deleted: ${marked_deleted}. Left as they are, because a post needs them, or row and object agree by now: ${left}.`,
    ].join('\n'),
  }
}
