// After the table was restored to an earlier time: compares what is open in it with the platforms, before the workers go on. It
// is done while they are stopped, by the operator's command.
import { Tokens } from '../../accounts/credentials.ts'
import { ConditionFailed } from '../../aws/table.ts'
import { scanPages } from '../../aws/table-scan.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { PlatformError, Published, Result, Verdict } from '../../platforms/outcome.ts'
import { inParallel } from '../../run-bounded.ts'
import { PARTITION, publicationSort } from '../../table-keys.ts'
import { publicationOf } from '../post-items.ts'
import { rewritePost } from '../post-store.ts'
import { savePublication } from '../publication-store.ts'
import { showsTwice } from '../rules/after-steps.ts'
import { endingFailure, problemOf } from '../rules/changes.ts'
import { DEFAULT_POLL_MS } from '../rules/pace.ts'
import { handlesOf, liveParts, partAt } from '../rules/parts.ts'
import { counted, without } from '../rules/post.ts'
import { hasEnded, type Publication, VersionConflict, withNote } from '../rules/publication.ts'
import {
  afterRestoring,
  afterRetry,
  isInDoubt,
  mayBeMadeFrom,
  mayBeRetried,
  type Recovery,
  reopened,
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
  /** By account: open ones, the first that are due first, and then those that may have been retried. */
  open: Map<string, Row[]>
  /** Posts of the platforms that belong to a publication: `<account> <id>`. */
  known: Set<string>
}

const nameOf = (accountId: string, mediaId: string): string => `${accountId} ${mediaId}`

/** Reads the whole table: an index may not be there yet on one that was just restored. */
async function readAll(since: number): Promise<Found> {
  const open = new Map<string, Row[]>()
  const failed = new Map<string, Row[]>()
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
      const retried = mayBeRetried(publication, since)
      if (!retried && !isInDoubt(publication)) continue
      const rows = retried ? failed : open
      rows.set(account_id, [...(rows.get(account_id) ?? []), { post_id, account_id, not_before }])
    }
  }
  for (const rows of [...open.values(), ...failed.values()])
    rows.sort((one, other) => one.not_before - other.not_before)
  // A post of words that both have is taken for that of an open one: left open, it would be published a second time.
  for (const [account, rows] of failed) open.set(account, [...(open.get(account) ?? []), ...rows])
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

interface Looking {
  since: number
  /** Posts that other publications are bound to. */
  known: Set<string>
  /** It had failed: only a retry since then can have published it, with containers that the table does not know. */
  retried: boolean
}

/** From when on a post of it may have been made, Unix ms. */
const madeFrom = (publication: Publication, { since, retried }: Looking): number =>
  mayBeMadeFrom(retried ? {} : publication, since)

/** An own post of this very content, made since the table's time. */
function byContent(pass: Pass, publication: Publication, looking: Looking): Promise<Result<Published | null>> {
  const { text, kind, options, reply_to } = publishingOf(pass, publication)
  const span = { since: madeFrom(publication, looking), until: Date.now() + 60_000 }
  const wanted = { text, kind, options, ...span, ...(reply_to === undefined ? {} : { reply_to }) }
  return asAccount(pass, async (credentials) => (await platformOf(publication.platform)).find(credentials, wanted), {
    live: true,
  })
}

async function look(pass: Pass, publication: Publication, looking: Looking): Promise<Sighting> {
  const handled = looking.retried ? undefined : await byHandle(pass, publication)
  if (handled && !handled.ok) return notTold(handled.error)
  if (handled?.value.state === 'live') return handled.value
  return lookByContent(pass, publication, looking)
}

async function lookByContent(pass: Pass, publication: Publication, looking: Looking): Promise<Sighting> {
  const found = await byContent(pass, publication, looking)
  if (!found.ok) return notTold(found.error)
  const { value, certain } = found
  const story = publication.type === 'stories'
  // Stories have no text, so nobody can tell which one it is.
  if (story && (value || Date.now() - madeFrom(publication, looking) > STORIES_MS)) return { state: 'unsure' }
  if (value && !looking.known.has(nameOf(publication.account_id, value.media_id))) return { state: 'live', ...value }
  return certain ? { state: 'none' } : { state: 'unsure' }
}

/** As it was published if the platform could not build its card: with the link in the text. Undefined for one without a card. */
function withLinkInText(pass: Pass, publication: Publication): Publication | undefined {
  const inText = withNote(publication, 'link_in_text')
  const textOf = (one: Publication) => publishingOf(pass, one).text
  return textOf(inText) === textOf(publication) ? undefined : inText
}

interface Compared {
  publication: Publication
  recovery: Recovery
  sighting?: Sighting
}

/** The publication as the platform shows it: the parts of a thread one after another. */
async function compare(pass: Pass, given: Publication, looking: Looking): Promise<Compared> {
  const pace = { poll_ms: DEFAULT_POLL_MS, chance: Math.random }
  let publication = given
  let recovery: Recovery = 'live'
  let sighting: Sighting | undefined
  while (!hasEnded(publication) && recovery === 'live') {
    const at = partAt(publication)
    sighting = await look(pass, publication, looking)
    const inText = sighting.state === 'none' ? withLinkInText(pass, publication) : undefined
    if (inText) {
      sighting = await lookByContent(pass, inText, looking)
      if (sighting.state === 'live') publication = inText
    }
    const after = afterRestoring(publication, sighting, { now: Date.now(), pace }, looking.retried)
    recovery = after.recovery
    publication = after.publication
    if (sighting.state === 'live' && sighting.media_id !== undefined)
      looking.known.add(nameOf(pass.account_id, sighting.media_id))
    // Without its id the next part has nothing to be looked for by: the engine finds it first.
    if (recovery === 'live' && publication.parts && publication.parts[at]?.media_id === undefined) break
  }
  if (recovery === 'live' && !hasEnded(publication)) recovery = 'open'
  return sighting ? { publication, recovery, sighting } : { publication, recovery }
}

const told = (row: Row, { publication, recovery, sighting }: Compared): Recovered => {
  const { platform, not_before, media_id, permalink } = publication
  const problem = sighting && 'problem' in sighting ? sighting.problem : undefined
  return {
    ...row,
    platform,
    not_before,
    recovery,
    ...(recovery === 'live' && media_id !== undefined ? { media_id, permalink: permalink ?? null } : {}),
    ...(problem ? { reason: problem.message } : {}),
  }
}

const SAVE_TRIES = 10

/** Writes one that had failed, and counts it in its post as it is now. Others of the post may be written at the same moment. */
async function saveRetried(pass: Pass, before: Publication, after: Publication): Promise<void> {
  for (let attempt = 0; attempt < SAVE_TRIES; attempt += 1) {
    const current = await load(pass)
    if (current?.version !== before.version) throw new VersionConflict()
    const post = pass.post!
    const progress = counted(without(post.progress, [before]), after.state)
    try {
      await rewritePost({ ...post, progress, updated_at: Date.now() }, post, [after], { claims: false })
      return
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
    }
  }
  throw new VersionConflict()
}

/** One that had failed: told where it is live by now, or where nobody can know, as it would be published twice if it were retried. */
async function recoverRetried(
  row: Row,
  pass: Pass,
  stored: Publication,
  looking: Looking,
): Promise<Recovered | undefined> {
  const compared = await compare(pass, reopened(stored), looking)
  const now = Date.now()
  const after = stepsInDoubt(afterRetry(stored, compared.publication, now), now, showsTwice)
  if (after.state !== stored.state || liveParts(after) !== liveParts(stored))
    await saveRetried(pass, stored, toldOn(stored, after, now))
  // Nothing is live that the table does not know.
  if (compared.recovery === 'open' && liveParts(after) === liveParts(stored)) return undefined
  const recovery = compared.recovery === 'open' ? 'live' : compared.recovery
  return told(row, { ...compared, publication: after, recovery })
}

async function recoverOne(row: Row, since: number, known: Set<string>, tokens: Tokens): Promise<Recovered | undefined> {
  const pass: Pass = { post_id: row.post_id, account_id: row.account_id, tokens }
  const stored = await load(pass)
  if (!stored) return undefined
  if (mayBeRetried(stored, since)) return recoverRetried(row, pass, stored, { since, known, retried: true })
  if (!isInDoubt(stored)) return undefined
  const compared = await compare(pass, stored, { since, known, retried: false })
  const next = stepsInDoubt(compared.publication, Date.now(), showsTwice)
  if (next !== stored) await savePublication(toldOn(stored, next, Date.now()), stored.state)
  // Only its comment was in doubt.
  return hasEnded(stored) ? undefined : told(row, { ...compared, publication: next })
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
 * @param since the time to which the table was restored, Unix ms. @param tell is called for each, as it is known.
 */
export async function recoverPublications(since: number, tell: (one: Recovered) => void): Promise<void> {
  const { open, known } = await readAll(since)
  const tokens = new Tokens()
  const ofAccount = async (rows: readonly Row[]): Promise<void> => {
    for (const row of rows) {
      try {
        const recovered = await recoverOne(row, since, known, tokens)
        if (recovered) tell(recovered)
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error
        const pass: Pass = { ...row, tokens }
        const now = await load(pass)
        if (now && (!hasEnded(now) || mayBeRetried(now, since))) tell(conflicting(row, now.platform))
      }
    }
  }
  await inParallel(open.values(), AT_ONCE, ofAccount)
}
