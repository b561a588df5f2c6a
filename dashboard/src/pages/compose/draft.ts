// The draft, kept in this browser as one types. IndexedDB with strict durability: localStorage reaches the
// disk seconds later, and the last words would be lost with a browser that crashes.

import type { PostType } from '../../../../core/platforms/enumerations.ts'
import { listenToTabs } from '../../api/channel.ts'
import type { OwnedSession } from '../../api/session.ts'
import { keptIn } from '../../kept-in.ts'
import { type Asset, writtenFor } from '../../media/media-queries.ts'
import { dayOf } from '../../posts/wall-time.ts'
import type { Attempt, SharedVersion } from './attempt.ts'
import type { OptionDraft } from './post-options.ts'
import type { Repeat } from './repeat.ts'

export interface DraftMedium {
  /** The id of its upload, or of the medium where it came from the library. */
  key: string
  /** Null until its upload is done. */
  asset: Asset | null
  /** The alternative text. */
  description?: string
}

export interface Draft {
  type: PostType
  /** The person chose the type; else it follows from accounts and media. */
  typed: boolean
  accounts: readonly string[]
  title: string
  content: string
  hashtags: string
  /** By the account's id, where it gets another text than the others. */
  own: Readonly<Record<string, string>>
  /** Options of the platforms. */
  options: OptionDraft['options']
  media: readonly DraftMedium[]
  crop: '' | '1:1' | '4:5'
  when: 'now' | 'later' | 'slot'
  /** A time of the clock here: "2027-03-28T10:30". */
  wall: string
  /** How often it is made again, up to the day `until` ("2027-06-29"). */
  repeat: '' | Repeat
  until: string
  /** Days of a series whose posts were made before it broke off: they are not made again. */
  made: readonly string[]
  /** Those were sent for approval. */
  madeForApproval?: boolean
  attempt: Attempt | null
  /** The session had ended when it was sent, so the service took nothing. */
  signedOut: boolean
  /** Accounts of the post it began from that are not ticked, as it is live there or may be. */
  leftOut: readonly string[]
  /** Options of the post it began from that the composer has no field for. */
  notCopied: readonly string[]
  /** How many of its files are not here any more, as their upload broke off or they were deleted, until the person changes its media. */
  filesLost: number
  /** The draft of the team that it is saved as, and the version of it that stands here. */
  shared: SharedVersion | null
}

/** A medium of a draft: it begins with the description that the file has. */
export const mediumOf = (asset: Asset, key: string = crypto.randomUUID()): DraftMedium => {
  const description = writtenFor(asset)
  return { key, asset, ...(description === '' ? {} : { description }) }
}

export const EMPTY_DRAFT: Draft = {
  type: 'feed',
  typed: false,
  accounts: [],
  title: '',
  content: '',
  hashtags: '',
  own: {},
  options: {},
  media: [],
  crop: '',
  when: 'now',
  wall: '',
  repeat: '',
  until: '',
  made: [],
  attempt: null,
  signedOut: false,
  leftOut: [],
  notCopied: [],
  filesLost: 0,
  shared: null,
}

/** Accounts that are posted to together. */
export interface AccountGroup {
  name: string
  accounts: readonly string[]
}

const { read, put, write, keys: allKeys } = keptIn('composer')

/** Whose drafts they are: a person's, for an owner. */
export const draftsOf = ({ person, owner }: OwnedSession): string => `${owner.id}-${person.id}`

const DRAFT = 'draft-'
const ASIDE = 'aside-'
const LAST = 'last-'
/** As many drafts wait to be gone back to; the oldest makes room. */
const MOST_ASIDE = 5

/** Whether a file is still being sent, or was sent meanwhile: by the key of its medium. */
type IsSending = (key: string) => boolean

const stored = (media: readonly DraftMedium[], isSending: IsSending) =>
  media.filter(({ key, asset }) => asset !== null || isSending(key))

/** With an address that outlives the page, as that of a file on this device does not: the service leads to the file. */
const lasting = ({ asset, ...medium }: DraftMedium): DraftMedium => ({
  ...medium,
  asset: asset?.download_url.startsWith('blob:')
    ? { ...asset, download_url: `/api/v1/media/${encodeURIComponent(asset.id)}` }
    : asset,
})

const toKeep = (draft: Draft): Draft => ({ ...draft, media: draft.media.map(lasting) })

/**
 * As it was kept, maybe by a version in which the type did not follow from the content: then one was chosen. Earlier ones kept moments of
 * what was made.
 */
type Kept = Omit<Draft, 'typed' | 'filesLost' | 'made'> & {
  typed?: boolean
  filesLost?: number
  made: readonly (string | number)[]
}

function asKept(kept: Kept, isSending: IsSending): Draft {
  const draft = { ...EMPTY_DRAFT, typed: true, ...kept }
  const media = stored(draft.media, isSending)
  const made = draft.made.map((at) => (typeof at === 'number' ? dayOf(at) : at))
  return { ...draft, made, media, filesLost: draft.filesLost + draft.media.length - media.length }
}

/** The draft as it was kept; media whose upload broke off are left out. */
export async function loadDraft(whose: string, isSending: IsSending): Promise<Draft | null> {
  const kept = (await read(DRAFT + whose)) as Kept | undefined
  return kept === undefined ? null : asKept(kept, isSending)
}

/** The drafts that were put aside, the newest first. */
export async function loadAside(whose: string, isSending: IsSending): Promise<readonly Draft[]> {
  const kept = ((await read(ASIDE + whose)) as Kept[] | undefined) ?? []
  return kept.map((draft) => asKept(draft, isSending))
}

// A page that is left while its person signs out, here or in another tab, writes nothing back.
let closed = false
listenToTabs(({ is }) => {
  if (is === 'signed_out') closed = true
})

export async function saveDraft(whose: string, draft: Draft): Promise<void> {
  if (!closed) await put(DRAFT + whose, toKeep(draft))
}

/** @returns what is kept of them. */
export async function saveAside(whose: string, drafts: readonly Draft[]): Promise<readonly Draft[]> {
  const kept = drafts.slice(0, MOST_ASIDE)
  if (!closed) await put(ASIDE + whose, kept.map(toKeep))
  return kept
}

/** The accounts that the person posted to last in this browser. */
export const loadLast = async (whose: string): Promise<readonly string[]> =>
  ((await read(LAST + whose)) as readonly string[] | undefined) ?? []

export async function saveLast(whose: string, accounts: readonly string[]): Promise<void> {
  if (!closed) await put(LAST + whose, accounts)
}

/** Whether anything was typed or chosen that would be missed. */
export const isEmpty = ({ title, content, hashtags, own, media, attempt }: Draft): boolean =>
  [title, content, hashtags, ...Object.values(own)].every((words) => words.trim() === '') &&
  media.length === 0 &&
  attempt === null

/** The storage keys of a person's drafts, for any owner. */
async function keysOf(personId: string): Promise<string[]> {
  return (await allKeys()).filter(
    (key): key is string =>
      typeof key === 'string' &&
      [DRAFT, ASIDE, LAST].some((kind) => key.startsWith(kind)) &&
      key.endsWith(`-${personId}`),
  )
}

/** Whether drafts of the person are kept here that would be missed. */
export async function hasDrafts(personId: string): Promise<boolean> {
  for (const key of await keysOf(personId)) {
    if (key.startsWith(LAST)) continue
    const kept = await read(key)
    if ([kept].flat().some((draft) => !isEmpty(asKept({ ...EMPTY_DRAFT, ...(draft as Draft) }, () => false))))
      return true
  }
  return false
}

/** Deletes the drafts of a person; this page keeps none from now on. */
export async function forgetDrafts(personId: string): Promise<void> {
  closed = true
  const keys = await keysOf(personId)
  await write((store) => {
    for (const key of keys) store.delete(key)
  })
}

export const loadGroups = async (ownerId: string): Promise<readonly AccountGroup[]> =>
  ((await read(`groups-${ownerId}`)) as AccountGroup[] | undefined) ?? []

export const saveGroups = (ownerId: string, groups: readonly AccountGroup[]): Promise<void> =>
  put(`groups-${ownerId}`, groups)
