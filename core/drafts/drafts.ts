// Drafts that a team shares: a save names the version that it started from, so that nobody's words are overwritten unnoticed.
import { bytesInAnswer } from '../answer-size.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { type Draft, type DraftKind, EDITING_MS, kindOf, LARGEST_DRAFT, MOST_DRAFTS } from './draft.ts'
import { addDraft, getDraft, listDraftItems, noteEditing, removeDraft, replaceDraft } from './draft-store.ts'

/** The person or key that saves. */
export interface Editor {
  ownerId: string
  personId: string | null
}

export interface DraftView {
  id: string
  name: string | null
  type: PostType
  post: Record<string, unknown>
  version: number
  created_by: Maker | null
  /** The person or key that saved it last. */
  updated_by: Maker | null
  created_at: number
  updated_at: number
  /** The people who are editing it now. */
  editing: Maker[]
}

export interface DraftContent {
  /** Makes it a template. */
  name: string | null
  type: PostType
  post: Record<string, unknown>
}

/** The people who are editing the draft: their ids, each with the time (Unix ms) at which that ends. */
const stillEditing = ({ editing = {} }: Draft, now: number): Record<string, number> =>
  Object.fromEntries(Object.entries(editing).filter(([, until]) => until > now))

async function viewsOf(drafts: readonly Draft[], now: number): Promise<DraftView[]> {
  const writersOf = (draft: Draft) => Object.keys(stillEditing(draft, now))
  const makerOf = await makersOf(
    drafts
      .flatMap((draft) => [draft.created_by, draft.updated_by, ...writersOf(draft)])
      .map((created_by) => ({ created_by })),
  )
  return drafts.map((draft) => {
    const { owner_id: _owner, post, created_by, updated_by, editing: _editing, ...shown } = draft
    return {
      ...shown,
      post: JSON.parse(post) as Record<string, unknown>,
      created_by: makerOf(created_by),
      updated_by: makerOf(updated_by),
      editing: writersOf(draft).flatMap((id) => makerOf(id) ?? []),
    }
  })
}

const unknown = () => refuse('not_found', 'There is no draft with this id; it may have been deleted or published.')

function textOf(post: Record<string, unknown>): string {
  const text = JSON.stringify(post)
  if (bytesInAnswer(text) > LARGEST_DRAFT)
    throw refuse('too_long', `post: The draft takes more than ${LARGEST_DRAFT} bytes of an answer.`, 'post')
  return text
}

/** Bytes that the posts of a list take: requests at the same moment may have made more drafts than there may be. */
const MOST_LISTED = MOST_DRAFTS * LARGEST_DRAFT

/** The last changed first, as many as an answer can hold. */
export async function listDrafts(ownerId: string, kind: DraftKind, now: number): Promise<DraftView[]> {
  const drafts = (await listDraftItems(ownerId))
    .filter((draft) => kindOf(draft) === kind)
    .sort((a, b) => b.updated_at - a.updated_at || a.id.localeCompare(b.id))
  let bytes = 0
  const listed = drafts.filter(({ post }) => {
    bytes += bytesInAnswer(post)
    return bytes <= MOST_LISTED
  })
  return viewsOf(listed, now)
}

/** @throws {AppError} `not_found` */
export async function describeDraft(ownerId: string, id: string, now: number): Promise<DraftView> {
  const draft = await getDraft(ownerId, id)
  if (!draft) throw unknown()
  return (await viewsOf([draft], now))[0]!
}

/** @throws {AppError} `too_long`, `conflict` where there are as many as may be. */
export async function createDraft(
  { ownerId, personId }: Editor,
  { name, type, post }: DraftContent,
  now: number,
  { id, again }: Attempt,
): Promise<DraftView> {
  const made = again ? await getDraft(ownerId, id) : undefined
  if (made) return (await viewsOf([made], now))[0]!
  const text = textOf(post)
  const kind = kindOf({ name })
  const others = (await listDraftItems(ownerId)).filter((draft) => kindOf(draft) === kind)
  if (others.length >= MOST_DRAFTS)
    throw refuse('conflict', `There are ${MOST_DRAFTS} ${kind}s already; delete one first.`)
  const by = { created_by: personId, updated_by: personId, created_at: now, updated_at: now }
  const draft: Draft = { id, owner_id: ownerId, name, type, post: text, version: 1, ...by }
  await addDraft(draft).catch((error: unknown) => {
    // The id is new with this request: where it exists, the table's answer got lost and the write was repeated.
    if (!(error instanceof ConditionFailed)) throw error
  })
  return (await viewsOf([draft], now))[0]!
}

/** Whether the save that is stored is this one: where the table's answer got lost, the write was repeated and met itself. */
const isSameSave = (stored: Draft, { version, name, type, post, updated_by, updated_at }: Draft): boolean =>
  Object.entries({ version, name, type, post, updated_by, updated_at }).every(
    ([field, value]) => stored[field as keyof Draft] === value,
  )

/** @param given.version the one that it began from. @throws {AppError} `not_found`, `draft_changed`, `too_long` */
export async function changeDraft(
  { ownerId, personId }: Editor,
  id: string,
  { version, name, type, post }: DraftContent & { version: number },
  now: number,
): Promise<DraftView> {
  const text = textOf(post)
  const draft = await getDraft(ownerId, id)
  if (!draft) throw unknown()
  const changed = () =>
    refuse('draft_changed', 'Somebody saved this draft meanwhile. Look at it again, then save yours.', 'version')
  if (draft.version !== version) throw changed()
  // A person who saves the draft has finished editing it.
  const { [personId ?? '']: _own, ...editing } = stillEditing(draft, now)
  const next = {
    ...draft,
    name,
    type,
    post: text,
    version: version + 1,
    updated_by: personId,
    updated_at: now,
    editing,
  }
  try {
    await replaceDraft(next, version)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const stored = await getDraft(ownerId, id)
    if (!stored) throw unknown()
    if (!isSameSave(stored, next)) throw changed()
  }
  return (await viewsOf([next], now))[0]!
}

/** How many times the note is written, where other people write theirs at the same moment. */
const TRIES = 4

/**
 * Notes that this person is editing the draft, for `EDITING_MS`, or has stopped. The team sees it; everybody can still save.
 * @throws {AppError} `not_found`
 */
export async function markEditing(
  { ownerId, personId }: { ownerId: string; personId: string },
  id: string,
  editing: boolean,
  now: number,
): Promise<DraftView> {
  for (let tries = 1; ; tries += 1) {
    const draft = await getDraft(ownerId, id)
    if (!draft) throw unknown()
    const { [personId]: _before, ...others } = stillEditing(draft, now)
    const noted = editing ? { ...others, [personId]: now + EDITING_MS } : others
    try {
      await noteEditing(draft, noted)
      return (await viewsOf([{ ...draft, editing: noted }], now))[0]!
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      if (tries === TRIES) return (await viewsOf([draft], now))[0]!
    }
  }
}

/** @throws {AppError} `not_found` */
export async function deleteDraft(ownerId: string, id: string): Promise<void> {
  try {
    await removeDraft(ownerId, id)
  } catch (error) {
    throw error instanceof ConditionFailed ? unknown() : error
  }
}
