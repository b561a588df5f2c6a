// The session of the README, pasted into a shell.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/local.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

let local: SharedLocal
let folder: string
let key: string
beforeAll(async () => {
  local = await sharedLocal()
  // The session's key is the demo owner's.
  ;({ api_key: key } = local.process.session)
  // Its files lie where they do for someone who has cloned the project and runs `npm start`.
  folder = mkdtempSync(join(tmpdir(), 'readme-'))
  symlinkSync(local.dataDir, join(folder, '.local'))
  mkdirSync(join(folder, 'test'))
  symlinkSync(join(ROOT, 'test', 'samples'), join(folder, 'test', 'samples'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

it('uploads a picture, posts it and lists the post', async () => {
  const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, code]) => code!,
  )
  const session = blocks.filter((code) => code.includes('.local/session.json'))
  expect(session).toHaveLength(1)
  // A reader waits for it to be published; here that is checked below.
  const script = session[0]!.replace(/\bsleep \d+; /, '')
  expect(script).not.toBe(session[0])
  const { PATH, HOME } = process.env
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH, HOME },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^HTTP\/1\.1 202 /)
  const id = /^location: \/api\/v1\/posts\/(\S+)/im.exec(stdout)![1]!
  expect(stdout).toContain(`"id":"${id}"`)
  expect(stdout).toContain(`Instagram shows it at ${local.session.platforms.instagram}`)
  const post = await eventually(async () => {
    const { data } = (await local.api('GET', `/api/v1/posts/${id}`, { key })).json<{ data: { status: string } }>()
    return data.status !== 'publishing' && data
  })
  expect(post.status).toBe('published')
})
