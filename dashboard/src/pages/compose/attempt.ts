// The request that makes the post: what it says, how long it can be repeated, and the page that shows what it made.
import { mayBeForgotten } from '../../../../core/idempotency/rules/answer-life.ts'
import { DRAFT_KEY } from '../../../../core/idempotency/rules/draft-key.ts'
import type { PostType } from '../../../../core/platforms/enumerations.ts'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import { momentsLeft, repeats, type Series } from './repeat.ts'

/** A request as it was sent, until the service answered for certain. */
export interface Attempt {
  type: PostType
  body: object
  /** The composed post's key: sent again with it, it makes no second one. */
  key: string
  /** When it was sent first, Unix milliseconds. */
  at: number
  /** The moments of a series, a post for each, Unix milliseconds. */
  times?: readonly number[]
  /** How many posts of the series were made before; missing where an earlier version of the dashboard began it. */
  from?: number
  /** Goes to an editor, who approves it or not. */
  forApproval?: true
}

/** A draft of the team, in the version that stands in the composer. */
export interface SharedVersion {
  id: string
  version: number
}

/** The key of the post that a version of the team's draft becomes: published by two people at once, it becomes one post. */
export const keyOfDraft = ({ id, version }: SharedVersion): string => `${DRAFT_KEY}${id}-${version}`

/** Whether the draft makes a post for each of several times: one of a type that goes out at once makes one, whatever was chosen before. */
export const isSeries = (draft: Series & { type: PostType }): boolean =>
  POST_TYPES[draft.type].schedulable && repeats(draft)

/**
 * A first attempt, with a key of its own, or that of the draft of the team.
 * @param body the request's. @param forApproval an editor approves the post, or not. @param now Unix milliseconds.
 */
export function newAttempt(
  draft: Series & { type: PostType; shared: SharedVersion | null },
  body: object,
  forApproval: boolean,
  now: number,
): Attempt {
  return {
    type: draft.type,
    body,
    key: draft.shared === null ? `compose-${crypto.randomUUID()}` : keyOfDraft(draft.shared),
    at: now,
    ...(isSeries(draft) && { times: momentsLeft(draft), from: draft.made.length }),
    ...(forApproval && { forApproval }),
  }
}

/**
 * The key of a post of a series. The first one has that of the attempt: two people who make a series of one version of a draft make one.
 * @param turn its place among the moments.
 */
export const keyOfTurn = ({ key, times, from }: Pick<Attempt, 'key' | 'times' | 'from'>, turn: number): string =>
  // An earlier version of the dashboard named each by its moment.
  from! + turn === 0 ? key : `${key}-${from! + turn || times![turn]}`

/** Whether both ask for the same. */
export const isSameWish = (one: Attempt, other: Attempt): boolean => {
  const [a, b] = [one, other].map((attempt) => JSON.stringify({ ...attempt, key: '', at: 0 }))
  return a === b
}

/** Whether sending it again could make a second post, as the service may have forgotten its key. @param now Unix milliseconds. */
export const isTooOld = ({ at }: Pick<Attempt, 'at'>, now: number): boolean => mayBeForgotten(at, now)

/** The page that shows what it made. @param id the first post's, or that under which it waits for approval. */
export function pageAfter({ times, forApproval }: Pick<Attempt, 'times' | 'forApproval'>, id: string): string {
  const list = forApproval ? '/approvals' : '/posts'
  if (times === undefined) return `${list}/${id}`
  return forApproval ? list : `${list}?show=scheduled`
}
