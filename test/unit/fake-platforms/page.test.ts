import { beforeAll, describe, expect, it } from 'vitest'
import { mediaHost, picture, type Running, settled, start, video } from './support.ts'

let sim: Running
let host: Awaited<ReturnType<typeof mediaHost>>
const read = async (path: string): Promise<string> => (await fetch(`${sim.url}${path}`)).text()
const post = async (params: Record<string, unknown>): Promise<string> => {
  const { json } = await sim.call('POST', '/v26.0/me/media', params)
  await settled(sim, `/v26.0/${json.id}`, 'status_code')
  const published = await sim.call('POST', '/v26.0/me/media_publish', { creation_id: json.id })
  return published.json.id
}

beforeAll(async () => {
  sim = await start('instagram')
  host = await mediaHost()
})

describe('the page of what was published', () => {
  it('says so when there is nothing, and loads nothing from elsewhere', async () => {
    const response = await fetch(sim.url)
    const html = await response.text()
    expect(html).toContain('Nothing has been published yet.')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('shows pictures, captions as text, alt texts, account, kind, time and permalink, newest first', async () => {
    const bytes = await picture(900, 900)
    const image_url = host.add('a.jpg', { body: bytes, type: 'image/jpeg' })
    const id = await post({ image_url, caption: 'first <script>alert(1)</script>', alt_text: 'a "green" square' })
    const { permalink } = (await sim.call('GET', `/v26.0/${id}`, { fields: 'permalink' })).json
    const video_url = host.add('a.mp4', { body: video(), type: 'video/mp4' })
    const reel = await post({ media_type: 'REELS', video_url, caption: 'second' })
    const html = await read('/')
    expect(html).toContain('first &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('alt="a &quot;green&quot; square"')
    expect(html).toContain('Alt text: a &quot;green&quot; square')
    expect(html).toContain('@demo.studio')
    expect(html).toContain(permalink)
    expect(html).toContain('<span class="kind">reel</span>')
    expect(html.indexOf('>second<')).toBeLessThan(html.indexOf('>first &lt;'))
    expect(html).toContain('>second<')
    const file = /<img src="(\/_media\/[^"]+)"/.exec(html)![1]!
    const served = await fetch(`${sim.url}${file}`)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await read(new URL(permalink).pathname)).toContain('first')
    const link = (await sim.call('GET', `/v26.0/${reel}`, { fields: 'permalink' })).json.permalink
    expect(await read(new URL(link).pathname)).toContain('second')
    expect((await fetch(`${sim.url}/p/nothing/`)).status).toBe(404)
  })

  it('serves ranges, and only what was received', async () => {
    const file = /<video src="(\/_media\/[^"]+)"/.exec(await read('/'))![1]!
    const whole = Buffer.from(await (await fetch(`${sim.url}${file}`)).arrayBuffer())
    const part = await fetch(`${sim.url}${file}`, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${whole.length}`)
    const beyond = await fetch(`${sim.url}${file}`, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
    for (const name of ['none.jpg', '..%2finstagram.jsonl', '%2e%2e/instagram.jsonl']) {
      expect((await fetch(`${sim.url}/_media/${name}`)).status).toBe(404)
    }
  })
})
