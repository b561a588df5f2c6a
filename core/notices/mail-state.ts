// The owners that are due a mail, in the table. A worker that takes an owner has it for an hour: until then no other worker sends,
// whatever happens to the first.
import * as z from 'zod/mini'
import { ConditionFailed, get, queryPage, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { DUE_NOTICE_MAILS, noticeMailKey, sortable, timed } from '../table-keys.ts'
import { BETWEEN_MAILS_MS } from './rules/notices.ts'

export const MailState = z.lazy(() =>
  z.object({
    owner_id: z.string(),
    /** Absent where nothing waits. */
    pending: z.optional(z.set(z.string())),
    due_sk: z.optional(z.string()),
    /** When the owner's hour is over. */
    next_at: z.optional(z.number()),
    /** Mails that were refused, one after the other. */
    refused: z.optional(z.number()),
  }),
)
export type MailState = z.infer<typeof MailState>

const dueAt = (ownerId: string, at: number): string => timed(at, ownerId)

/** Owners whose mail is due. */
export async function dueMails(now: number, limit: number): Promise<string[]> {
  const { items } = await queryPage({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: 'due_pk = :pk AND due_sk < :now',
    ExpressionAttributeValues: { ':pk': DUE_NOTICE_MAILS, ':now': sortable(now) },
    Limit: limit,
  })
  return items.map(({ due_sk }) => timed.read(String(due_sk))[1])
}

/** Writes if nobody else did since it was read. @returns undefined if somebody did. */
async function change(
  { owner_id, due_sk }: MailState,
  UpdateExpression: string,
  values: Record<string, unknown>,
  also = '',
): Promise<MailState | undefined> {
  try {
    const item = await update(noticeMailKey(owner_id), {
      UpdateExpression,
      ConditionExpression: `due_sk = :seen${also}`,
      ExpressionAttributeValues: { ...values, ':seen': due_sk },
      ReturnValues: 'ALL_NEW',
    })
    return MailState.parse(item)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Nothing waits: the owner is due again with the next notice. Where one came meanwhile it stays on the list. */
const rest = (state: MailState): Promise<MailState | undefined> =>
  change(state, 'REMOVE due_pk, due_sk', {}, ' AND attribute_not_exists(pending)')

/**
 * Takes the owner's mail, and the hour that begins now.
 * @returns undefined where it is not due after all, or somebody else has it.
 */
export async function takeMail(ownerId: string, now: number): Promise<MailState | undefined> {
  const item = await get(noticeMailKey(ownerId))
  const state = item && MailState.parse(item)
  if (!state?.due_sk || state.due_sk > dueAt(ownerId, now)) return undefined
  const { next_at = 0, pending } = state
  if (!pending) {
    await rest(state)
    return undefined
  }
  if (next_at > now) {
    await change(state, 'SET due_sk = :due', { ':due': dueAt(ownerId, next_at) })
    return undefined
  }
  const over = now + BETWEEN_MAILS_MS
  return change(state, 'SET due_sk = :due, next_at = :next', { ':due': dueAt(ownerId, over), ':next': over })
}

/**
 * These have been told; or nobody is to be told, and then the hour is free: what came meanwhile is due at once.
 * @param now when they were taken.
 */
export async function settleMail(state: MailState, sent: boolean, now: number): Promise<void> {
  const update = sent ? 'REMOVE refused' : 'SET due_sk = :due REMOVE refused, next_at'
  const due = sent ? {} : { ':due': dueAt(state.owner_id, now) }
  const after = await change(state, `${update} DELETE pending :ids`, { ':ids': state.pending, ...due })
  if (after && !after.pending) await rest(after)
}

/** It surely was not sent: tried again at `at`, for which the hour is free. */
export async function putOffMail(state: MailState, at: number): Promise<void> {
  await change(state, 'SET due_sk = :due, next_at = :next, refused = :refused', {
    ':due': dueAt(state.owner_id, at),
    ':next': at,
    ':refused': (state.refused ?? 0) + 1,
  })
}
