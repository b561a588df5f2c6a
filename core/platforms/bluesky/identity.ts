// The account's identity and server: handle -> DID -> the DID's document -> the server with its data. Each step is checked
// against the one before it, because a host that somebody named says every one of them.
import * as z from 'zod/mini'
import { askHost, askService } from '../../outbound/ask-host.ts'
import { textRecords } from '../../outbound/text-records.ts'
import type { Result } from '../outcome.ts'
import { serviceUrl } from '../service-urls.ts'
import type { Profile } from '../sign-in.ts'
import { isHandle } from './rich-text.ts'
import { mapped, ofService, refused } from './xrpc.ts'

const LOOK_MS = 8000

/** DIDs of the methods that exist; a `did:web` names a host, with its port where it has one. */
const DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9.-]{1,253}(?:%3A\d{1,5})?)$/
export const isDid = (text: string): boolean => DID.test(text)

export interface Identity {
  did: string
  /** Absent where the document names none that leads back to it. */
  handle?: string
  /** Origin of the server. */
  pds: string
}

const Found = z.lazy(() => z.object({ did: z.string().check(z.regex(DID)) }))

const Document = z.lazy(() =>
  z.object({
    id: z.string(),
    alsoKnownAs: z.optional(z.array(z.string())),
    service: z.optional(
      z.array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.union([z.string(), z.unknown()]) })),
    ),
  }),
)

const notFound = (handle: string) =>
  refused(`There is no account with the handle ${handle} that can be found. Write it as in harbor.bsky.social.`)

/** The DID that the handle's own domain names, in either of the two ways. */
async function didByDomain(handle: string): Promise<string | undefined> {
  const [records, page] = await Promise.all([
    textRecords(`_atproto.${handle}`),
    askHost(`https://${handle}/.well-known/atproto-did`, { timeoutMs: LOOK_MS, maxBytes: 4096 }),
  ])
  const named = records.flatMap((text) => (text.startsWith('did=') ? [text.slice(4).trim()] : []))
  // Two that contradict each other are as good as none.
  if (named.length > 0) return named.length === 1 && isDid(named[0]!) ? named[0] : undefined
  const said = 'reply' in page && page.reply.status === 200 ? page.reply.text.trim() : ''
  return isDid(said) ? said : undefined
}

/** What Bluesky's own service knows of a handle. */
async function didKnown(handle: string): Promise<Result<string>> {
  const name = 'com.atproto.identity.resolveHandle'
  const query = { handle: handle.toLowerCase() }
  const known = await ofService(serviceUrl('bluesky', 'appview'), { name, operation: 'read', query }, Found)
  return mapped(known, ({ did }) => did)
}

/** The name of an account whose server says that it has this handle. Any server can say so of any handle. */
export async function nameOf(did: string, handle: string): Promise<Pick<Profile, 'username' | 'username_unsure'>> {
  if (!isHandle(handle)) return { username: did }
  const known = await didKnown(handle)
  if (known.ok) return { username: known.value === did ? handle : did }
  return { username: handle, ...(known.error.class === 'permanent' ? {} : { username_unsure: true }) }
}

/** Finds the person that a handle belongs to: asks Bluesky's own service, which knows most, and the domain itself. */
export async function didOf(handle: string): Promise<Result<string>> {
  if (!isHandle(handle)) return notFound(handle)
  const known = await didKnown(handle)
  if (known.ok) return known
  const did = await didByDomain(handle.toLowerCase())
  if (did !== undefined) return { ok: true, value: did }
  // Where the service could not be asked, the next try may find it.
  return known.error.class === 'permanent' ? notFound(handle) : known
}

/** The address of a DID's document. */
const documentUrl = (did: string): string =>
  did.startsWith('did:web:')
    ? `https://${decodeURIComponent(did.slice('did:web:'.length))}/.well-known/did.json`
    : `${serviceUrl('bluesky', 'plc')}/${did}`

/** The origin that a document names as the account's server. */
function serverIn({ service = [] }: z.infer<typeof Document>, did: string): string | undefined {
  const found = service.find(
    ({ id, type }) => (id === '#atproto_pds' || id === `${did}#atproto_pds`) && type === 'AtprotoPersonalDataServer',
  )
  const url = typeof found?.serviceEndpoint === 'string' ? URL.parse(found.serviceEndpoint) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' ? url.origin : undefined
}

/** The same of what a server says is the account's document; undefined where it is none. */
export function serverNamedIn(document: unknown, did: string): string | undefined {
  const read = Document.safeParse(document)
  return read.success && read.data.id === did ? serverIn(read.data, did) : undefined
}

/** Where an account lives, and what it is called. */
export async function identityOf(did: string): Promise<Result<Identity>> {
  if (!isDid(did)) return refused(`${did.slice(0, 100)} is no DID of an account.`)
  const call = { timeoutMs: LOOK_MS, maxBytes: 64 * 1024 }
  const exchange = await (did.startsWith('did:web:') ? askHost : askService)(documentUrl(did), call)
  if ('fault' in exchange)
    return {
      ok: false,
      error: { class: 'retry', message: `The account's document could not be read: ${exchange.problem}.` },
    }
  const { status, body } = exchange.reply
  if (status === 404 || status === 410) return refused(`There is no account ${did}.`)
  const document = status === 200 ? Document.safeParse(body) : undefined
  if (!document?.success || document.data.id !== did) {
    const error = { class: 'retry' as const, message: `The account's document could not be read (HTTP ${status}).` }
    return { ok: false, error }
  }
  const pds = serverIn(document.data, did)
  if (pds === undefined) return refused(`The account ${did} names no server that has its data.`)
  const handle = document.data.alsoKnownAs?.find((name) => name.startsWith('at://'))?.slice('at://'.length)
  return { ok: true, value: { did, pds, ...(handle !== undefined && isHandle(handle) ? { handle } : {}) } }
}

/** The identity of a handle or a DID. A handle must lead to the account, and the account back to the handle. */
export async function identify(named: string): Promise<Result<Identity>> {
  if (named.startsWith('did:')) return identityOf(named)
  const did = await didOf(named)
  if (!did.ok) return did
  const identity = await identityOf(did.value)
  if (!identity.ok) return identity
  if (identity.value.handle?.toLowerCase() !== named.toLowerCase())
    return refused(`The handle ${named} leads to an account that does not say that it has this handle.`)
  return identity
}
