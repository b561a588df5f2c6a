// Binds a post on a platform to one publication, where only its text tells it from others of the account: two publications of the
// same text, both in doubt, may find the same post.
import { ConditionFailed, get, put } from '../../aws/table.ts'
import { platformOf } from '../../platforms/connectors.ts'
import { boundPostKey } from '../../table-keys.ts'
import { handlesOf, markOf, partAt } from '../rules/parts.ts'
import type { Publication } from '../rules/publication.ts'
import type { Bound } from './engine.ts'

/** Longer than any search looks back. */
export const KEPT_MS = 60 * 24 * 3_600_000

/**
 * Binds a post to the publication that asks first.
 * @returns undefined where it is this publication's; where it is another one's, the mark from which this one has to look.
 */
export async function bind(publication: Publication, mediaId: string): Promise<Bound | undefined> {
  const { post_id, account_id, platform } = publication
  const { onlyByWords, earlierMark } = await platformOf(platform)
  if (!onlyByWords?.(handlesOf(publication))) return undefined
  const key = boundPostKey(account_id, mediaId)
  const mark = markOf(publication)
  const part = partAt(publication)
  const expires_at = Math.ceil((Date.now() + KEPT_MS) / 1000)
  try {
    await put(
      { ...key, post_id, part, expires_at, ...(mark === undefined ? {} : { mark }) },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR (post_id = :post AND part = :part)',
        ExpressionAttributeValues: { ':post': post_id, ':part': part },
      },
    )
    return undefined
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const other = (await get(key))?.mark
    return { mark: mark !== undefined && typeof other === 'string' ? earlierMark!(mark, other) : mark }
  }
}
