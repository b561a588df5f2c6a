// Which publication a post on a platform is bound to, where nothing but its words tells it from others of the account: two that
// say the same, both in doubt, may find the same one.
import { ConditionFailed, put } from '../../aws/table.ts'
import { platformOf } from '../../platforms/connectors.ts'
import { boundPostKey } from '../../table-keys.ts'
import { handlesOf, partAt } from '../rules/parts.ts'
import type { Publication } from '../rules/publication.ts'

/** Longer than anything is looked for; a publication that was tried again after weeks is of another time. */
const KEPT_MS = 60 * 24 * 3_600_000

/** @returns whether the post is this publication's; the first that asks has it. */
export async function bind(publication: Publication, mediaId: string): Promise<boolean> {
  const { post_id, account_id, platform } = publication
  if (!platformOf(platform).onlyByWords?.(handlesOf(publication))) return true
  const part = partAt(publication)
  const expires_at = Math.ceil((Date.now() + KEPT_MS) / 1000)
  try {
    await put(
      { ...boundPostKey(account_id, mediaId), post_id, part, expires_at },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR (post_id = :post AND part = :part)',
        ExpressionAttributeValues: { ':post': post_id, ':part': part },
      },
    )
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
