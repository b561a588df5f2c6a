// Whether a decision by a review link stands in the history of the post.
import type { Schemas } from '@social-publisher/client'

export type Action = 'approve' | 'changes' | 'comment'

const KINDS = { approve: 'approved', changes: 'changes_asked', comment: 'comment' } as const

const same = (kept: string, sent: string): boolean => kept === sent.normalize('NFC')

/** @param entries those since before it was sent. An approval has no words of its own. */
export const isTaken = (
  entries: readonly Pick<Schemas['Review']['history'][number], 'kind' | 'name' | 'text'>[],
  { action, name, comment }: { action: Action; name: string; comment: string },
): boolean =>
  entries.some(
    (entry) =>
      entry.kind === KINDS[action] && same(entry.name, name) && (action === 'approve' || same(entry.text, comment)),
  )
