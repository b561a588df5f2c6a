// Reviewing one post by a link, for people without a user.
import * as z from 'zod/mini'
import { answerMentions } from '../core/accounts/answer-mentions.ts'
import { LONGEST_REVIEWER } from '../core/approvals/approval.ts'
import type { NotesOn } from '../core/approvals/approvals.ts'
import { reviewByLink } from '../core/approvals/review-links.ts'
import { refuse } from '../core/errors.ts'
import { wellFormed } from '../core/nfc.ts'
import { ACCEPT_WAIT_MS, missingMentions } from '../core/posts/missing-mentions.ts'
import { contentOf } from '../core/posts/rules/account-content.ts'
import { commentField } from './comment-field.ts'
import { endpoint } from './endpoint.ts'
import { mayMention } from './may-mention.ts'

/** An invalid one is not found. */
const Link = z.string().check(z.maxLength(300))
const Name = z.string().check(
  z.overwrite((value) => wellFormed(value).trim()),
  z.minLength(1),
  z.maxLength(LONGEST_REVIEWER),
  z.refine((value) => !/\p{Cc}/u.test(value), { error: 'must have no control characters' }),
)

/**
 * As for others who approve. This function connects accounts, so it asks platforms itself, with the same bounds and memory as the
 * one that others have asked.
 */
const notesOnMentions: NotesOn = async (prepared, request) =>
  mayMention({ prepared, request })
    ? missingMentions(prepared.targets, contentOf(request), (questions) =>
        Promise.all(
          questions.map(async (one) => {
            const found = await answerMentions(one, ACCEPT_WAIT_MS)
            return found.ok ? found.value : []
          }),
        ),
      )
    : undefined

/** Somebody with a link sees its post, and decides. The secret is sent only in bodies: addresses are written into logs. */
const review = endpoint({
  auth: 'open',
  body: z.strictObject({
    link: Link,
    decision: z.optional(
      z.strictObject({
        action: z.enum(['approve', 'changes', 'comment']),
        name: Name,
        version: z.int().check(z.minimum(1)),
        comment: z.optional(commentField(0)),
      }),
    ),
  }),
  run: async ({ body: { link, decision }, now, afterwards }) => {
    if (decision && decision.action !== 'approve' && !decision.comment)
      throw refuse('required', 'decision.comment: Say what should change.', 'decision.comment')
    const given = decision && { ...decision, comment: decision.comment ?? '' }
    const { view, dispatch } = await reviewByLink(link, given, now, notesOnMentions)
    if (dispatch) afterwards(dispatch)
    return { status: 200, body: { success: true, data: view } }
  },
})

/** By method and path. */
export const REVIEWS = { 'POST /v1/reviews': review }
