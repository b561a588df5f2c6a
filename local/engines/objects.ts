// In front of the S3 engine: what S3 does and the engine does not. Conditional writes and copies, single PUTs of any size, the
// signature and age of presigned addresses, several ranges.
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Call, type Judge, type Role, refusalOf } from '../roles/judge.ts'
import { bucketOf, deleteCall, deletesMany, listCall, objectCalls } from '../roles/object-calls.ts'
import { answerOrigin, type CorsRule } from './cors.ts'
import { checkPresigned, REFUSALS, type Refusal } from './presigned.ts'

/** Over this a single PUT goes to the engine in parts: it takes no larger body at once. */
const PART_BYTES = 8 * 1024 * 1024

function refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  // A caller that is still sending sees the answer only if somebody reads on.
  request.resume()
}

/** The signer of a request, by its headers or its address. */
const signer = ({ headers }: IncomingMessage, { searchParams }: URL): string =>
  /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ??
  searchParams.get('X-Amz-Credential')?.split('/')[0] ??
  ''

/** Body bytes in pieces of `PART_BYTES`, the last one smaller. */
async function* parts(request: IncomingMessage): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    held.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size < PART_BYTES) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; all.length - at >= PART_BYTES; at += PART_BYTES) yield all.subarray(at, at + PART_BYTES)
    held = [all.subarray(at)]
    size = all.length - at
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Headers of an upload that say what the object is. */
const DESCRIBING = /^(content-type|content-disposition|content-language|content-encoding|cache-control|x-amz-meta-.*)$/

/**
 * Bytes of what S3 keeps of an object beside its bytes, names of headers included; "2 KB" may be this or 48 more.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
const DESCRIBING_BYTES = 2000

const describingBytes = (headers: http.IncomingHttpHeaders): number =>
  Object.entries(headers)
    .filter(([name]) => DESCRIBING.test(name) && !name.startsWith('x-amz-meta-'))
    .reduce((sum, [name, value]) => sum + name.length + String(value).length, 0)

const element = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

const textIn = (xml: string): string => xml.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)

/** Of S3's request to delete several objects: as many keys as it takes have this many bytes at most. */
const DELETE_BYTES = 2 * 1024 * 1024

/** A caller whose calls are checked against a role. */
export interface Caller {
  role: Role
  judge: Judge
  /** Told the outcome of a call. */
  note(word: { used?: string[]; refused?: string }): void
}

/** @returns the answer where the role does not allow it. */
function refusedTo({ role, judge, note }: Caller, calls: readonly Call[]): Refusal | undefined {
  const verdict = judge(calls)
  if (verdict.allowed) {
    note({ used: verdict.by })
    return undefined
  }
  note({ refused: `${verdict.call.action} on ${verdict.call.resource}` })
  return { status: 403, code: 'AccessDenied', message: refusalOf(role, verdict.call) }
}

/**
 * @param engine the engine's origin.
 * @param secret the secret key of every client.
 * @param callerOf whose request it is, by the key that it is signed with; undefined for one who may do all.
 * @param corsOf the rules of a bucket for pages of other origins.
 */
export function createObjectFront(
  engine: string,
  secret: string,
  callerOf: (accessKey: string) => Caller | undefined,
  corsOf: (bucket: string) => readonly CorsRule[] = () => [],
): RequestListener {
  const agent = new http.Agent({ keepAlive: true })
  const { host } = new URL(engine)
  const writing = new Map<string, Promise<unknown>>()

  /** Writes of one key that depend on its current object, one after another. */
  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (writing.get(key) ?? Promise.resolve()).then(work, work)
    const settled: Promise<void> = turn.then(
      () => undefined,
      () => undefined,
    )
    writing.set(key, settled)
    void settled.then(() => {
      if (writing.get(key) === settled) writing.delete(key)
    })
    return turn
  }

  /** @param missing what is answered in place of a 404, if anything. */
  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    headers: http.OutgoingHttpHeaders,
    missing?: () => Refusal | undefined,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const onward = http.request(`${engine}${request.url}`, { method: request.method, headers, agent }, (reply) => {
        const refusal = reply.statusCode === 404 ? missing?.() : undefined
        if (refusal) {
          reply.resume()
          refuse(request, response, refusal)
          return resolve()
        }
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        pipeline(reply, response).then(resolve, reject)
      })
      onward.once('error', reject)
      pipeline(request, onward).catch(reject)
    })

  const exists = async (path: string) => (await fetch(`${engine}${path}`, { method: 'HEAD' })).ok

  /** Whether a copy asks for another version of its source than the present one. The engine answers for a source that does not exist. */
  const isOutdated = async (copied: string, version: string | undefined): Promise<boolean> => {
    if (version === undefined) return false
    const source = await fetch(`${engine}/${copied.replace(/^\//, '')}`, { method: 'HEAD' })
    return source.ok && source.headers.get('etag') !== version
  }

  const putInParts = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const describing = Object.entries(request.headers).filter(([name]) => DESCRIBING.test(name)) as [string, string][]
    const begun = await fetch(`${engine}${path}?uploads`, { method: 'POST', headers: Object.fromEntries(describing) })
    const upload = element(await begun.text(), 'UploadId')
    const address = `${engine}${path}?uploadId=${upload}`
    try {
      const etags: string[] = []
      for await (const part of parts(request)) {
        const sent = await fetch(`${address}&partNumber=${etags.length + 1}`, {
          method: 'PUT',
          body: part as Buffer<ArrayBuffer>,
        })
        if (!sent.ok) throw new Error(`part ${etags.length + 1}: ${sent.status}`)
        etags.push(sent.headers.get('etag') ?? '')
      }
      const list = etags
        .map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
        .join('')
      const done = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml' },
        body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`,
      })
      const reply = await done.text()
      if (!done.ok) throw new Error(`completing: ${done.status}`)
      response.writeHead(200, { ETag: element(reply, 'ETag').replaceAll('&quot;', '"'), 'Content-Length': 0 })
      response.end()
    } catch (error) {
      await fetch(address, { method: 'DELETE' })
      throw error
    }
  }

  /** Deletes what the body names, if the caller may delete all of it. */
  const deleteMany = async (request: IncomingMessage, response: ServerResponse, url: URL, caller: Caller) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > DELETE_BYTES) return refuse(request, response, REFUSALS.large)
      chunks.push(chunk as Buffer)
    }
    const body = Buffer.concat(chunks)
    const keys = [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => textIn(key))
    const bucket = bucketOf(url.pathname)
    const refusal = refusedTo(
      caller,
      keys.map((key) => deleteCall(bucket, key)),
    )
    if (refusal) return refuse(request, response, refusal)
    const { 'content-type': type = 'application/xml' } = request.headers
    const reply = await fetch(`${engine}${request.url}`, { method: 'POST', headers: { 'Content-Type': type }, body })
    response.writeHead(reply.status, { 'Content-Type': 'application/xml' })
    response.end(await reply.text())
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const refusal = checkPresigned(request, url, secret, Date.now())
    if (refusal) return refuse(request, response, refusal)
    if (describingBytes(request.headers) > DESCRIBING_BYTES) return refuse(request, response, REFUSALS.described)
    const caller = callerOf(signer(request, url))
    if (caller && deletesMany(request.method, url)) return deleteMany(request, response, url, caller)
    const copied = request.headers['x-amz-copy-source']?.toString()
    const denied = caller && refusedTo(caller, objectCalls(request.method ?? 'GET', url, copied))
    if (denied) return refuse(request, response, denied)
    const version = request.headers['x-amz-copy-source-if-match']?.toString()
    if (copied !== undefined && (await isOutdated(copied, version))) return refuse(request, response, REFUSALS.unmet)
    // Only callers who may list the bucket learn whether something is there.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const missing = caller && reads ? () => refusedTo(caller, [listCall(bucketOf(url.pathname))]) : undefined
    // A browser's page was judged here; the engine is called by a program.
    const headers: http.IncomingHttpHeaders = { ...request.headers, host }
    for (const name of ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) delete headers[name]
    // S3 answers several ranges with the whole object.
    if (headers.range?.includes(',')) delete headers.range

    const query = url.searchParams
    const wholeObject = request.method === 'PUT' && !query.has('partNumber') && url.pathname.split('/').length > 2
    const completes = request.method === 'POST' && query.has('uploadId')
    const large =
      wholeObject &&
      Number(request.headers['content-length'] ?? 0) > PART_BYTES &&
      !String(request.headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING')
    const write = () =>
      large ? putInParts(request, response, url.pathname) : pass(request, response, headers, missing)
    if (!(wholeObject || completes) || request.headers['if-none-match'] !== '*') return write()
    delete headers['if-none-match']
    await inTurn(url.pathname, async () =>
      (await exists(url.pathname)) ? refuse(request, response, REFUSALS.unmet) : write(),
    )
  }

  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    if (answerOrigin(request, response, corsOf(bucketOf(path)))) return
    serve(request, response).catch(() => {
      if (response.headersSent) return response.destroy()
      response.writeHead(500, { Connection: 'close' })
      response.end('<Error><Code>InternalError</Code><Message>The local object store failed.</Message></Error>')
    })
  }
}
