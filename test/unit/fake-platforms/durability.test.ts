import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { type Json, mediaHost, picture, settled, start } from './support.ts'

const MAIN = join(import.meta.dirname, '../../../local/fake-platforms/main.ts')

describe('state', () => {
  it('is all there after a restart: accounts, tokens, containers, posts, faults, settings, requests', async () => {
    const first = await start('instagram', { quota_total: 9, processing_ms: { image: 5, video: 6 } })
    const host = await mediaHost()
    const image_url = host.add('a.jpg', { body: await picture(800, 800), type: 'image/jpeg' })
    const other = await first.control('POST', '/accounts', { username: 'other', biography: 'hi' })
    await first.faults({ match: { operation: 'quota', nth: 2 }, fault: { kind: 'drop_before' } })
    const { code } = await first.control('POST', '/codes', { account: 'other' })
    const { json } = await first.call('POST', '/v26.0/me/media', { image_url, caption: 'kept' })
    await settled(first, `/v26.0/${json.id}`, 'status_code')
    const published = await first.call('POST', '/v26.0/me/media_publish', { creation_id: json.id })
    const before = await first.state()

    const second = await first.restart()
    expect(second.demoToken).toBe(first.demoToken)
    const after = await second.state()
    for (const part of ['settings', 'faults', 'accounts', 'containers', 'posts', 'requests', 'totals']) {
      expect([part, after[part]]).toEqual([part, before[part]])
    }
    const read = await second.call('GET', `/v26.0/${published.json.id}`, { fields: 'caption' })
    expect(read.json.caption).toBe('kept')
    expect((await second.call('GET', '/v26.0/me', { fields: 'username' }, { token: other.token })).json.username).toBe(
      'other',
    )
    const form = {
      client_id: 'a',
      client_secret: 'b',
      grant_type: 'authorization_code',
      redirect_uri: 'http://x/',
      code,
    }
    expect((await second.call('POST', '/oauth/access_token', form, { token: null })).status).toBe(200)
    expect((await second.call('GET', '/v26.0/me/content_publishing_limit')).status).toBe(200)
    await expect(second.call('GET', '/v26.0/me/content_publishing_limit')).rejects.toThrow()
  })

  it('survives a line that was cut short', async () => {
    const first = await start('threads')
    await first.call('POST', '/v1.0/me/threads', { media_type: 'TEXT', text: 'kept' })
    await first.close()
    await appendFile(join(first.dataDir, 'threads.jsonl'), '{"k":"container","v":{"id":"1801')
    const second = await first.restart()
    const { containers } = await second.state()
    expect(containers.map((one: Json) => one.text)).toEqual(['kept'])
    await second.call('POST', '/v1.0/me/threads', { media_type: 'TEXT', text: 'new' })
    expect((await (await second.restart()).state()).containers).toHaveLength(2)
  })

  it('is taken up from an earlier version, which had other settings', async () => {
    const first = await start('facebook', { reel_limit: 7 })
    await first.close()
    const path = join(first.dataDir, 'facebook.jsonl')
    const written = await readFile(path, 'utf8')
    await writeFile(path, written.replaceAll('"locations":', '"places":'))
    const second = await first.restart()
    const { settings } = await second.state()
    expect(settings).toMatchObject({ reel_limit: 7, locations: ['106377336067638', '110843418940484'] })
    // Those that are gone must not keep others from being changed.
    await second.control('POST', '/settings', { reel_limit: 8 })
  })

  it('takes up a download that the end of the process cut off', async () => {
    const first = await start('threads')
    const host = await mediaHost()
    const image_url = host.add('late.jpg', { body: await picture(400, 400), type: 'image/jpeg' })
    await first.control('POST', '/settings', { fetch_timeout_ms: 60_000 })
    const { json } = await first.call('POST', '/v1.0/me/threads', { media_type: 'IMAGE', image_url })
    const second = await first.restart()
    expect(await settled(second, `/v1.0/${json.id}`, 'status')).toMatchObject({ status: 'FINISHED' })
    const { containers } = await second.state()
    expect(await readdir(join(first.dataDir, 'threads-media'))).toContain(containers[0].media.file)
  })

  /** A process that was killed between two lines of a journal: what follows was never written. */
  async function without(dataDir: string, name: string, dropped: (line: Json) => boolean): Promise<void> {
    const path = join(dataDir, `${name}.jsonl`)
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    const kept = lines.filter((line) => !dropped(JSON.parse(line)))
    expect(kept.length).toBeLessThan(lines.length)
    await writeFile(path, `${kept.join('\n')}\n`)
  }

  it('shows on Bluesky every record, and none that is gone, wherever the end of the process came', async () => {
    const first = await start('bluesky', { processing_ms: { video: 0 } })
    const { external_id: did } = await first.control('POST', '/accounts', { username: 'quay.test' })
    const { access } = await first.control('POST', '/sessions', { account: did })
    const write = (running: typeof first, name: string, rkey: string, more: object) =>
      running.call(
        'POST',
        `/xrpc/com.atproto.repo.${name}`,
        { repo: did, collection: 'app.bsky.feed.post', rkey, ...more },
        { token: access, as: 'json' },
      )
    const record = (text: string) => ({
      record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-11-21T12:00:00.000Z' },
    })
    expect((await write(first, 'putRecord', '3lzy2jfgbps22', record('kept'))).status).toBe(200)
    expect((await write(first, 'putRecord', '3lzy2jfgbps23', record('gone'))).status).toBe(200)
    expect((await write(first, 'deleteRecord', '3lzy2jfgbps23', {})).status).toBe(200)
    await first.close()
    await without(
      first.dataDir,
      'bluesky',
      ({ k, v }) => k === 'post' && (v.text === 'kept' || v.deleted_at !== undefined),
    )
    const second = await first.restart()
    // A call whose answer was lost is sent again, and changes nothing.
    expect((await write(second, 'putRecord', '3lzy2jfgbps22', record('kept'))).status).toBe(200)
    const shown = (await second.state()).posts.map(({ text, deleted_at }: Json) => [text, deleted_at === undefined])
    expect(new Map(shown)).toEqual(
      new Map([
        ['kept', true],
        ['gone', false],
      ]),
    )
  })

  it('has on Mastodon the media of a post in it alone, wherever the end of the process came', async () => {
    const first = await start('mastodon')
    const { token } = await first.control('POST', '/accounts', { username: 'quay' })
    const upload = new FormData()
    upload.set('file', new File([new Uint8Array(await picture(40, 30))], 'a.jpg', { type: 'image/jpeg' }))
    const headers = { authorization: `Bearer ${token}` }
    const uploaded = await fetch(`${first.url}/api/v2/media`, { method: 'POST', body: upload, headers })
    const { id } = (await uploaded.json()) as Json
    const post = (running: typeof first, status: string) =>
      running.call('POST', '/api/v1/statuses', { status, media_ids: [id] }, { token, as: 'json' })
    expect((await post(first, 'first')).status).toBe(200)
    await first.close()
    await without(first.dataDir, 'mastodon', ({ k, v }) => k === 'container' && v.used_by !== null)
    const second = await first.restart()
    expect((await post(second, 'second')).status).toBe(422)
  })

  it('holds no text of a token, nor do requests', async () => {
    const sim = await start('instagram')
    const { token } = await sim.control('POST', '/accounts', { username: 'secret' })
    await sim.call('GET', '/v26.0/me', {}, { token, tokenIn: 'query' })
    await sim.call('GET', '/refresh_access_token', { grant_type: 'ig_refresh_token' }, { token, tokenIn: 'query' })
    const journal = await readFile(join(sim.dataDir, 'instagram.jsonl'), 'utf8')
    const state = JSON.stringify(await sim.state())
    for (const text of [token, sim.demoToken]) {
      expect(journal).not.toContain(text)
      expect(state).not.toContain(text)
    }
  })
})

describe('the program', () => {
  it('prints where it is, and loses nothing it answered to SIGKILL', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fake-platform-'))
    const launch = async (): Promise<{ child: ReturnType<typeof spawn>; ready: Json }> => {
      const child = spawn(process.execPath, [MAIN, '--platform', 'threads', '--port', '0', '--data-dir', dataDir], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [line] = await once(createInterface({ input: child.stdout! }), 'line')
      return { child, ready: JSON.parse(line) }
    }
    const headers = (ready: Json): Record<string, string> => ({ authorization: `Bearer ${ready.demo_token}` })
    const first = await launch()
    expect(first.ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      demo_token: expect.stringMatching(/^THQ[\w-]{80,}$/),
    })
    const answered: string[] = []
    for (let n = 0; n < 20; n += 1) {
      const query = new URLSearchParams({ media_type: 'TEXT', text: `text ${n}` })
      const reply = await fetch(`${first.ready.url}/v1.0/me/threads?${query}`, {
        method: 'POST',
        headers: headers(first.ready),
      })
      answered.push(((await reply.json()) as Json).id)
    }
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')

    const second = await launch()
    const state = (await (await fetch(`${second.ready.url}/_control/state`)).json()) as Json
    expect(state.containers.map((one: Json) => one.id)).toEqual(answered)
    expect(second.ready.demo_token).toBe(first.ready.demo_token)
    second.child.kill('SIGTERM')
    expect((await once(second.child, 'exit'))[0]).toBe(0)
    await rm(dataDir, { recursive: true })
  })

  it('says how it is called', async () => {
    const child = spawn(process.execPath, [MAIN, '--platform', 'myspace'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [line] = await once(createInterface({ input: child.stderr }), 'line')
    expect(line).toContain('usage:')
    expect((await once(child, 'exit'))[0]).toBe(2)
  })
})
