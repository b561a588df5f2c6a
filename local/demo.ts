// `npm run demo`: one post travels through all of the service, step by step, and everything it says is printed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { callDirectly } from './loopback.ts'

const HELP = `Publishes a carousel to all demo accounts and shows every step.

  npm run demo [-- --data-dir DIR] [--output DIR]

  --data-dir DIR  use the service that runs on this data directory (default .local; if none runs, one is started on a
                  temporary directory and stopped at the end)
  --output DIR    where to save what each platform received (default demo-output)
`

interface Session {
  base_url: string
  api_key: string
  accounts: { id: string; platform: string; username: string }[]
  platforms: Record<string, string>
}

/** How long publishing may take here before something is wrong. */
const PATIENCE_MS = 60_000

const say = (text = '') => process.stdout.write(`${text}\n`)
const indent = (value: unknown) => JSON.stringify(value, null, 2).replace(/^/gm, '    ')

/** The running service of a data directory, if it answers. */
async function running(dataDir: string): Promise<Session | undefined> {
  const file = join(dataDir, 'session.json')
  if (!existsSync(file)) return undefined
  const session = JSON.parse(await readFile(file, 'utf8')) as Session
  const answer = await fetch(`${session.base_url}/api/v1/accounts/social`, {
    headers: { 'X-Secret-Token': session.api_key },
  }).catch(() => undefined)
  return answer?.ok ? session : undefined
}

/** Starts the service on a temporary directory. */
async function start(): Promise<{ session: Session; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
  say(`No service is running: starting one on ${dataDir} (the first build takes a moment) ...`)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'start.ts'), '--json', '--port', '0', '--data-dir', dataDir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4000)
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const ready = new Promise<Session>((done) =>
    createInterface({ input: child.stdout }).once('line', (line) => done(JSON.parse(line))),
  )
  const session = await Promise.race([ready, ended.then(() => undefined)])
  if (!session) throw new Error(`The service did not start:\n${complaints}`)
  return {
    session,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One call, printed with its answer. */
async function call(
  session: Session,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<{ json: Answer; headers: Headers }> {
  const form = body instanceof FormData
  say(`\n> ${method} /api${path}`)
  if (form)
    for (const [name, value] of body)
      say(`    ${name}: ${typeof value === 'string' ? value : `${value.name} (${value.type}, ${value.size} bytes)`}`)
  else if (body) say(indent(body))
  const response = await fetch(`${session.base_url}/api${path}`, {
    method,
    headers: { 'X-Secret-Token': session.api_key, ...(body && !form ? { 'Content-Type': 'application/json' } : {}) },
    body: body === undefined ? undefined : form ? body : JSON.stringify(body),
  })
  const json = (await response.json()) as Answer
  say(`< ${response.status}`)
  say(indent(json))
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`)
  return { json, headers: response.headers }
}

interface Publication {
  account_id: string
  platform: string
  state: string
  terminal: boolean
  permalink: string | null
  error: { message: string } | null
}
interface Answer {
  data?: { id?: string; publications?: Publication[] }
}

/** Two real pictures, drawn here: a JPEG in landscape and a PNG in portrait. */
const pictures = async () => {
  const scene = (width: number, height: number, sky: string, sun: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="#ffd9a0"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#s)"/><circle cx="${width * 0.7}" cy="${height * 0.45}" r="${height * 0.12}" fill="${sun}"/>
<path d="M0 ${height * 0.75} Q ${width * 0.25} ${height * 0.5} ${width * 0.5} ${height * 0.72} T ${width} ${height * 0.65} V ${height} H 0 Z" fill="#2c4a3e"/>
<path d="M0 ${height * 0.85} Q ${width * 0.35} ${height * 0.68} ${width * 0.65} ${height * 0.86} T ${width} ${height * 0.82} V ${height} H 0 Z" fill="#1b2f28"/></svg>`)
  return [
    {
      name: 'sunrise.jpg',
      type: 'image/jpeg',
      description: 'A sunrise over dark green hills',
      bytes: await sharp(scene(1600, 1200, '#3a6ea5', '#fff3c4'))
        .jpeg({ quality: 90 })
        .toBuffer(),
    },
    {
      name: 'sunset.png',
      type: 'image/png',
      description: 'A sunset over dark green hills',
      bytes: await sharp(scene(1080, 1350, '#5b3a79', '#ff8c5a'))
        .png()
        .toBuffer(),
    },
  ]
}

/** Waits until every publication has ended and its link is known, with a line whenever something changed. */
async function untilPublished(session: Session, postId: string): Promise<Publication[]> {
  const begun = Date.now()
  let shown = ''
  for (;;) {
    const response = await fetch(`${session.base_url}/api/v1/posts/${postId}`, {
      headers: { 'X-Secret-Token': session.api_key },
    })
    const { data } = (await response.json()) as Answer
    const publications = data?.publications ?? []
    const line = publications.map(({ platform, state }) => `${platform}: ${state}`).join(' · ')
    if (line !== shown) say(`  ${String(((Date.now() - begun) / 1000).toFixed(1)).padStart(5)} s  ${line}`)
    shown = line
    const settled = publications.every(
      ({ terminal, state, permalink }) => terminal && (state !== 'published' || permalink),
    )
    if (publications.length > 0 && settled) return publications
    if (Date.now() - begun > PATIENCE_MS) throw new Error(`Not published after ${PATIENCE_MS / 1000} s: ${line}`)
    // The demo's key may make 60 requests a minute.
    await sleep(1500)
  }
}

interface Received {
  posts: {
    caption?: string
    text?: string
    permalink?: string
    media?: { file: string; sha256: string } | null
    children?: { media?: { file: string; sha256: string } | null }[]
  }[]
}

/** The content of each simulator: its newest post as JSON, and the bytes it fetched. */
async function saveReceived(session: Session, output: string): Promise<void> {
  for (const [platform, url] of Object.entries(session.platforms)) {
    const state = (await (await fetch(`${url}/_control/state?requests=0`)).json()) as Received
    const post = state.posts[0]
    const folder = join(output, platform)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'post.json'), `${JSON.stringify(post, null, 2)}\n`)
    const files = [...new Set([...JSON.stringify(post).matchAll(/"file":"([^"]+)"/g)].map((match) => match[1]!))]
    for (const [at, file] of files.entries()) {
      const bytes = Buffer.from(await (await fetch(`${url}/_media/${file}`)).arrayBuffer())
      const { format, width, height } = await sharp(bytes).metadata()
      await writeFile(join(folder, `${at + 1}${extname(file) || '.jpg'}`), bytes)
      say(
        `  ${platform}: picture ${at + 1} of ${files.length}, ${format?.toUpperCase()} ${width} x ${height}, ${bytes.length} bytes`,
      )
    }
    say(
      `  ${platform}: ${state.posts.length} post${state.posts.length === 1 ? '' : 's'} held; saved in ${folder}; to look at: ${url}/`,
    )
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: '.local' },
      output: { type: 'string', default: 'demo-output' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    say(HELP)
    return
  }
  callDirectly()
  const found = await running(resolve(values['data-dir']))
  const started = found ? undefined : await start()
  const session = found ?? started!.session
  try {
    say(`The service answers at ${session.base_url}/api`)
    const ids: string[] = []
    for (const { name, type, description, bytes } of await pictures()) {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], name, { type }))
      form.set('description', description)
      ids.push((await call(session, 'POST', '/v1/media', form)).json.data!.id!)
    }
    await call(session, 'GET', '/v1/accounts/social')
    const accounts = session.accounts.map(({ id }) => id)
    const post = {
      title: 'From dawn to dusk',
      content: 'One day, two skies 🌅\nPosted with one request.',
      hashtags: ['sunrise', 'sunset'],
      media: { media_asset_ids: ids },
      accounts,
    }
    const { headers } = await call(session, 'POST', '/v1/posts/feed', post)
    const postId = headers.get('location')!.split('/').at(-1)!
    say('\nWaiting until all platforms have it:')
    const publications = await untilPublished(session, postId)
    say('\nPublished:')
    for (const { platform, state, permalink, error } of publications)
      say(`  ${platform}: ${permalink ?? `${state}: ${error?.message}`}`)
    say('\nWhat the platforms received:')
    await saveReceived(session, resolve(values.output))
    if (publications.some(({ state }) => state !== 'published')) throw new Error('Not every account was published to.')
    say('\nDone.')
  } finally {
    await started?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
