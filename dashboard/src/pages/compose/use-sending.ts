import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { DRAFT_KEY } from '../../../../core/idempotency/rules/draft-key.ts'
import { useMutation } from '../../api/mutation.ts'
import composeTexts from '../../i18n/en/compose.ts'
import forApprovalTexts from '../../i18n/en/for-approval.ts'
import { useTexts } from '../../i18n/texts.ts'
import { showToast } from '../../parts/toasts.tsx'
import { dayOf } from '../../posts/wall-time.ts'
import { type Attempt, isSameWish, isTooOld, newAttempt, pageAfter } from './attempt.ts'
import type { Draft } from './draft.ts'
import { isSignedOut, isTaken, sendAll, uncertain } from './send-post.ts'
import { expectShared, forgetShared } from './team-drafts.tsx'
import type { KeptDraft } from './use-draft.ts'

export interface Sending {
  /** Somebody wanted to send the post: a missing field is a problem from then on. */
  tried: boolean
  isPending: boolean
  /** Why the last attempt failed; null where none did. */
  error: unknown
  /** The body of the last attempt. */
  body: object | undefined
  /** The attempt under way, or the one without a certain answer, goes to an editor. */
  forApproval: boolean
  /** The attempt without a certain answer can no longer be repeated safely. */
  tooOld: boolean
  /** The draft was sent from another tab, or is being sent there with other words or choices. */
  gone: boolean
  /** The same version of the team's draft was published with other words or choices. */
  taken: boolean
  send: (forApproval: boolean) => void
}

/**
 * Sends the draft, and repeats an attempt that got no certain answer.
 * @param body the request's. @param ready whether nothing is wrong with the draft.
 */
export function useSending(kept: KeptDraft, draft: Draft, body: object, ready: boolean): Sending {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('forApproval', forApprovalTexts)
  const { history } = useRouter()
  const { settle, begin } = kept
  const [tried, setTried] = useState(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const made = useRef<readonly string[]>([])
  const { isPending, variables, error, mutate } = useMutation({
    mutationFn: async (wanted: Attempt) => {
      // Where it is gone, somebody else has published it: the note beside it says so, and asks.
      if (draft.attempt === null) await expectShared(draft.shared)
      // Before it is sent: a browser that ends meanwhile sends the same again, and no second post.
      const attempt = await begin(wanted)
      made.current = draft.made
      try {
        // From here, or from another tab.
        const again = draft.attempt !== null || attempt !== wanted
        return await sendAll(attempt, again, async (at) => {
          made.current = [...new Set([...made.current, dayOf(at)])]
          await settle({ made: made.current, madeForApproval: attempt.forApproval === true })
        })
      } catch (error) {
        // At once: where the session has ended, the page is about to be left for the sign-in.
        if (!uncertain(error)) await settle({ attempt: null, signedOut: isSignedOut(error) })
        throw error
      }
    },
    onSuccess: async (id, attempt) => {
      const { times, forApproval, body: taken } = attempt
      // People who went elsewhere meanwhile stay there.
      const { current: shown } = here
      void forgetShared(draft.shared)
      await kept.sent(forApproval ? '' : id, (taken as { accounts?: readonly string[] }).accounts ?? [])
      if (forApproval) showToast({ kind: 'done', text: times ? approvals.sentAll(times.length) : approvals.sent })
      else if (times) showToast({ kind: 'done', text: text.seriesMade(times.length) })
      if (shown) history.push(pageAfter(attempt, id))
    },
  })
  // About the draft of the team: kept as the person's own, it is another post.
  const taken = isTaken(error) && variables?.key.startsWith(DRAFT_KEY) === true
  const { attempt } = draft
  const tooOld = attempt !== null && isTooOld(attempt, Date.now())
  const { elsewhere } = kept
  // The same from two tabs is one post. Anything else would be another, beside the one whose answer is awaited.
  const gone =
    elsewhere?.is === 'sent' ||
    (elsewhere?.is === 'sending' &&
      !isSameWish(newAttempt(draft, body, elsewhere.attempt.forApproval === true, 0), elsewhere.attempt))
  return {
    tried,
    isPending,
    error: taken ? null : error,
    body: variables?.body,
    forApproval: (isPending ? variables : attempt)?.forApproval === true,
    tooOld,
    gone,
    taken: taken && draft.shared !== null,
    send: (forApproval) => {
      setTried(true)
      if (isPending || tooOld || gone) return
      if (attempt !== null) mutate(attempt)
      else if (ready) mutate(newAttempt(draft, body, forApproval, Date.now()))
    },
  }
}
