// What is being composed, kept in this browser as one types. IndexedDB with strict durability: localStorage reaches the
// disk seconds later, and what was typed would go with a browser that crashes.
import type { PostType } from '../../../../core/posts/rules/enumerations.ts'
import type { Asset } from '../../media/media-queries.ts'

/** A request as it was sent, until the service answered for certain. */
export interface Attempt {
  type: PostType
  body: object
  /** Of the composed post: sent again with it, it makes no second one. */
  key: string
}

export interface DraftMedium {
  /** Of its upload, or of the medium where it came from the library. */
  key: string
  /** Null until its upload is done. */
  asset: Asset | null
  /** What is told of it to those who do not see it. */
  description?: string
}

/** What platforms can be told beside text and media; empty where nothing is said. */
export interface DraftOptions {
  first_comment: string
  topic_tag: string
  reply_control: string
}

export interface Draft {
  type: PostType
  accounts: readonly string[]
  title: string
  content: string
  hashtags: string
  /** By the account's id, where it gets another text than the others. */
  own: Readonly<Record<string, string>>
  options: DraftOptions
  media: readonly DraftMedium[]
  crop: '' | '1:1' | '4:5'
  when: 'now' | 'later' | 'slot'
  /** Of the clock here: "2027-03-28T10:30". */
  wall: string
  attempt: Attempt | null
}

export const EMPTY_DRAFT: Draft = {
  type: 'feed',
  accounts: [],
  title: '',
  content: '',
  hashtags: '',
  own: {},
  options: { first_comment: '', topic_tag: '', reply_control: '' },
  media: [],
  crop: '',
  when: 'now',
  wall: '',
  attempt: null,
}

/** Accounts that are posted to together. */
export interface AccountGroup {
  name: string
  accounts: readonly string[]
}

const STORE = 'kept'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('composer', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

let database: Promise<IDBDatabase> | undefined

/** @returns what was kept; undefined where nothing was. @throws where the browser keeps nothing. */
async function read(key: string): Promise<unknown> {
  database ??= open()
  const store = (await database).transaction(STORE).objectStore(STORE)
  return new Promise((resolve, reject) => {
    const request = store.get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when it is on the disk. */
async function write(key: string, value: unknown): Promise<void> {
  database ??= open()
  const transaction = (await database).transaction(STORE, 'readwrite', { durability: 'strict' })
  transaction.objectStore(STORE).put(value, key)
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
  })
}

/** The draft of an owner; media whose upload broke off are left out. */
export async function loadDraft(ownerId: string): Promise<Draft | null> {
  const kept = (await read(`draft-${ownerId}`)) as Draft | undefined
  return kept === undefined ? null : { ...EMPTY_DRAFT, ...kept, media: stored(kept.media) }
}

const stored = (media: readonly DraftMedium[]) => media.filter(({ asset }) => asset !== null)

/** With an address that outlives the page, as that of a file on this device does not: the service leads to the file. */
const lasting = ({ asset, ...medium }: DraftMedium): DraftMedium => ({
  ...medium,
  asset: asset?.download_url.startsWith('blob:')
    ? { ...asset, download_url: `/api/v1/media/${encodeURIComponent(asset.id)}` }
    : asset,
})

export const saveDraft = (ownerId: string, draft: Draft): Promise<void> =>
  write(`draft-${ownerId}`, { ...draft, media: stored(draft.media).map(lasting) })

/** Whether anything was typed or chosen that would be missed. */
export const isEmpty = ({ title, content, hashtags, own, media, attempt }: Draft): boolean =>
  [title, content, hashtags, ...Object.values(own)].every((words) => words.trim() === '') &&
  media.length === 0 &&
  attempt === null

export const loadGroups = async (ownerId: string): Promise<readonly AccountGroup[]> =>
  ((await read(`groups-${ownerId}`)) as AccountGroup[] | undefined) ?? []

export const saveGroups = (ownerId: string, groups: readonly AccountGroup[]): Promise<void> =>
  write(`groups-${ownerId}`, groups)
