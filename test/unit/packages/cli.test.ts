// The command line where it decides by itself: times, accounts, plans, keys on disk, completion, exit codes.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { configFile, readProfile, serviceUrl } from '../../../packages/cli/src/config.ts'
import { namesIn } from '../../../packages/cli/src/files.ts'
import { outcomes } from '../../../packages/cli/src/output.ts'
import { plain } from '../../../packages/cli/src/plain.ts'
import { readPlan } from '../../../packages/cli/src/plan.ts'
import { chooseAccounts } from '../../../packages/cli/src/targets.ts'
import { readTime, timeText } from '../../../packages/cli/src/times.ts'
import { startCliService } from '../../support/cli-service.ts'

const { folder, accounts: ACCOUNTS, asked, answers, url, call, file, end } = await startCliService()
afterAll(end)

describe('times', () => {
  const now = new Date('2026-11-23T08:00:00')
  it.each([
    ['tomorrow 9:00', '2026-11-24T09:00:00'],
    ['in 2 hours', '2026-11-23T10:00:00'],
    ['friday 17:30', '2026-11-27T17:30:00'],
    ['2026-12-24 18:00', '2026-12-24T18:00:00'],
    ['2026-12-24T18:00+01:00', '2026-12-24T18:00+01:00'],
  ])('understands %s', (given, expected) => {
    expect(readTime(given, now)).toBe(Date.parse(expected))
  })
  it('understands next-slot and milliseconds', () => {
    expect([readTime('next slot', now), readTime('1795428000000', now)]).toEqual(['next_slot', 1795428000000])
  })
  const inZone = (name: string, look: () => void): void => {
    const zone = process.env.TZ
    process.env.TZ = name
    try {
      look()
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  }
  it('refuses an hour that the clocks leave out', () => {
    inZone('America/New_York', () => {
      expect(() => readTime('2027-03-14 02:30', now)).toThrow('the clocks are put forward')
      expect(readTime('2027-03-14 03:30', now)).toBe(Date.parse('2027-03-14T07:30:00Z'))
      expect(readTime('2027-03-14T02:30Z', now)).toBe(Date.parse('2027-03-14T02:30:00Z'))
    })
    // By half an hour there.
    inZone('Australia/Lord_Howe', () => {
      expect(() => readTime('2027-10-03 02:15', now)).toThrow('the clocks are put forward')
      expect(readTime('2027-10-03 02:30', now)).toBe(Date.parse('2027-10-02T15:30:00Z'))
    })
  })
  it.each([
    // Clocks are put forward at 2:00 on the 28th of March, and back at 3:00 on the 31st of October.
    ['2027-03-28T00:30+01:00', 'in 2 hours', '2027-03-28T03:30+02:00'],
    ['2027-03-28T00:30+01:00', 'in 90 minutes', '2027-03-28T03:00+02:00'],
    ['2027-10-31T01:30+02:00', 'in 2 hours', '2027-10-31T02:30+01:00'],
    ['2027-03-20T09:00+01:00', 'in 10 days at 10:00', '2027-03-30T10:00+02:00'],
    ['2027-10-25T09:00+02:00', 'in 2 weeks at 00:30', '2027-11-08T00:30+01:00'],
  ])('reckons with clocks that change meanwhile: at %s %s', (at, given, expected) => {
    inZone('Europe/Berlin', () => expect(readTime(given, new Date(at))).toBe(Date.parse(expected)))
  })
  it.each(['tomorrow', 'soon', 'monday 9:00 and friday 9:00', 'tomorrow 9:00 please', ''])('refuses %j', (given) => {
    expect(() => readTime(given, now)).toThrow(/not understood|without a time of day/)
  })
  it.each([
    '2026-12-24T10:00+25:00',
    '2026-12-24T10:00-12:30',
    '2026-12-24 10:00+01:75',
    '2026-12-24T10:00+0160',
    '2027-13-02 10:00',
    '2027-02-30 10:00',
  ])('refuses what no clock and no calendar shows: %s', (given) => {
    expect(() => readTime(given, now)).toThrow('is not understood as one time')
  })
  it.each(['05/01/2027 9:00', '5.1.2027 9:00', '05-01-27 9:00', '5/1 9:00', 'on 05/01/2027 at 9:00'])(
    'are not guessed where a day is written that others read as another one: %s',
    (given) => {
      expect(() => readTime(given, now)).toThrow(/two different days.*Write for example "2026-12-24 18:00"/)
    },
  )
  it.each([
    ['24/12/2026 18:00', '2026-12-24T18:00'],
    ['12/24/2026 18:00', '2026-12-24T18:00'],
    ['01/01/2027 18:00', '2027-01-01T18:00'],
    ['2027-05-01 18:00', '2027-05-01T18:00'],
    ['2027/05/01 18:00', '2027-05-01T18:00'],
    ['tomorrow 9.10', '2026-11-24T09:10'],
  ])('are read where a day can be no other one: %s', (given, expected) => {
    expect(readTime(given, now)).toBe(new Date(expected).getTime())
  })
})

describe('accounts', () => {
  it('are listed with the state of their connection', async () => {
    const account = (name: string, metadata: string | null) => ({
      social_provider: { name: 'instagram' },
      external_name: 'Studio',
      id: '1',
      external_username: name,
      metadata,
    })
    const before = answers['GET /api/v1/accounts/social']!
    const data = [
      account('fine', '{"status":"active"}'),
      account('gone', '{"status":"reconnect_required","reason":"Expired."}'),
      account('odd', 'no JSON'),
      account('none', null),
    ]
    answers['GET /api/v1/accounts/social'] = { body: { success: true, data } }
    const { out } = await call(['accounts'])
    answers['GET /api/v1/accounts/social'] = before
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/).slice(0, 3))).toEqual([
      ['account', 'name', 'state'],
      ['instagram:fine', 'Studio', 'active'],
      ['instagram:gone', 'Studio', 'reconnect required'],
      ['instagram:odd', 'Studio', '1'],
      ['instagram:none', 'Studio', '1'],
      [''],
    ])
  })
  it('are chosen by name, platform, id or all together, each once', () => {
    expect(chooseAccounts('@studio', ACCOUNTS)).toEqual(['1', '2'])
    expect(chooseAccounts('threads:STUDIO, 3', ACCOUNTS)).toEqual(['2', '3'])
    expect(chooseAccounts('threads,all', ACCOUNTS)).toEqual(['2', '3', '1'])
    expect(() => chooseAccounts('@studi', ACCOUNTS)).toThrow(
      'There are instagram:Studio, threads:studio, threads:shop.',
    )
  })
  it('takes the name of a platform for the platform, also where a username is the same', () => {
    const fan = Object.assign({}, ACCOUNTS[0], { id: '4', external_username: 'threads' }) as never
    expect(chooseAccounts('threads', [...ACCOUNTS, fan])).toEqual(['2', '3'])
    expect(chooseAccounts('@threads', [...ACCOUNTS, fan])).toEqual(['4'])
  })
})

describe('media', () => {
  const id = '0b1f7c3e-98a4-4d2b-8f6e-1234567890ab'
  it.each<[string, string[]]>([
    ['a.jpg, b.jpg,', ['a.jpg', 'b.jpg']],
    ['https://x.example/w_300,h_200,c_fill/a.jpg', ['https://x.example/w_300,h_200,c_fill/a.jpg']],
    ['https://x.example/w_3,h_2/a.jpg,b.jpg', ['https://x.example/w_3,h_2/a.jpg', 'b.jpg']],
    ['https://x.example/a?crop=1,2,there.jpg', ['https://x.example/a?crop=1,2', 'there.jpg']],
    [`https://x.example/a,${id},https://x.example/b`, ['https://x.example/a', id, 'https://x.example/b']],
    ['https://x.example/a, b.jpg', ['https://x.example/a', 'b.jpg']],
  ])('are divided by commas, but for those in an address: %s', (list, names) => {
    file('there.jpg')
    expect(namesIn(list, (name) => join(folder, name))).toEqual(names)
  })
})

describe('the key', () => {
  it('is kept in a file that only its owner can read, and in no answer', async () => {
    const { code, out } = await call(['login', `${url}/api/`, '--key-stdin', '--json'], {
      env: {},
      input: 'spk_secret\n',
    })
    expect([code, JSON.parse(out)]).toMatchObject([0, { url, accounts: 3 }])
    const path = join(folder, 'social-publisher', 'config.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ profiles: { default: { url, key: 'spk_secret' } } })
    expect(out).not.toContain('spk_secret')
    expect((await call(['accounts'], { env: {} })).code).toBe(0)
    expect((await call(['logout'], { env: {} })).code).toBe(0)
    expect(await call(['accounts', '--json'], { env: {} })).toMatchObject({
      code: 3,
      err: expect.stringContaining('not_signed_in'),
    })
  })
  it('of the environment is used with its address alone: neither takes the place of the other’s sign-in', async () => {
    await call(['login', url, '--key-stdin'], { env: {}, input: 'spk_secret' })
    for (const env of [{ PUBLISHER_URL: url }, { PUBLISHER_API_KEY: 'spk_k' }] as Record<string, string>[])
      expect(await call(['accounts'], { env })).toMatchObject({ code: 2, err: expect.stringContaining('set both') })
    expect((await call(['accounts', '--profile', 'default'], { env: { PUBLISHER_API_KEY: 'spk_k' } })).code).toBe(0)
    await call(['logout'], { env: {} })
  })

  it('of the environment needs no home folder', async () => {
    const without = () => {
      throw new Error('no home')
    }
    expect(await readProfile({ PUBLISHER_URL: url, PUBLISHER_API_KEY: 'spk_k' }, without, undefined)).toEqual({
      url,
      key: 'spk_k',
    })
  })

  it('is kept, used and removed under the name that the environment gives', async () => {
    const env = { PUBLISHER_PROFILE: 'work' }
    await call(['login', url, '--key-stdin', '--profile', 'default'], { env, input: 'spk_default' })
    await call(['login', url, '--key-stdin'], { env, input: 'spk_work' })
    expect((await call(['accounts'], { env })).code).toBe(0)
    expect((await call(['logout'], { env })).code).toBe(0)
    expect((await call(['accounts'], { env })).code).toBe(3)
    expect((await call(['accounts'], { env: { PUBLISHER_PROFILE: '' } })).code).toBe(0)
    expect((await call(['logout'], { env: {} })).code).toBe(0)
  })

  it('of every sign-in is kept where several are made at once', { tags: 'deep' }, async () => {
    const folderOf = join(folder, 'social-publisher')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const all = names.map((name) =>
      call(['login', url, '--key-stdin', '--profile', name], { env: {}, input: `spk_${name}` }),
    )
    expect((await Promise.all(all)).map(({ code }) => code)).toEqual(names.map(() => 0))
    const { profiles } = JSON.parse(readFileSync(join(folderOf, 'config.json'), 'utf8')) as { profiles: object }
    expect(Object.keys(profiles).sort()).toEqual(names)
    await Promise.all(names.map((name) => call(['logout', '--profile', name], { env: {} })))
    expect(readdirSync(folderOf)).toEqual([])
    writeFileSync(join(folderOf, 'config.json.lock'), '')
    expect(await call(['login', url, '--key-stdin'], { env: {}, input: 'spk_k' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/If none is running, remove .*config\.json\.lock/),
    })
    rmSync(join(folderOf, 'config.json.lock'))
  })

  it('is not sent over a line that others can read', () => {
    expect(() => serviceUrl('http://publisher.example')).toThrow('Use https')
    expect(serviceUrl('https://a.example/stage/api/v1/')).toBe('https://a.example/stage')
  })
  it('is kept where the system keeps such files', () => {
    expect(configFile({}, 'darwin', '/u')).toBe('/u/Library/Application Support/social-publisher/config.json')
    expect(configFile({}, 'linux', '/u')).toBe('/u/.config/social-publisher/config.json')
    expect(configFile({ XDG_CONFIG_HOME: '/x' }, 'linux', '/u')).toBe('/x/social-publisher/config.json')
  })
})

describe('a plan', () => {
  it('shows every row’s problem beside it, and posts nothing while there is one', async () => {
    file('a.jpg')
    const plan = file(
      'plan.csv',
      '\uFEFFtext;media;accounts;at\nHello;;threads;tomorrow 9:00\nBeach;a.jpg;@studio;\nLost;b.jpg;@studio;\nLate;;threads;2026-11-20 9:00\nWho;;@nobody;\n',
    )
    asked.length = 0
    const { code, out } = await call(['import', plan, '--json'])
    const rows = JSON.parse(out) as { line: number; status: string; problems?: string[] }[]
    expect(rows.map(({ line, status, problems = [] }) => [line, status, problems.join()])).toEqual([
      [2, 'ok', ''],
      [3, 'ok', ''],
      [4, 'problem', expect.stringContaining('There is no file')],
      [5, 'problem', 'at is 2026-11-20 9:00, which is in the past.'],
      [6, 'problem', expect.stringContaining('There is no account @nobody.')],
    ])
    expect([code, asked]).toEqual([1, ['GET /api/v1/accounts/social']])
  })
  it('posts each row once, however often it is imported', async () => {
    const plan = file('twice.csv', 'text,accounts\nHello,threads\nHello,threads\n')
    answers['POST /api/v1/posts/text'] = {
      status: 202,
      body: { success: true, message: 'accepted' },
      headers: { Location: '/api/v1/posts/p1' },
    }
    const keys = (await readPlan(plan, ACCOUNTS)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
    asked.length = 0
    expect((await call(['import', plan])).out).toBe('2 rows, 0 with problems. 2 posted.\n')
    expect((await call(['import', plan])).out).toBe('2 rows, 0 with problems. 0 posted.\n')
    expect(asked.filter((name) => name.startsWith('POST'))).toHaveLength(2)
  })
  it.each([
    ['no rows', 'text,accounts\n', /has no rows/],
    ['columns of other tools', 'text,accounts,when\na,b,c\n', /not known: when/],
    ['an open quote', 'text,accounts\n"a,b\n', /not a CSV file/],
  ])('is refused as a whole with %s', async (_, text, why) => {
    expect(await call(['import', file('bad.csv', text)])).toMatchObject({ code: 2, err: expect.stringMatching(why) })
  })
})

describe('exit codes', () => {
  it('tell a wrong call, a refusal, a bad key and silence apart', async () => {
    const missing = join(folder, 'missing.jpg')
    expect(await call(['post', 'feed', '--media', missing, '--to', 'all'])).toMatchObject({
      code: 2,
      err: `There is no file ${missing}.\n`,
    })
    expect((await call(['post', 'poem', '--to', 'all'])).code).toBe(2)
    expect((await call(['frobnicate'])).code).toBe(2)
    answers['POST /api/v1/posts/text'] = {
      status: 400,
      body: {
        success: false,
        message: 'm',
        request_id: 'r',
        errors: [{ code: 'too_long', path: 'content', message: 'It is too long.' }],
      },
      headers: { 'X-Request-Id': 'r-1' },
    }
    const refused = await call(['post', 'text', '--to', 'threads', '--text', 'x', '--json'])
    expect([refused.code, refused.out, JSON.parse(refused.err)]).toMatchObject([
      1,
      '',
      { error: { code: 'too_long', status: 400, request_id: 'r-1' } },
    ])
    expect((await call(['post', 'text', '--to', 'threads', '--text', 'x'])).err).toContain(
      '  content: It is too long. (too_long)\n',
    )
    answers['DELETE /api/v1/posts/p'] = {
      status: 401,
      body: { success: false, message: 'no', errors: [{ code: 'invalid_key', message: 'no' }] },
    }
    expect((await call(['cancel', 'p'])).code).toBe(3)
    expect((await call(['--version'])).code).toBe(0)
  })
  it('say that a post did not get everywhere', async () => {
    const body = {
      id: 'p',
      status: 'failed',
      publications: [
        {
          account_id: '1',
          platform: 'instagram',
          state: 'failed',
          terminal: true,
          error: { code: 'rejected', message: 'No.' },
        },
      ],
    }
    answers['GET /api/v1/posts/p'] = { body: { success: true, data: body } }
    const { code, err } = await call(['watch', 'p'])
    expect([code, err]).toEqual([5, 'p  failed\n  instagram:Studio  failed  No. (rejected)\n'])
  })
  it.each([
    [
      'failed',
      {
        error: { code: 'rejected', message: 'No.', platform: { message: 'Too\nsmall', subcode: 2 } },
        last_problem: null,
      },
      'failed  No. (rejected) The platform says: Too small',
    ],
    [
      'waiting',
      { error: null, last_problem: { message: 'Limit.' }, next_attempt_at: 1_795_770_000_000 },
      `waiting  next at ${timeText(1_795_770_000_000)} The last try: Limit.`,
    ],
  ])('say in whose words a post is %s', (state, given, said) => {
    const publication = { account_id: '1', platform: 'instagram', state, permalink: null, ...given }
    const post = { id: 'p', status: 'publishing', publications: [publication] } as never
    expect(outcomes(post, new Map([['1', 'instagram:Studio']]))).toBe(`p  publishing\n  instagram:Studio  ${said}`)
  })
})

it('completes commands, types, states and options', async () => {
  const complete = async (...words: string[]) => (await call(['__complete', ...words])).out.trim().split('\n')
  expect(await complete('c')).toEqual(['cancel', 'completion'])
  expect(await complete('post', '')).toEqual(['feed', 'reels', 'stories', 'text'])
  expect(await complete('posts', '--status', 'p')).toEqual(['publishing', 'published', 'partially_failed'])
  expect(await complete('post', 'feed', '--st')).toEqual(['--stop-on-failure'])
  expect((await call(['completion', 'bash'])).out).toContain('complete -o default -F _publisher publisher')
})

it('shows names of others without the codes that a terminal obeys', () => {
  expect(plain('a\u001b[2Jb\u0007')).toBe('a[2Jb')
})

it('shows the words of platforms in the line of their account, whatever is in them', async () => {
  const error = { code: 'rejected', message: 'No.\n  threads:Studio  published\u001b[2K' }
  const publications = [{ account_id: 'x', platform: 'mastodon', state: 'failed', terminal: true, error }]
  answers['GET /api/v1/posts/q'] = { body: { success: true, data: { id: 'q', status: 'failed', publications } } }
  const { err } = await call(['watch', 'q'])
  expect(err).toBe('q  failed\n  mastodon:x  failed  No. threads:Studio published[2K (rejected)\n')

  const problem = { code: 'account_reconnect_required', message: 'No.\nline 9: posted  p9\u001b[2K' }
  const refused = [{ account_id: '2', platform: 'mastodon', valid: false, problems: [problem], warnings: [] }]
  const checked = {
    body: { success: true, data: { valid: false, accounts: refused, skipped_accounts: [] as string[] } },
  }
  answers['POST /api/v1/posts/text?validate_only=true'] = checked
  const plan = file('words.csv')
  writeFileSync(plan, 'text,accounts\nA,threads:shop\n')
  const imported = await call(['import', plan, '--dry-run'])
  expect(imported.err).toBe('line 2: problem  mastodon: No. line 9: posted p9[2K\n')

  const fits = [{ account_id: '2', platform: 'threads', valid: true, problems: [], warnings: [] }]
  checked.body.data = { valid: true, accounts: fits, skipped_accounts: ['1'] } as never
  const { out } = await call(['post', 'text', '--to', 'all', '--text', 'A', '--check'])
  expect(out).toContain(' is skipped: ')

  const message = `Left out: ${problem.message}`
  answers['DELETE /api/v1/posts/q'] = { body: { success: true, message } }
  expect((await call(['cancel', 'q'])).out).toBe('Left out: No. line 9: posted p9[2K\n')
})
