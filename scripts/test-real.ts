// Drives Bluesky's connector against the network's own server (PDS): `npm run test:real`. The server and the directory of DIDs come
// from npm, in a folder of their own (`test/real`) that `npm ci` does not install.
//   npm run test:real [-- --posts N]
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { ENV } from '../core/contract.ts'
import type { Credentials, Piece, PieceFile, Publishing } from '../core/platforms/connector.ts'
import { platformOf } from '../core/platforms/connectors.ts'
import { factsOf } from '../core/platforms/facts.ts'
import type { Result } from '../core/platforms/outcome.ts'
import { allowAt } from './consent-at-pds.ts'
import { FOLDER, type Gate, gate, install, Lacking, readBack, type Servers, start } from './real-servers.ts'
import { optionsOf } from './script-options.ts'

const platform = await platformOf('bluesky')

const HELP = `Drives Bluesky's connector against the network's own server (PDS), which is installed from npm into test/real.

  npm run test:real [-- --posts N]

  --posts N  posts whose answers get lost now and then (default 200)
`
const { values } = optionsOf(HELP, { posts: { type: 'string', default: '200' } })
const POSTS = Number(values.posts)
if (!Number.isInteger(POSTS) || POSTS < 1) {
  process.stderr.write(`--posts must be a whole number from 1, not ${values.posts}.\n`)
  process.exit(2)
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const good = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.class}: ${result.error.message}`)
  return result.value
}

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`wrong: ${what}`)
  say(`  ${what}`)
}

const fileOf = (bytes: Uint8Array, given: Partial<PieceFile>): PieceFile => ({
  ...{ size_bytes: bytes.length, content_type: 'image/jpeg', width: 640, height: 480, duration_ms: null },
  read: async (from, to) => bytes.subarray(from, to),
  ...given,
})

async function prepared(account: Credentials, piece: Piece): Promise<string> {
  const { state, handle } = good(await platform.prepare(account, piece))
  if (state !== 'finished') throw new Error(`a ${piece.type} was ${state}`)
  return handle!
}

const posting = (handles: string[], more: Partial<Publishing>): Publishing => ({
  ...{ handles, kind: 'text' as const, text: '', options: {}, key: platform.newKey!(Date.now()) },
  ...more,
})

async function withAppPassword(servers: Servers): Promise<Credentials> {
  const [grant] = good(
    await platform.signIn.withPassword!({ identifier: servers.handle, password: servers.app_password }),
  )
  const profile = good(await platform.profile(grant!.token))
  check(`an app password signs in @${profile.username}`, profile.external_id === servers.did)
  const renewed = good(await platform.refresh(grant!.token))
  check('the session is renewed', renewed.token !== grant!.token)
  return { external_id: servers.did, token: renewed.token }
}

/** Where the browser would be sent back to: nothing listens there; only the address is read. */
const BACK = 'http://127.0.0.1:8123/connected'

/** Signs in by the server's own page: pushed request, PKCE, proof of possession, and the consent of the account's owner. */
async function withConsent(servers: Servers): Promise<Credentials> {
  const { registerApp, begin, finish } = platform.signIn
  const scopes = [...factsOf('bluesky').scopes]
  const app = good(await registerApp!({ redirect_uri: BACK, scopes, document_url: 'http://127.0.0.1/unused' }))
  const given = { ...app, redirect_uri: BACK, handle: servers.handle }
  const state = randomBytes(16).toString('hex')
  const begun = good(await begin!({ ...given, state, scopes }))
  const names = [...new URL(begun.url).searchParams.keys()].sort().join()
  const own = 'client_id,request_uri,state'
  check('the request is pushed: its address names the client, a reference and our state alone', names === own)
  const back = await allowAt(begun.url, servers)
  check('the owner allows it on the page, and the browser comes back with our state', back.state === state)
  const { code = '', iss = '' } = back
  const stranger = await finish!({ ...given, code, keep: begun.keep!, iss: 'https://elsewhere.example' })
  check('an answer of another issuer is refused', !stranger.ok)
  const [grant] = good(await finish!({ ...given, code, keep: begun.keep!, iss }))
  const profile = good(await platform.profile(grant!.token))
  check(`the code is a session of @${profile.username}`, profile.external_id === servers.did)
  check(
    'its scopes are those that were asked for',
    scopes.every((scope) => grant!.scopes?.includes(scope)),
  )
  const again = await finish!({ ...given, code, keep: begun.keep!, iss })
  check('the code is good once', !again.ok)
  // That ended the session of the code: a client that uses a code twice may have stolen it.
  const second = good(await begin!({ ...given, state, scopes }))
  const { code: fresh = '', iss: issuer = '' } = await allowAt(second.url, servers)
  const [kept] = good(await finish!({ ...given, code: fresh, keep: second.keep!, iss: issuer }))
  const renewed = good(await platform.refresh(kept!.token))
  check('the session is renewed', renewed.token !== kept!.token)
  return { external_id: servers.did, token: renewed.token }
}

/** A refresh token that is used twice ends the session: it is done last, because the session does not work afterwards. */
async function refreshOnce(account: Credentials): Promise<void> {
  const renewed = good(await platform.refresh(account.token))
  const twice = await platform.refresh(account.token)
  check(
    'a refresh token that was used is refused, and the owner has to sign in again',
    !twice.ok && twice.error.class === 'reconnect',
  )
  const late = await platform.refresh(renewed.token)
  check('the session has ended with it: the newer one is refused too', !late.ok && late.error.class === 'reconnect')
}

async function posts(servers: Servers, account: Credentials): Promise<void> {
  const text = '👩‍🚀 @harbor.test reads https://example.com/a?b=1 #tea'
  const options = { allow_replies: ['nobody'], allow_quotes: 'nobody', langs: ['en'] }
  const words = await prepared(account, { type: 'text', text, one_of_several: false, options })
  const first = good(await platform.publish(account, posting([words], { text, options })))
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal', noise } })
    .jpeg()
    .toBuffer()
  const pictures = await Promise.all(
    [0, 1, 2, 3].map((index) => {
      const file = fileOf(jpeg, {})
      return prepared(account, { type: 'image', file, text: 'Four', alt_text: `${index}`, one_of_several: true, index })
    }),
  )
  good(await platform.publish(account, posting(pictures, { text: 'Four', kind: 'carousel' })))
  // The largest that this server takes as it is.
  const sample = readFileSync(join(FOLDER, '..', 'samples', 'video.mp4'))
  const film = Buffer.concat([sample, Buffer.alloc(4_900_000 - sample.length)])
  const file = fileOf(film, { content_type: 'video/mp4', width: 64, height: 36, duration_ms: 1000 })
  const video = await prepared(account, {
    type: 'video',
    file,
    text: 'A film',
    alt_text: 'Waves',
    one_of_several: false,
  })
  good(await platform.publish(account, posting([video], { text: 'A film', kind: 'video' })))
  const answer = await prepared(account, {
    type: 'text',
    text: 'Second',
    one_of_several: false,
    options: { reply_to_id: first.media_id },
  })
  good(await platform.publish(account, posting([answer], { text: 'Second' })))
  const found = await readBack(servers)
  const of = (said: string) => found.filter(({ value }) => value.text === said)
  check('text has a link, a mention and a tag', of(text)[0]?.value.facets?.length === 3)
  check('four pictures are one post', of('Four')[0]?.value.embed?.$type === 'app.bsky.embed.images')
  check(`a video of ${film.length} bytes is taken`, of('A film')[0]?.value.embed?.$type === 'app.bsky.embed.video')
  check('an answer names what it answers', of('Second')[0]?.value.reply?.parent.uri === first.media_id)
  good(await platform.deletion!.deletePost(account, first.media_id))
  check('a post is deleted', !good(await platform.deletion!.postExists(account, first.media_id)))
}

let storms = 0

/** Posts whose answers are lost, and whose workers die before they have read them. */
async function storm(servers: Servers, account: Credentials, before: Gate): Promise<void> {
  storms += 1
  const name = `storm ${storms}`
  const end = before.begin()
  let calls = 0
  let kills = 0
  const one = async (at: number): Promise<void> => {
    const text = `${name} ${at}`
    const options = at % 4 === 0 ? { allow_replies: ['followers'] } : {}
    const handles = [await prepared(account, { type: 'text', text, one_of_several: false, options })]
    const post = posting(handles, { text, options })
    for (;;) {
      calls += 1
      const call = platform.publish(account, post)
      // A worker that dies has made the call and knows nothing of the answer; another makes it again at once.
      if (Math.random() < 0.05) {
        kills += 1
        void call
        continue
      }
      const answer = await call
      if (answer.ok) return
      if (answer.error.class !== 'ambiguous' && answer.error.class !== 'retry')
        throw new Error(`${text}: ${answer.error.class}: ${answer.error.message}`)
    }
  }
  const began = Date.now()
  const left = Array.from({ length: POSTS }, (_, at) => at)
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) await one(at)
    }),
  )
  const cuts = end()
  const found = (await readBack(servers)).filter(({ value }) => value.text.startsWith(`${name} `))
  const distinct = new Set(found.map(({ value }) => value.text)).size
  say(`  ${POSTS} posts: ${calls} calls, ${cuts} answers cut off, ${kills} workers killed, ${Date.now() - began} ms`)
  check(
    `each is there once: ${found.length} posts, ${distinct} different`,
    found.length === POSTS && distinct === POSTS,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'real-'))
let running: ChildProcess | undefined
let before: Gate | undefined
try {
  install(say)
  const { servers, process: child } = await start(dataDir)
  running = child
  const standing = await gate(servers)
  before = standing
  Object.assign(process.env, {
    BLUESKY_PLC_URL: servers.plc,
    // The server answers for its own accounts what the app view answers for all.
    BLUESKY_APPVIEW_URL: servers.pds,
    [ENV.platformAllowHosts]: new URL(servers.pds).host,
  })
  say(`Bluesky's own server, ${servers.pds}`)
  say('with an app password')
  const password = await withAppPassword(servers)
  await posts(servers, password)
  await storm(servers, password, standing)
  say("by the server's own page (OAuth)")
  const consent = await withConsent(servers)
  await posts(servers, consent)
  await storm(servers, consent, standing)
  await refreshOnce(consent)
  say('all of it holds')
} catch (error) {
  if (!(error instanceof Lacking)) throw error
  say(`test:real cannot run here. It lacks: ${error.message}.`)
  process.exitCode = 3
} finally {
  before?.close()
  running?.removeAllListeners('exit')
  running?.kill()
  rmSync(dataDir, { recursive: true, force: true })
}
