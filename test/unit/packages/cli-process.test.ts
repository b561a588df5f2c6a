// The command line as a process: signals, standard input and output.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startCliService } from '../../support/cli-service.ts'

const { answers, silent, posts, url, end } = await startCliService()
afterAll(end)
const running: ChildProcess[] = []
afterEach(() => {
  silent.clear()
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

const MAIN = join(import.meta.dirname, '..', '..', '..', 'packages', 'cli', 'src', 'main.ts')
const POST = ['post', 'text', '--text', 'Hello', '--to', '@shop']

/** @param stdout a file in place of a pipe. */
function start(words: string[], stdout: number | 'pipe' = 'pipe') {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...process.env, PUBLISHER_URL: url, PUBLISHER_API_KEY: 'spk_k' },
    stdio: ['pipe', stdout, 'pipe'],
  })
  running.push(child)
  let [out, err] = ['', '']
  child.stdout?.on('data', (part) => {
    out += part
  })
  child.stderr?.on('data', (part) => {
    err += part
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
  return { child, ended }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'names the key of a post that was on its way at %s',
  async (signal) => {
    const heard = new Promise<void>((resolve) => silent.set('POST /api/v1/posts/text', resolve))
    const { child, ended } = start(POST)
    await heard
    child.kill(signal)
    const { code, err } = await ended
    expect([code, err]).toEqual([4, expect.stringContaining(`with --key ${posts.at(-1)!.key} posts it once`)])
  },
)

it('names it also where the same end is told twice, as by systemd, or by npx at Ctrl-C', async () => {
  const heard = new Promise<void>((resolve) => silent.set('POST /api/v1/posts/text', resolve))
  const { child, ended } = start(POST)
  await heard
  child.kill('SIGTERM')
  child.kill('SIGHUP')
  expect(await ended).toMatchObject({ code: 4, err: expect.stringContaining('posts it once') })
})

it('stops while it reads standard input', async () => {
  const { child, ended } = start(['post', 'text', '--text', '-', '--to', '@shop'])
  // More than the system holds for it: once all is taken, it is being read.
  await new Promise<void>((resolve) => child.stdin!.write('x'.repeat(1_000_000), () => resolve()))
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 130, out: '', err: 'Stopped.\n' })
})

it('ends soon where what it leaves of an upload cannot be removed', { tags: 'deep' }, async () => {
  const session = { id: 's1', upload_url: `${url}/store`, headers: {} }
  answers['POST /api/v1/media/uploads'] = { status: 201, body: { success: true, data: session } }
  silent.set('DELETE /api/v1/media/uploads/s1', () => undefined)
  const heard = new Promise<void>((resolve) => silent.set('PUT /store', resolve))
  const { child, ended } = start(['upload', MAIN])
  await heard
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, err: 'Stopped.\n' })
})

it.runIf(existsSync('/dev/full'))('says what became of a post where standard output is full', async () => {
  answers['POST /api/v1/posts/text'] = {
    status: 202,
    body: { success: true, message: 'The post was accepted.' },
    headers: { Location: '/api/v1/posts/p1' },
  }
  const full = () => openSync('/dev/full', 'w')
  const { code, err } = await start(POST, full()).ended
  expect([code, err]).toEqual([
    ...[4, 'Standard output cannot be written (ENOSPC). It was to say:\nThe post was accepted.\np1\n'],
  ])
  const { code: sameCode, err: asJson } = await start([...POST, '--json'], full()).ended
  expect([sameCode, JSON.parse(asJson).error]).toMatchObject([4, { code: 'unwritten' }])
})

it('ends with the code of what it did where nobody reads', async () => {
  const publication = { account_id: '2', platform: 'threads', state: 'failed', terminal: true }
  answers['GET /api/v1/posts/f'] = {
    body: { success: true, data: { id: 'f', status: 'failed', publications: [publication] } },
  }
  const { child, ended } = start(['watch', 'f'])
  child.stdout!.destroy()
  expect((await ended).code).toBe(5)
})
