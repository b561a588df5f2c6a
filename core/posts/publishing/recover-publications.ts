// After the table was restored to an earlier time: compares what is open in it with the platforms, before the workers go on. It
// is done while they are stopped, by the operator's command.
import { Tokens } from '../../accounts/credentials.ts'
import { scanPages } from '../../aws/table-scan.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { PlatformError, Published, Result, Verdict } from '../../platforms/outcome.ts'
import { inParallel } from '../../run-bounded.ts'
import { PARTITION, publicationSort } from '../../table-keys.ts'
import { publicationOf } from '../post-items.ts'
import { savePublication } from '../publication-store.ts'
import { showsTwice } from '../rules/after-steps.ts'
import { endingFailure, problemOf } from '../rules/changes.ts'
import { DEFAULT_POLL_MS } from '../rules/pace.ts'
import { handlesOf, partAt } from '../rules/parts.ts'
import { hasEnded, type Publication, VersionConflict } from '../rules/publication.ts'
import {
  afterRestoring,
  isInDoubt,
  mayBeMadeFrom,
  type Recovery,
  type Sighting,
  stepsInDoubt,
} from '../rules/recovery.ts'
import { toldOn } from '../rules/timeline.ts'
import { asAccount } from './as-account.ts'
import { load, type Pass } from './pass.ts'
import { publishingOf, verify } from './platform-calls.ts'

/** A list of stories reaches back a day; less than that is seen as a whole. */
const STORIES_MS = 20 * 3_600_000

/** Accounts that are asked about side by side; calls for one account are made one after another. */
const AT_ONCE = 8

export interface Recovered {
  post_id: string
  account_id: string
  platform: PlatformId
  recovery: Recovery
  /** When it was due, Unix ms. */
  not_before: number
  media_id?: string
  permalink?: string | null
  /** The platform's words, where it could not be asked or would not tell. */
  reason?: string
}

type Row = Pick<Publication, 'post_id' | 'account_id' | 'not_before'>

interface Found {
  /** Open ones by account, the first that are due first. */
  open: Map<string, Row[]>
  /** Posts of the platforms that belong to a publication: `<account> <id>`. */
  known: Set<string>
}

const nameOf = (accountId: string, mediaId: string): string => `${accountId} ${mediaId}`

/** Reads the whole table: an index may not be there yet on one that was just restored. */
async function readAll(): Promise<Found> {
  const open = new Map<string, Row[]>()
  const known = new Set<string>()
  const pages = scanPages({
    FilterExpression: 'begins_with(pk, :post) AND begins_with(sk, :publication)',
    ExpressionAttributeValues: { ':post': PARTITION.post.prefix, ':publication': publicationSort.prefix },
  })
  for await (const items of pages) {
    for (const publication of items.map(publicationOf)) {
      const { post_id, account_id, not_before, media_id, parts = [] } = publication
      for (const id of [media_id, ...parts.map((part) => part.media_id)])
        if (id !== undefined) known.add(nameOf(account_id, id))
      if (!isInDoubt(publication)) continue
      open.set(account_id, [...(open.get(account_id) ?? []), { post_id, account_id, not_before }])
    }
  }
  for (const rows of open.values()) rows.sort((one, other) => one.not_before - other.not_before)
  return { open, known }
}

const lasting = (error: PlatformError): boolean => endingFailure(error) !== undefined

const notTold = (error: PlatformError): Sighting => ({
  state: lasting(error) ? 'unsure' : 'not_asked',
  problem: problemOf(error),
})

/** The outcome of the recorded publish call, or of the container that was made for one. */
async function byHandle(pass: Pass, publication: Publication): Promise<Result<Verdict> | undefined> {
  if (publication.attempt) return verify(pass, publication)
  const platform = await platformOf(publication.platform)
  const { newKey, mark } = platform
  // A container belongs only to this post; where a key or a position in the list decides, there is none before the call.
  if (newKey || mark || handlesOf(publication).length === 0) return undefined
  const now = Date.now()
  const post = { ...publishingOf(pass, publication), since: publication.created_at, until: now, asked_at: now }
  return asAccount(pass, (credentials) => platform.verify(credentials, post), { live: true })
}

/** An own post of this very content, made since the table's time. */
function byContent(pass: Pass, publication: Publication, since: number): Promise<Result<Published | null>> {
  const { text, kind, options, reply_to } = publishingOf(pass, publication)
  const span = { since: mayBeMadeFrom(publication, since), until: Date.now() + 60_000 }
  const wanted = { text, kind, options, ...span, ...(reply_to === undefined ? {} : { reply_to }) }
  return asAccount(pass, async (credentials) => (await platformOf(publication.platform)).find(credentials, wanted), {
    live: true,
  })
}

/** @param known posts that other publications are bound to. */
async function look(
  pass: Pass,
  publication: Publication,
  { since, known }: { since: number; known: ReadonlySet<string> },
): Promise<Sighting> {
  const handled = await byHandle(pass, publication)
  if (handled && !handled.ok) return notTold(handled.error)
  if (handled?.value.state === 'live') return handled.value
  const found = await byContent(pass, publication, since)
  if (!found.ok) return notTold(found.error)
  const { value, certain } = found
  const story = publication.type === 'stories'
  // Stories have no text, so nobody can tell which one it is.
  if (story && (value || Date.now() - mayBeMadeFrom(publication, since) > STORIES_MS)) return { state: 'unsure' }
  if (value && !known.has(nameOf(publication.account_id, value.media_id))) return { state: 'live', ...value }
  return certain ? { state: 'none' } : { state: 'unsure' }
}

async function recoverOne(row: Row, since: number, known: Set<string>, tokens: Tokens): Promise<Recovered | undefined> {
  const pass: Pass = { post_id: row.post_id, account_id: row.account_id, tokens }
  let publication = await load(pass)
  if (!publication || !isInDoubt(publication)) return undefined
  const pace = { poll_ms: DEFAULT_POLL_MS, chance: Math.random }
  const stored = publication
  let recovery: Recovery = 'live'
  let sighting: Sighting | undefined
  // The parts of a thread, one after another.
  while (!hasEnded(publication) && recovery === 'live') {
    const at = partAt(publication)
    sighting = await look(pass, publication, { since, known })
    const after = afterRestoring(publication, sighting, { now: Date.now(), pace })
    recovery = after.recovery
    publication = after.publication
    if (sighting.state === 'live' && sighting.media_id !== undefined)
      known.add(nameOf(row.account_id, sighting.media_id))
    // Without its id the next part has nothing to be looked for by: the engine finds it first.
    if (recovery === 'live' && publication.parts && publication.parts[at]?.media_id === undefined) break
  }
  if (recovery === 'live' && !hasEnded(publication)) recovery = 'open'
  const next = stepsInDoubt(publication, Date.now(), showsTwice)
  if (next !== stored) await savePublication(toldOn(stored, next, Date.now()), stored.state)
  const { platform, not_before, media_id, permalink } = next
  const problem = sighting && 'problem' in sighting ? sighting.problem : undefined
  // Only its comment was in doubt.
  if (hasEnded(stored)) return undefined
  return {
    ...row,
    platform,
    not_before,
    recovery,
    ...(recovery === 'live' && media_id !== undefined ? { media_id, permalink: permalink ?? null } : {}),
    ...(problem ? { reason: problem.message } : {}),
  }
}

/** Somebody wrote it while it was looked at: the workers are not stopped. */
const conflicting = (row: Row, platform: PlatformId): Recovered => ({
  ...row,
  platform,
  recovery: 'not_asked',
  reason: 'It was written meanwhile: are the workers stopped?',
})

/**
 * Asks platforms about everything that is open, and marks what is live and what nobody can know. It can be called again: what
 * could not be asked is asked then.
 * @param since the time to which the table was restored, Unix ms. @param told is called for each, as it is known.
 */
export async function recoverPublications(since: number, told: (one: Recovered) => void): Promise<void> {
  const { open, known } = await readAll()
  const tokens = new Tokens()
  const ofAccount = async (rows: readonly Row[]): Promise<void> => {
    for (const row of rows) {
      try {
        const recovered = await recoverOne(row, since, known, tokens)
        if (recovered) told(recovered)
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error
        const pass: Pass = { ...row, tokens }
        const now = await load(pass)
        if (now && !hasEnded(now)) told(conflicting(row, now.platform))
      }
    }
  }
  await inParallel(open.values(), AT_ONCE, ofAccount)
}
