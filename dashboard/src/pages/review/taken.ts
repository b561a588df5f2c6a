// Whether a decision by a review link stands in the history of the post.
import type { Schemas } from '@social-publisher/client'

export type Action = 'approve' | 'changes' | 'comment'

const KINDS = { approve: 'approved', changes: 'changes_asked', comment: 'comment' } as const

/** @param entries those since before it was sent. An approval has no words of its own. */
export const isTaken = (
  entries: readonly Pick<Schemas['Review']['history'][number], 'kind' | 'name' | 'text'>[],
  { action, name, comment }: { action: Action; name: string; comment: string },
): boolean =>
  entries.some(
    (entry) => entry.kind === KINDS[action] && entry.name === name && (action === 'approve' || entry.text === comment),
  )
