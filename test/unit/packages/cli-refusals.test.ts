// What the command line says when a call cannot be done, is only half done, or is stopped.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { progressBar } from '../../../packages/cli/src/output.ts'
import { Stopped } from '../../../packages/cli/src/problem.ts'
import { startCliService } from '../../support/cli-service.ts'

const { asked, posts, uploads, answers, silent, url, call, file, folder, end } = await startCliService()
afterAll(end)
afterEach(() => silent.clear())

const refusal = (code: string, message: string) => ({ success: false, message, errors: [{ code, message }] })

describe('a post that has ended', () => {
  const publication = { account_id: '2', platform: 'threads', state: 'expired', terminal: true }
  it.each([
    ['expired', 5, 'Not live on every account.\n'],
    ['cancelled', 5, 'Not live on every account.\n'],
    ['published', 0, 'Live on every account.\n'],
  ])('is said to be live where it is: %s', async (status, code, out) => {
    answers['GET /api/v1/posts/p'] = { body: { success: true, data: { id: 'p', status, publications: [publication] } } }
    expect(await call(['watch', 'p'])).toMatchObject({ code, out })
  })
  it.each(['cancelled', 'deleted'])('is not said to be live on every account where it is %s on one', async (state) => {
    const link = 'https://threads.example/1'
    const publications = [
      { account_id: '2', platform: 'threads', state: 'published', terminal: true, permalink: link },
      { account_id: '3', platform: 'threads', state, terminal: true, permalink: null },
    ]
    // The service counts what is live or was cancelled, and says `published`.
    answers['GET /api/v1/posts/p'] = { body: { success: true, data: { id: 'p', status: 'published', publications } } }
    expect(await call(['watch', 'p'])).toMatchObject({ code: 5, out: 'Not live on every account.\n' })
  })
  it('names the accounts that were skipped', async () => {
    const live = { account_id: '2', platform: 'threads', state: 'published', terminal: true, permalink: 'https://t/1' }
    const data = { id: 'p', status: 'published', publications: [live], skipped_accounts: ['1'] }
    answers['GET /api/v1/posts/p'] = { body: { success: true, data } }
    expect(await call(['watch', 'p'])).toEqual({
      code: 0,
      out: 'Live on every account that was not skipped.\n',
      err: 'p  published\n  threads:studio  published  https://t/1\n  instagram:Studio  skipped\n',
    })
  })
})

describe('a post that is live', () => {
  const publication = { account_id: '2', platform: 'threads', state: 'published', terminal: true, permalink: null }
  const linked = { ...publication, permalink: 'https://threads.example/1' }
  const post = (of: object) => ({ body: { success: true, data: { id: 'l', status: 'published', publications: [of] } } })
  it('is shown with the link that comes a moment later', { tags: 'deep' }, async () => {
    const given = [post(publication), post(publication), post(linked)]
    Object.defineProperty(answers, 'GET /api/v1/posts/l', { get: () => given.shift() })
    const { code, err } = await call(['watch', 'l'])
    expect([code, err.trim().split('\n').at(-1)]).toEqual([
      ...[0, '  threads:studio  published  https://threads.example/1'],
    ])
  })
  it('stays live where its link cannot be asked for', async () => {
    const given = [post(publication)]
    const gone = { status: 404, body: refusal('not_found', 'No.') }
    Object.defineProperty(answers, 'GET /api/v1/posts/m', { get: () => given.shift() ?? gone })
    expect(await call(['watch', 'm'])).toMatchObject({ code: 0, out: 'Live on every account.\n' })
  })
})

it('says that a post goes on whose end it no longer waits for', { tags: 'deep' }, async () => {
  const publications = [{ account_id: '2', platform: 'threads', state: 'waiting', terminal: false }]
  answers['GET /api/v1/posts/w'] = { body: { success: true, data: { id: 'w', status: 'scheduled', publications } } }
  const { code, out, err } = await call(['watch', 'w', '--timeout', '1'])
  expect([code, out, err.trim().split('\n').at(-1)]).toEqual([
    ...[6, ''],
    'The post has not ended within 1 s. Publishing continues; look again with: publisher watch w',
  ])
})

it.each([
  [['posts', '--limit', '0'], '--limit "0"'],
  [['posts', '-n', '1.5'], '--limit "1.5"'],
  [['watch', 'w', '--timeout', 'long'], '--timeout "long"'],
  [['usage', '--days', ''], '--days ""'],
])('names the option whose value is not a whole number: %j', async (words, named) => {
  expect(await call(words)).toMatchObject({ code: 2, err: `${named} is not a whole number of 1 or more.\n` })
})

it('shows what becomes of a post once for each change that can be seen', { tags: 'deep' }, async () => {
  const publication = { account_id: '2', platform: 'threads', state: 'preparing', terminal: false, attempts: 1 }
  const given = [
    { status: 'publishing', publications: [publication] },
    { status: 'publishing', publications: [{ ...publication, attempts: 2 }] },
    { status: 'published', publications: [{ ...publication, state: 'published', terminal: true }] },
  ]
  Object.defineProperty(answers, 'GET /api/v1/posts/q', {
    get: () => ({ body: { success: true, data: { id: 'q', ...given.shift() } } }),
  })
  const { err } = await call(['watch', 'q'])
  expect(err).toBe('q  publishing\n  threads:studio  preparing\nq  published\n  threads:studio  published\n')
  expect(given).toEqual([])
})

describe('Ctrl-C', () => {
  /** Stops a call as soon as the service hears this request. */
  const stopAt = async (request: string, words: string[]) => {
    const stop = new AbortController()
    silent.set(request, () => stop.abort(new Stopped()))
    return call(words, { signal: stop.signal })
  }
  it('while the post is on its way names the key that posts it once', async () => {
    const words = ['post', 'text', '--text', 'x', '--to', 'threads:shop', '--key', 'order-17']
    expect(await stopAt('POST /api/v1/posts/text', words)).toEqual({
      code: 4,
      out: '',
      err: 'Stopped before an answer came.\nThe post may have been accepted. The same command with --key order-17 posts it once, within 24 hours.\n',
    })
  })
  it('names the time as well, which is another one when the command is repeated', async () => {
    const words = ['post', 'text', '--text', 'x', '--to', 'threads:shop', '--key', 'order-18']
    const { err } = await stopAt('POST /api/v1/posts/text', [
      ...words,
      '--at',
      'in 2 hours',
      '--not-after',
      'in 3 hours',
    ])
    const [, at, notAfter] = /--key order-18 --at (\S+) --not-after (\S+) posts it once/.exec(err)!
    const headers = { Location: '/api/v1/posts/p1' }
    answers['POST /api/v1/posts/text'] = { status: 202, body: { success: true, message: 'accepted' }, headers }
    silent.clear()
    const later = () => new Date('2026-11-23T12:00:00')
    expect((await call([...words, '--at', at!, '--not-after', notAfter!], { now: later })).code).toBe(0)
    expect(posts.at(-1)).toEqual(posts.at(-2))
  })
  it('while a file is sent says that nothing was posted', async () => {
    asked.length = 0
    const words = ['post', 'feed', '-m', file('a.jpg'), '--to', 'instagram']
    const stopped = 'Stopped before the post was sent: nothing was posted.'
    expect(await stopAt('POST /api/v1/media/uploads', words)).toEqual({ code: 130, out: '', err: `${stopped}\n` })
    expect(asked).not.toContain('POST /api/v1/posts/feed')
    const { code, err } = await stopAt('POST /api/v1/media/uploads', [...words, '--json'])
    expect([code, JSON.parse(err)]).toEqual([130, { error: { code: 'stopped', message: stopped } }])
  })
})

describe('several files', () => {
  it('are shown as far as they are stored, and the one that is not is named', async () => {
    answers['POST /api/v1/media'] = { status: 200, body: { success: true, data: { id: 'm-1' } } }
    const first = 'https://a.example/1.jpg'
    const words = ['upload', '0b7b5edc-f4a8-44d2-b5b3-48b297e01f19', first, file('b.jpg')]
    answers['POST /api/v1/media/uploads'] = { status: 415, body: refusal('unsupported_media_type', 'No.') }
    const { code, out, err } = await call(words)
    expect(out).toMatch(/^0b7b5edc-\S+$/m)
    expect(out).toMatch(/^m-1$/m)
    expect([code, err]).toEqual([1, 'b.jpg: The service refused this with 415:\n  No. (unsupported_media_type)\n'])
    const json = await call([...words, '--json'])
    expect(JSON.parse(json.out)).toMatchObject([{}, { id: 'm-1' }])
    expect(JSON.parse(json.err)).toMatchObject({
      error: { code: 'unsupported_media_type', status: 415, file: 'b.jpg' },
    })
  })
  it('have a bar each on a terminal, and leave its line where one breaks off', () => {
    let drawn = ''
    const streams = {
      live: true,
      out: () => undefined,
      err: (text: string) => {
        drawn += text
      },
    }
    const [a, b] = [progressBar(streams, 'a.jpg'), progressBar(streams, 'b.jpg')]
    a.show(10, 10)
    a.end()
    b.show(10, 10)
    const full = `[${'#'.repeat(20)}] 100 %\n`
    expect(drawn).toBe(`\ra.jpg  ${full}\rb.jpg  ${full}`)
    drawn = ''
    const broken = progressBar(streams, 'c.jpg')
    broken.show(5, 10)
    broken.end()
    expect(drawn).toBe(`\rc.jpg  [${'#'.repeat(10)}${'.'.repeat(10)}]  50 %\n`)
  })
})

describe('a call that would do something else than it says', () => {
  it.each([
    ['a description for no medium', ['post', 'text', '--to', 'all', '--alt', 'x'], 'There are 1 descriptions (--alt)'],
    [
      'a wait for a later post',
      ['post', 'text', '--to', 'all', '--at', 'tomorrow 9:00', '--wait'],
      'publisher watch ID',
    ],
    ['a key of a variable that is not set', ['post', 'text', '--to', 'all', '--key', ''], '--key takes 1 to 240'],
    ['a key that no header takes', ['post', 'text', '--to', 'all', '--key', '주문-17'], '--key takes 1 to 240'],
    ['a key without room', ['post', 'text', '--to', 'all', '--key', 'k'.repeat(241)], '--key takes 1 to 240'],
    ['an id of a variable that is not set', ['watch', ''], 'The id of the post is empty.'],
    [
      'names that are too long for one only together',
      ['upload', Array.from({ length: 20 }, (_, nth) => `IMG_20261126_${nth}.jpg`).join(',')],
      'There is no file IMG_20261126_0.jpg.',
    ],
    ['a name that is too long', ['upload', `${'a'.repeat(300)}.jpg`], '.jpg cannot be read (ENAMETOOLONG).'],
    ['a folder', ['upload', folder], `${folder} is no file, but a folder.`],
  ])('is refused before anything is asked: %s', async (_, words, why) => {
    asked.length = 0
    expect(await call(words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) })
    expect(asked).toEqual([])
  })
  it('is refused where one account is meant and several are named', async () => {
    expect(await call(['posts', '--account', 'threads'])).toEqual({
      code: 2,
      out: '',
      err: '--account threads names 2 accounts: write one, as platform:name.\n',
    })
  })
  it('is refused where letters of standard input would be lost', async () => {
    const words = ['post', 'text', '--to', 'threads', '--text', '-']
    expect(await call(words, { input: Buffer.from('Café', 'latin1') })).toEqual({
      code: 2,
      out: '',
      err: 'The text on standard input is not UTF-8: letters would be lost.\n',
    })
  })
  it('is told to programs as JSON', async () => {
    const { code, out, err } = await call(['post', 'text', '--json'])
    expect([code, out, JSON.parse(err)]).toEqual([
      2,
      '',
      { error: { code: 'wrong_call', message: "required option '--to <accounts>' not specified" } },
    ])
  })
})

describe('a service', () => {
  it('that cannot be reached is named with the reason', { tags: 'deep' }, async () => {
    // A port where something listened a moment ago.
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const { code, err } = await call(['login', `http://127.0.0.1:${port}`, '--key-stdin'], { env: {}, input: 'spk_k' })
    expect([code, err]).toEqual([
      4,
      `The service did not answer: GET http://127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port})\n`,
    ])
  })
  it('is not understood without https', async () => {
    expect(await call(['login', '127.0.0.1:3000', '--key-stdin'], { env: {}, input: 'spk_k' })).toMatchObject({
      ...{ code: 2, err: '127.0.0.1:3000 is not an http or https address. Write it as https://...\n' },
    })
  })
  it('that takes no key may be the dashboard', async () => {
    const body = refusal('invalid_key', 'No.')
    const before = answers['GET /api/v1/accounts/social']!
    answers['GET /api/v1/accounts/social'] = { status: 401, body }
    const { code, err } = await call(['login', url, '--key-stdin'], { env: {}, input: 'spk_k' })
    answers['GET /api/v1/accounts/social'] = before
    expect([code, err]).toEqual([3, expect.stringContaining('That of the dashboard takes no keys.')])
  })
  it.each([
    [404, 'The service refused this with 404:\n  The service answered 404.\n  Is that the address of the API?\n'],
    [502, 'The service failed with 502:\n  The service answered 502.\n'],
  ])('in whose place a page answers %i', async (status, said) => {
    const before = answers['GET /api/v1/accounts/social']!
    answers['GET /api/v1/accounts/social'] = { status, text: '<h1>No</h1>', headers: { 'Retry-After': '61' } }
    const { code, err } = await call(['accounts'])
    const told = JSON.parse((await call(['accounts', '--json'])).err)
    answers['GET /api/v1/accounts/social'] = before
    expect([code, err]).toEqual([1, said])
    expect(told.error.message).toBe(
      said
        .trim()
        .split(/\n {2}/)
        .slice(1)
        .join(' '),
    )
  })
})

describe('a post without an answer of the service', () => {
  const words = ['post', 'text', '--to', 'threads', '--text', 'x', '--json']
  it.each<[string, (typeof answers)[string]]>([
    ['a fault of the service', { status: 500, body: refusal('internal_error', 'It broke.') }],
    ['a page', { status: 200, text: '<!doctype html>' }],
    ['an answer of something else', { status: 200, body: { success: true, data: [] } }],
    ['a key still being worked on', { status: 409, body: refusal('idempotency_in_flight', 'Wait.') }],
  ])('may have been accepted: %s names the key that posts it once', async (_, answer) => {
    answers['POST /api/v1/posts/text'] = answer
    const { code, out, err } = await call(words)
    expect([code, out]).toEqual([4, ''])
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'unreachable',
        message: expect.stringMatching(/may have been accepted.*--key [0-9a-f-]{36} /s),
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    })
  })
  it('is not advised to take another key where the key was used with another post', async () => {
    answers['POST /api/v1/posts/text'] = { status: 422, body: refusal('idempotency_mismatch', 'Use a new key.') }
    const { code, err } = await call([...words.slice(0, -1), '--key', 'order-17', '--at', 'in 2 hours'])
    expect([code, err]).toEqual([1, expect.stringContaining('was used within 24 hours with another post')])
    expect(err).not.toContain('new key')
  })
})

describe('a post that was accepted, and whose end is waited for', () => {
  const words = ['post', 'text', '--to', 'threads:shop', '--text', 'x', '--wait']
  const accepted = { status: 202, body: { success: true, message: 'm' }, headers: { Location: '/api/v1/posts/p9' } }
  it('is named where its state cannot be read, so that nobody sends it again', async () => {
    answers['POST /api/v1/posts/text'] = accepted
    answers['GET /api/v1/posts/p9'] = { status: 500, body: refusal('internal_error', 'It broke.') }
    const { code, err } = await call(words)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        'It broke. (internal_error)\nThe post was accepted: publisher watch p9 shows its state.\n',
      ),
    ])
    const { err: told } = await call([...words, '--json'])
    expect(JSON.parse(told)).toMatchObject({ error: { code: 'internal_error', post_id: 'p9' } })
  })
  it('is named where somebody stops waiting', async () => {
    answers['POST /api/v1/posts/text'] = accepted
    const stop = new AbortController()
    silent.set('GET /api/v1/posts/p9', () => stop.abort(new Stopped()))
    const { code, err } = await call([...words, '--json'], { signal: stop.signal })
    expect([code, JSON.parse(err)]).toMatchObject([130, { error: { code: 'stopped', post_id: 'p9' } }])
  })
})

it('refuses a time that has passed before any file is sent', async () => {
  const picture = file('late.jpg')
  asked.length = 0
  const words = ['post', 'feed', '--to', 'threads', '--media', picture, '--at', '2026-11-22 9:00']
  expect(await call(words)).toMatchObject({ code: 2, err: '--at is 2026-11-22 9:00, which is in the past.\n' })
  expect(asked).toEqual([])
})

it('posts no text of another encoding, whose letters would be lost', async () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const options = file('options.json', latin('{"threads":{"topic_tag":"Müll"}}'))
  const post = ['post', 'text', '--to', 'threads', '--text']
  const lost = 'is not UTF-8: letters would be lost.\n'
  const input = await call([...post, '-'], { input: latin('Heizung für alle') })
  expect([input.code, input.err]).toEqual([2, `The text on standard input ${lost}`])
  const more = await call([...post, 'a', '--options', `@${options}`])
  expect([more.code, more.err]).toEqual([2, `The file ${options} of --options ${lost}`])
  answers['POST /api/v1/posts/text'] = { status: 202, body: { success: true, data: { id: 'k' } } }
  posts.length = 0
  await call([...post, '-'], { input: Buffer.from('\ufeff난방비\n') })
  expect(posts).toMatchObject([{ body: { content: '난방비' } }])
})

it('names the file of options that cannot be read', async () => {
  const { code, err } = await call(['post', 'text', '--to', 'threads', '--options', `@${folder}/none.json`])
  expect([code, err]).toEqual([2, `The file ${folder}/none.json of --options cannot be read (ENOENT).\n`])
})

it('says that there is no command, to programs too', async () => {
  const { code, err } = await call(['--json'])
  expect([code, JSON.parse(err).error.message]).toEqual([2, 'There is no command. publisher --help lists them.'])
})

it('tells nothing of a key that cannot be one', async () => {
  const { code, err } = await call(['accounts'], { env: { PUBLISHER_URL: url, PUBLISHER_API_KEY: 'spk_a\nb' } })
  expect([code, err]).toEqual([3, expect.stringMatching(/^The API key is empty, or has/)])
})

it('goes on with a plan whose posted rows name a time that has passed', async () => {
  const plan = file('plan.csv', 'text,accounts,at\nOne,threads,2026-11-23 9:00\nTwo,threads,\n')
  answers['POST /api/v1/posts/text'] = {
    status: 202,
    body: { success: true, message: 'accepted' },
    headers: { Location: '/api/v1/posts/p1' },
  }
  expect((await call(['import', plan])).out).toBe('2 rows, 0 with problems. 2 posted.\n')
  file('plan.csv', 'text,accounts,at\nOne,threads,2026-11-23 9:00\nTwo,threads,\nThree,threads,\n')
  const later = await call(['import', plan], { now: () => new Date('2026-11-24T08:00:00') })
  expect(later).toMatchObject({ code: 0, out: '3 rows, 0 with problems. 1 posted.\n' })
})

it('goes on with the next row where the service refuses the file of one, and names the file', async () => {
  file('c.jpg')
  const plan = file('files.csv', 'text,media,accounts\nOne,c.jpg,threads\nTwo,,threads\n')
  answers['POST /api/v1/media/uploads'] = { status: 415, body: refusal('unsupported_media_type', 'No.') }
  answers['POST /api/v1/posts/text'] = {
    status: 202,
    body: { success: true, message: 'accepted' },
    headers: { Location: '/api/v1/posts/p2' },
  }
  const { code, out } = await call(['import', plan, '--json'])
  expect([code, JSON.parse(out)]).toEqual([
    1,
    [
      { line: 2, status: 'problem', problems: ['c.jpg: No.'] },
      { line: 3, status: 'posted', id: 'p2', message: 'accepted' },
    ],
  ])
})

it('stores a file that was corrected since it was refused, and one that is the same once', async () => {
  answers['POST /api/v1/media/uploads'] = { status: 415, body: refusal('unsupported_media_type', 'No.') }
  const plan = file('corrected.csv', 'text,media,accounts\nA,corrected.jpg,threads:shop\n')
  const post = ['post', 'feed', '--text', 'A', '--to', '@studio', '--key', 'k'.repeat(240), '--media']
  const keysOf = async (text: string) => {
    const picture = file('corrected.jpg', text)
    uploads.length = 0
    await call(['import', plan])
    await call([...post, picture])
    return [...uploads]
  }
  const first = await keysOf('none')
  expect([first.length, new Set(first).size, Math.max(...first.map(({ length }) => length)) <= 255]).toEqual([
    2,
    2,
    true,
  ])
  expect(await keysOf('none')).toEqual(first)
  // As long as it was before: nothing else tells the two apart.
  for (const key of await keysOf('good')) expect(first).not.toContain(key)
})

it('stores a medium again whose description was corrected: the service takes a key for one request only', async () => {
  answers['POST /api/v1/media'] = { body: { success: true, data: { id: 'm-1' } } }
  answers['POST /api/v1/posts/feed'] = { status: 400, body: refusal('too_long', 'No.') }
  const keysOf = async (...media: string[]) => {
    uploads.length = 0
    await call(['post', 'feed', '--text', 'A', '--to', '@studio', '--key', 'order-19', '--media', ...media])
    return [...uploads]
  }
  const [picture, address] = [file('said.jpg'), 'https://a.example/1.jpg']
  const all = [
    await keysOf(picture, '--alt', 'One'),
    await keysOf(picture, '--alt', 'Two'),
    await keysOf(address, '--alt', 'One'),
    await keysOf(address, '--alt', 'Two'),
    await keysOf('https://a.example/2.jpg', '--alt', 'Two'),
  ].flat()
  expect([all.length, new Set(all).size]).toEqual([5, 5])
  expect([await keysOf(picture, '--alt', 'One'), await keysOf(address, '--alt', 'Two')].flat()).toEqual([
    all[0],
    all[3],
  ])
})
