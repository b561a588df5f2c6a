import { beforeEach, describe, expect, it } from 'vitest'
import { type Json, type Reply, type Running, settled, start } from './support.ts'

const V = '/v1.0'
let sim: Running
beforeEach(async () => {
  sim = await start('threads', { quota_total: 100_000 })
})

const create = (text = 'x'): Promise<Reply> => sim.call('POST', `${V}/me/threads`, { media_type: 'TEXT', text })
const container = async (): Promise<string> => (await create()).json.id
const publish = (creation_id: string): Promise<Reply> => sim.call('POST', `${V}/me/threads_publish`, { creation_id })
const outcome = (call: Promise<Reply>): Promise<unknown> =>
  call.then(
    ({ status, json }) => (json?.error ? [status, json.error.code, json.error.error_subcode] : status),
    () => 'cut',
  )
const posts = async (): Promise<number> => (await sim.state()).totals.posts

const PUBLISH = { operation: 'publish' }

describe('a publish call', () => {
  it.each([
    ['cut off before it', { kind: 'drop_before' }, 'cut', 0],
    ['cut off after it', { kind: 'drop_after' }, 'cut', 1],
    ['500 before it', { kind: 'error_before', http_status: 500, code: 2 }, [500, 2, undefined], 0],
    ['500 after it', { kind: 'error_after', http_status: 500, code: 1 }, [500, 1, undefined], 1],
    ['4/2207051 after it', { kind: 'error_after', code: 4, subcode: 2207051 }, [400, 4, 2207051], 1],
    ['a page instead', { kind: 'html_502' }, 502, 0],
    ['a page after it', { kind: 'html_502', when: 'after' }, 502, 1],
    ['half an answer', { kind: 'malformed_json' }, 200, 1],
    ['half an answer to nothing', { kind: 'malformed_json', when: 'before' }, 200, 0],
    ['an answer without an id', { kind: 'raw_reply', body: '{"success":true}' }, 200, 1],
    ['told to wait', { kind: 'retry_after', seconds: 7 }, [429, 4, undefined], 0],
    ['not found although finished', { kind: 'not_found_once' }, [400, 24, 4279009], 0],
  ])('is %s, once', async (_what, fault, expected, effect) => {
    const id = await container()
    await sim.faults({ match: PUBLISH, fault })
    expect(await outcome(publish(id))).toEqual(expected)
    expect(await posts()).toBe(effect)
    const { containers, faults, requests } = await sim.state()
    expect(containers[0]).toMatchObject({ publish_calls: 1, state: effect ? 'PUBLISHED' : 'FINISHED' })
    expect(faults[0]).toMatchObject({ hits: 1 })
    expect(requests.at(-1).faults).toEqual([(fault as { kind: string }).kind])
    expect(await outcome(publish(id))).toBe(200)
  })

  it('answers in the shapes that were asked for', async () => {
    const id = await container()
    await sim.faults(
      { match: PUBLISH, fault: { kind: 'retry_after', seconds: 7 } },
      { match: PUBLISH, fault: { kind: 'error_before', code: 190, subcode: 463, retry_after: 3, is_transient: true } },
      { match: PUBLISH, fault: { kind: 'html_502' } },
      { match: PUBLISH, fault: { kind: 'malformed_json' } },
    )
    expect((await publish(id)).headers.get('retry-after')).toBe('7')
    const refused = await publish(id)
    expect([refused.headers.get('retry-after'), refused.json.error.is_transient]).toEqual(['3', true])
    expect((await publish(id)).text).toContain('<h1>502 Bad Gateway</h1>')
    const half = await publish(id)
    expect(half.json).toBeUndefined()
    expect(half.text).toMatch(/^\{"id":"\d+"$/)
  })

  it('does not use up a fault of the effect when the platform refuses it anyway', async () => {
    await sim.faults({ match: PUBLISH, fault: { kind: 'drop_after' } })
    expect(await outcome(publish('18010000000000001'))).toEqual([400, 24, 4279009])
    expect(await outcome(publish(await container()))).toBe('cut')
  })

  it('is late, with or without having happened', async () => {
    const id = await container()
    await sim.faults({ match: PUBLISH, fault: { kind: 'hang', ms: 60_000 } })
    const waiting = fetch(`${sim.url}${V}/me/threads_publish?creation_id=${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sim.demoToken}` },
    }).catch(() => 'cut')
    while ((await posts()) === 0) await new Promise(setImmediate)
    // Closing must not wait for the minute to pass.
    await sim.close()
    expect(await waiting).toBe('cut')
  })
})

describe('other calls', () => {
  it('show a failed or slow container', async () => {
    await sim.faults(
      { match: { operation: 'create' }, fault: { kind: 'container_error', error_message: 'INVALID_BIT_RATE' } },
      { match: { operation: 'create', nth: 2 }, fault: { kind: 'slow_processing', ms: 400_000 } },
    )
    const broken = await container()
    expect(await settled(sim, `${V}/${broken}`, 'status')).toMatchObject({
      status: 'ERROR',
      error_message: 'INVALID_BIT_RATE',
    })
    const slow = await container()
    const status = async (): Promise<string> =>
      (await sim.call('GET', `${V}/${slow}`, { fields: 'status' })).json.status
    await sim.ahead(399_000)
    expect(await status()).toBe('IN_PROGRESS')
    await sim.ahead(401_000)
    expect(await status()).toBe('FINISHED')
  })

  it('fail on the first read of each container, and of no other', async () => {
    await sim.faults({
      match: { operation: 'status', first: true },
      fault: { kind: 'error_before', code: 100, subcode: 33 },
      times: null,
    })
    const read = (id: string): Promise<unknown> => outcome(sim.call('GET', `${V}/${id}`, { fields: 'status' }))
    for (const id of [await container(), await container()]) {
      expect([await read(id), await read(id), await read(id)]).toEqual([[400, 100, 33], 200, 200])
    }
  })

  it('leave the permalink out of one answer, or of a post for good', async () => {
    const first = (await publish(await container())).json.id
    await sim.faults({ match: { operation: 'permalink' }, fault: { kind: 'no_permalink' } })
    const read = async (id: string): Promise<Json> =>
      (await sim.call('GET', `${V}/${id}`, { fields: 'permalink' })).json
    expect([await read(first), Object.keys(await read(first))]).toEqual([{ id: first }, ['permalink', 'id']])
    await sim.faults({ match: PUBLISH, fault: { kind: 'no_permalink' } })
    const second = (await publish(await container())).json.id
    expect([await read(second), await read(second)]).toEqual([{ id: second }, { id: second }])
  })

  it('carry usage headers', async () => {
    await sim.faults({
      match: { operation: 'quota' },
      fault: {
        kind: 'usage',
        app: { call_count: 96, total_time: 1, total_cputime: 1 },
        business: { type: 'threads', call_count: 99, estimated_time_to_regain_access: 12 },
      },
    })
    const { headers, status } = await sim.call('GET', `${V}/me/threads_publishing_limit`)
    expect(status).toBe(200)
    expect(JSON.parse(headers.get('x-app-usage')!)).toMatchObject({ call_count: 96 })
    const [[entry]] = Object.values<Json>(JSON.parse(headers.get('x-business-use-case-usage')!))
    expect(entry).toEqual({ type: 'threads', call_count: 99, estimated_time_to_regain_access: 12 })
  })
})

describe('rules', () => {
  it('match operation, account, the nth call, and a number of times', async () => {
    const other = await sim.control('POST', '/accounts', { username: 'other' })
    await sim.faults(
      {
        match: { operation: ['create', 'list'], account: 'demo.studio', nth: 2 },
        fault: { kind: 'error_before', code: 1 },
        times: 2,
      },
      { match: { operation: '*', account: other.external_id }, fault: { kind: 'error_before', code: 2 }, times: null },
    )
    const seen: unknown[] = []
    for (let call = 0; call < 4; call += 1) seen.push(await outcome(create()))
    expect(seen).toEqual([200, [400, 1, undefined], [400, 1, undefined], 200])
    const theirs = (): Promise<unknown> => outcome(sim.call('GET', `${V}/me`, {}, { token: other.token }))
    expect([await theirs(), await theirs()]).toEqual([
      [400, 2, undefined],
      [400, 2, undefined],
    ])
    await sim.control('DELETE', '/faults')
    expect(await theirs()).toBe(200)
    expect((await sim.control('GET', '/faults')).rules).toEqual([])
  })

  it('draw the same lots from the same seed, at about the rate asked for', async () => {
    const run = async (seed: number): Promise<string> => {
      sim = await start('threads')
      await sim.control('POST', '/seed', { seed })
      await sim.faults({ match: { operation: 'quota', probability: 0.3 }, fault: { kind: 'error_before', code: 2 } })
      let lots = ''
      for (let call = 0; call < 100; call += 1) {
        lots += (await sim.call('GET', `${V}/me/threads_publishing_limit`)).status === 200 ? '.' : 'x'
      }
      return lots
    }
    const first = await run(7)
    expect(await run(7)).toBe(first)
    expect(await run(8)).not.toBe(first)
    const hits = first.split('x').length - 1
    expect(hits).toBeGreaterThan(15)
    expect(hits).toBeLessThan(45)
  })

  it('that make no sense are refused by name', async () => {
    await expect(sim.faults({ match: PUBLISH, fault: { kind: 'explode' } })).rejects.toThrow('400')
    await expect(sim.faults({ match: { operation: 'fly' }, fault: { kind: 'drop_after' } })).rejects.toThrow(
      'operation',
    )
    await expect(sim.control('POST', '/settings', { speed: 1 })).rejects.toThrow('speed')
    await expect(sim.control('POST', '/settings', { clock_offset_ms: 8.64e15 })).rejects.toThrow('clock_offset_ms')
    for (const headers of [{ 'retry after': '1' }, { 'retry-after': '1\r\n' }])
      await expect(sim.faults({ match: PUBLISH, fault: { kind: 'raw_reply', body: '', headers } })).rejects.toThrow(
        '400',
      )
    // Node's timers would wait for a millisecond.
    await expect(sim.faults({ match: PUBLISH, fault: { kind: 'hang', ms: 2 ** 31 } })).rejects.toThrow('ms')
    await expect(sim.control('POST', '/nothing', {})).rejects.toThrow('404')
  })

  it('and accounts that are not there are refused on Bluesky, too', async () => {
    // With the settings that any simulator takes.
    const network = await start('bluesky', { processing_ms: 0 })
    await expect(network.control('POST', '/settings', ['speed'])).rejects.toThrow('400')
    await expect(network.control('POST', '/settings', { daily_video: 1 })).rejects.toThrow('daily_video')
    await expect(network.control('POST', '/settings', { processing_ms: { vidoe: 1 } })).rejects.toThrow('processing_ms')
    await expect(network.control('POST', '/accounts', { email_confirm: false })).rejects.toThrow('email_confirm')
    const others = { quota_total: 9, server: 'gotosocial', processing_ms: { image: 1, video: 2 } }
    expect(await network.control('POST', '/settings', others)).toMatchObject({ processing_ms: { video: 2 } })
    for (const call of ['/tokens/expire', '/tokens/revoke'])
      await expect(network.control('POST', call, { account: 'nobody.test' })).rejects.toThrow('no such account')
    const nobody = { external_id: 'did:plc:nobody', name: 'Nobody' }
    await expect(network.control('POST', '/accounts', nobody)).rejects.toThrow('no such account')
  })
})
