// Bluesky: records under keys of ours, on the account's own server.
import * as z from 'zod/mini'
import type { Connector, Credentials, Piece, PieceFile } from '../connector.ts'
import { lenient, optional } from '../meta/lenient.ts'
import { redact } from '../meta/redact.ts'
import type { PlatformError, Prepared, Result } from '../outcome.ts'
import { serviceUrl } from '../service-urls.ts'
import type { Profile } from '../sign-in.ts'
import { uploadBlob } from './blobs.ts'
import { didOf, nameOf, serverNamedIn } from './identity.ts'
import { insights } from './insights.ts'
import { oauthSignIn, refreshOAuth } from './oauth.ts'
import type { BlueskyOptions } from './options-fields.ts'
import { isFirst, optionsOf } from './parameters.ts'
import { endPassword, refreshPassword, signInWithPassword } from './password.ts'
import { findPost, permalinkOf, publishPost, removeRecord, verifyPost } from './publishing.ts'
import { type Blob, type Handle, languageOf, type Named, POST, POSTGATE, THREADGATE } from './record.ts'
import { addressIn, isMissing, namedBy } from './references.ts'
import { handlesIn } from './rich-text.ts'
import { isOAuth, type Session, sessionIn } from './session.ts'
import { newTid } from './tid.ts'
import { beginVideo, continueVideo, FILE_LIVES_MS, uploadIn, type VideoMade } from './video.ts'
import { asAccount, mapped, ofService, refused } from './xrpc.ts'

const FoundRecord = z.lazy(() => z.object({ uri: z.string(), value: z.unknown() }))
const Own = z.lazy(() =>
  z.object({
    did: z.string(),
    handle: z.string(),
    active: optional(z.boolean()),
    status: optional(z.string()),
    didDoc: z.optional(z.unknown()),
  }),
)
const Seen = z.lazy(() =>
  z.object({
    displayName: optional(z.string()),
    description: optional(z.string()),
    avatar: lenient(z.nullish(z.url()), null),
  }),
)

const unreadable = refused('The stored session is not one of Bluesky.', { class: 'reconnect' })

/** Acts with the session of the account; of another account it is not good. */
async function withSession<T>(
  { token, external_id }: Credentials,
  act: (session: Session) => Promise<Result<T>>,
): Promise<Result<T>> {
  const session = sessionIn(token)
  return session?.did === external_id ? act(session) : unreadable
}

const failed = (error: PlatformError): { ok: false; error: PlatformError } => ({ ok: false, error })

/** The medium's own store failed: the platform was never asked. */
const notRead = failed({ class: 'retry', message: 'The medium could not be read at this time.', ours: true })

const finished = (handle: Handle): Result<Prepared> => ({
  ok: true,
  value: { state: 'finished', handle: JSON.stringify(handle), lives_ms: FILE_LIVES_MS },
})

const names = async (session: Session, piece: Piece): Promise<Result<Named | undefined>> =>
  isFirst(piece)
    ? namedBy(session, { text: piece.text ?? '', options: optionsOf(piece) })
    : { ok: true, value: undefined }

async function prepareImage(session: Session, piece: Piece, file: PieceFile): Promise<Result<Prepared>> {
  const { alt_text: alt = '' } = piece
  const { width, height, size_bytes, content_type } = file
  const bytes = await file.read(0, size_bytes)
  const [named, blob] = await Promise.all([names(session, piece), uploadBlob(session, bytes, content_type)])
  if (!named.ok) return named
  if (!blob.ok) return blob
  const size = width === null || height === null ? {} : { width, height }
  return finished({
    is: 'image',
    blob: blob.value,
    alt,
    ...size,
    ...(named.value === undefined ? {} : { named: named.value }),
  })
}

/** The captions of a video are files of their own. */
async function withCaptions(session: Session, { options = {} }: Piece, handle: Handle): Promise<Result<Handle>> {
  const { video_captions = [] } = options as BlueskyOptions
  if (handle.is !== 'video' || video_captions.length === 0) return { ok: true, value: handle }
  const blobs = await Promise.all(
    video_captions.map(({ content }) => uploadBlob(session, new TextEncoder().encode(content), 'text/vtt')),
  )
  const captions: { lang: string; file: Blob }[] = []
  for (const [at, blob] of blobs.entries()) {
    if (!blob.ok) return blob
    captions.push({ lang: languageOf(video_captions[at]!.lang), file: blob.value })
  }
  return { ok: true, value: { ...handle, captions } }
}

async function prepareVideo(
  session: Session,
  piece: Piece,
  file: PieceFile,
  made: string | undefined,
): Promise<Result<Prepared>> {
  const upload = made === undefined ? undefined : uploadIn(made)
  const work = { session, piece, file }
  let result: VideoMade
  if (upload) result = await continueVideo(work, upload)
  else {
    const named = await names(session, piece)
    if (!named.ok) return named
    result = await beginVideo(work, named.value)
  }
  if (!result.ok) return result
  const { made: handle, upload: next, ...rest } = result.value
  if (!handle) return { ok: true, value: { ...rest, ...(next ? { handle: JSON.stringify(next) } : {}) } }
  const whole = await withCaptions(session, piece, handle)
  return mapped(whole, (value) => ({ ...rest, handle: JSON.stringify(value) }))
}

async function prepare(session: Session, piece: Piece, made?: string): Promise<Result<Prepared>> {
  const { type, file } = piece
  if (type === 'text') {
    const named = await names(session, piece)
    return named.ok ? finished({ is: 'text', named: named.value ?? {} }) : named
  }
  if (!file || (type !== 'image' && type !== 'video')) return refused(`Bluesky takes no ${type} like this.`)
  try {
    return type === 'image' ? await prepareImage(session, piece, file) : await prepareVideo(session, piece, file, made)
  } catch (error) {
    // Only reading the medium throws.
    if ((error as { name?: unknown }).name === 'RequestFailed') return notRead
    throw error
  }
}

const noId = refused('This is not the id of a post on Bluesky.')

/**
 * The session's account as its server has it. A server answers for an account that is deactivated there, as one is that has moved to
 * another server, but takes no post of it.
 */
async function ownAccount(session: Session, timeoutMs?: number): Promise<Result<z.infer<typeof Own>>> {
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  const own = await asAccount(session, { name: 'com.atproto.server.getSession', operation: 'read', ...timeout }, Own)
  if (!own.ok || own.value.active !== false) return own
  const { didDoc, status = '' } = own.value
  const pds = serverNamedIn(didDoc, session.did)
  if (pds !== undefined && pds !== session.pds)
    return refused(`The account has moved to the server ${redact(new URL(pds).host, [])}: connect it again.`, {
      class: 'reconnect',
    })
  const how = /^[a-z]{1,20}$/.test(status) ? status : 'not active'
  return refused(`The account is ${how}. Its owner has to sign in at Bluesky and see to it.`, { class: 'owner_action' })
}

async function profileOf(session: Session): Promise<Result<Profile>> {
  const own = await ownAccount(session)
  if (!own.ok) return own
  const { did, handle } = own.value
  if (did !== session.did) return refused('The session is of another account.', { class: 'reconnect' })
  const query = { actor: did }
  const name = 'app.bsky.actor.getProfile'
  const [seen, named] = await Promise.all([
    ofService(serviceUrl('bluesky', 'appview'), { name, operation: 'read', query }, Seen),
    nameOf(did, handle),
  ])
  // A new account, or one of a server that the network does not know yet, cannot be seen.
  const { displayName = '', description = '', avatar = null } = seen.ok ? seen.value : {}
  return {
    ok: true,
    value: {
      external_id: did,
      ...named,
      name: displayName,
      biography: description,
      picture_url: avatar ?? '',
      account_type: null,
    },
  }
}

export const bluesky: Connector = {
  newKey: (now) => newTid(now),

  prepare: (account, piece, made) => withSession(account, (session) => prepare(session, piece, made)),
  publish: (account, post) => withSession(account, (session) => publishPost(session, post)),
  verify: (account, post) => withSession(account, (session) => verifyPost(session, post)),

  async permalink(_account, mediaId) {
    const named = addressIn(mediaId)
    return named ? { ok: true, value: { permalink: permalinkOf(named.repo, named.rkey) } } : noId
  },
  find: (account, wanted) => withSession(account, (session) => findPost(session, wanted)),
  /** Bluesky counts points, and does not say how many are left: the answer shows that the session is good. */
  quota: (account, timeoutMs) =>
    withSession(account, async (session) => mapped(await ownAccount(session, timeoutMs), () => null)),

  deletion: {
    deletePost: (account, mediaId) =>
      withSession(account, async (session) => {
        const named = addressIn(mediaId)
        if (named?.repo !== session.did) return noId
        // The record of who may reply is deleted first: the rest of a deletion that breaks off is asked for again.
        for (const collection of [THREADGATE, POSTGATE, POST]) {
          const gone = await removeRecord(session, collection, named.rkey)
          if (!gone.ok) return gone
        }
        return { ok: true, value: {} }
      }),
    postExists: (account, mediaId) =>
      withSession(account, async (session) => {
        const named = addressIn(mediaId)
        if (!named) return noId
        const query = { repo: named.repo, collection: POST, rkey: named.rkey }
        const found = await asAccount(
          session,
          { name: 'com.atproto.repo.getRecord', operation: 'read', query },
          FoundRecord,
        )
        if (found.ok) return mapped(found, () => true)
        return isMissing(found.error) ? { ok: true, value: false } : found
      }),
  },

  insights,

  mentions: {
    namesIn: handlesIn,
    async isSomebody(handle) {
      const did = await didOf(handle)
      if (did.ok) return mapped(did, () => true)
      return did.error.class === 'permanent' ? { ok: true, value: false } : did
    },
  },

  profile: async (token) => {
    const session = sessionIn(token)
    return session ? profileOf(session) : unreadable
  },

  refresh: async (token) => {
    const session = sessionIn(token)
    if (!session) return unreadable
    return isOAuth(session) ? refreshOAuth(session) : refreshPassword(session)
  },

  survivesLostAnswer: (token) => {
    const session = sessionIn(token)
    return session !== undefined && !isOAuth(session)
  },

  revoke: async (token) => {
    const session = sessionIn(token)
    if (!session) return unreadable
    // A sign-in by the server's own page ends in the account's settings, or by itself.
    return isOAuth(session) ? { ok: false, error: noId.error } : endPassword(session)
  },

  signIn: { ...oauthSignIn, withPassword: signInWithPassword },
}
