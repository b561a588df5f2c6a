// Plans as spreadsheets write them, and imports that are stopped, moved and repeated.
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startCliService } from '../../support/cli-service.ts'

const { folder, asked, posts, media, answers, call, file, end } = await startCliService()
afterAll(end)

const POSTED = {
  status: 202,
  body: { success: true, message: 'accepted' },
  headers: { Location: '/api/v1/posts/p1' },
}
const postsAsked = () => asked.filter((name) => name === 'POST /api/v1/posts/text').length
beforeEach(() => {
  answers['POST /api/v1/posts/text'] = POSTED
  asked.length = 0
  posts.length = 0
  media.length = 0
})

/** The rows of a dry run of which nothing is asked of the service: each has a file. */
async function rowsOf(name: string, content: string | Buffer) {
  file('a.jpg')
  const plan = join(folder, name)
  writeFileSync(plan, content)
  const { code, out, err } = await call(['import', plan, '--dry-run', '--json'])
  return { code, err, rows: out === '' ? [] : (JSON.parse(out) as { line: number; problems?: string[] }[]) }
}

describe('a plan of a spreadsheet', () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  it.each<[string, string | Buffer, number[]]>([
    ['commas in a text, semicolons between columns', 'text;media;accounts\r\nHello, world;a.jpg;threads\r\n', [2]],
    ['semicolons in a text, commas between columns', 'text,media,accounts\nHello; world,a.jpg,threads\n', [2]],
    ['tabs between columns', 'text\tmedia\taccounts\nHello, a; b\ta.jpg\tthreads\n', [2]],
    ['a first line that names the delimiter', 'sep=;\r\ntext;media;accounts\r\nA, b;a.jpg;threads\r\n', [3]],
    ['a byte order mark and that line', '\uFEFFsep=,\r\ntext,media,accounts\r\nA;b,a.jpg,threads\r\n', [3]],
    ['UTF-16', utf16('text\tmedia\taccounts\r\n안녕, 하세요\ta.jpg\tthreads\r\n'), [2]],
    ['UTF-16 the other way round', utf16('text\tmedia\taccounts\r\nA\ta.jpg\tthreads\r\n').swap16(), [2]],
    ['rows without any text', 'text,media,accounts\nA,a.jpg,threads\n,,\n , ,\n\n', [2]],
    [
      'texts of several lines, empty lines and empty rows',
      'text,media,accounts\r\n"A\r\nB",a.jpg,threads\r\n\r\n,,\r\n"C\nD\nE",a.jpg,threads\r\nF,a.jpg,threads',
      [2, 6, 9],
    ],
    ['lines that end in different ways', 'text,media,accounts\nA,a.jpg,"threads"\r\nB,a.jpg,threads\n', [2, 3]],
    ['lines that end as on old Macs', 'sep=;\rtext;media;accounts\rA, b;a.jpg;threads\r', [3]],
    ['a head of several lines', '\n"text",media,accounts,"\n"\nA,a.jpg,threads,\n', [4]],
    ['an address with commas', 'text,media,accounts\nA,"https://x.example/w_3,h_2/a.jpg,a.jpg",threads\n', [2]],
    ['columns left over at the end', 'text,media,accounts,,\nA,a.jpg,threads,,\n', [2]],
  ])('is read with %s', async (_, content, lines) => {
    const { code, err, rows } = await rowsOf('sheet.csv', content)
    expect([code, err, rows.map(({ line, problems = [] }) => [line, problems])]).toEqual([
      0,
      '',
      lines.map((line) => [line, []]),
    ])
  })

  it.each<[string, string | Buffer, RegExp]>([
    ['letters of another encoding', Buffer.from('text,accounts\nHeizung f\xfcr alle,threads\n', 'latin1'), /CSV UTF-8/],
    ['two columns of one name', 'text,accounts,Text\nA,threads,B\n', /two columns text/],
    ['a text in a column without a name', 'text,accounts,\nA,threads,B\n', /not known: column 3/],
  ])('is refused with %s, as something of it would be lost', async (_, content, why) => {
    expect(await rowsOf('sheet.csv', content)).toMatchObject({ code: 2, err: expect.stringMatching(why) })
  })
})

describe('an import', () => {
  it('is known again where the plan was moved together with its journal', async () => {
    const plan = file('moved.csv', 'text,accounts\nHello,threads\nHello,threads\n')
    await call(['import', plan])
    expect(postsAsked()).toBe(2)
    const other = join(folder, 'archive')
    mkdirSync(other)
    for (const name of ['moved.csv', 'moved.csv.posted.jsonl']) cpSync(join(folder, name), join(other, name))
    const { code, out } = await call(['import', join(other, 'moved.csv')])
    expect([code, out, postsAsked()]).toEqual([0, '2 rows, 0 with problems. 0 posted.\n', 2])
  })

  it('posts nothing where it could not note what it has posted', async () => {
    const plan = file('unnoted.csv', 'text,accounts\nHello,threads\n')
    symlinkSync(join(folder, 'nowhere', 'journal'), `${plan}.posted.jsonl`)
    const { code, err } = await call(['import', plan])
    expect([code, postsAsked()]).toEqual([2, 0])
    expect(err).toContain('cannot be written (ENOENT)')
  })

  it('names the accounts that a row leaves out, before and after it is posted', async () => {
    const plan = file('skipped.csv', 'text,accounts\nHello,@studio\n')
    const data = { valid: true, accounts: [{ platform: 'threads', problems: [] }], skipped_accounts: ['1'] }
    answers['POST /api/v1/posts/text?validate_only=true'] = { body: { success: true, message: 'checked', data } }
    const left = 'instagram:Studio is skipped: it does not take text posts, or is listed only'
    expect((await call(['import', plan, '--dry-run'])).err).toBe(`line 2: ok  ${left}\n`)
    const message = 'Accepted for 1 account. Skipped: Studio.'
    answers['POST /api/v1/posts/text'] = { ...POSTED, body: { success: true, message } }
    const { code, out, err } = await call(['import', plan])
    expect([code, out, err]).toEqual([0, '1 row, 0 with problems. 1 posted.\n', `line 2: posted  p1  ${message}\n`])
    const again = file('skipped-too.csv', 'text,accounts\nHello,@studio\n')
    expect(JSON.parse((await call(['import', again, '--json'])).out)).toEqual([
      { line: 2, status: 'posted', id: 'p1', message },
    ])
  })

  it('notes its rows on lines of their own, after one that was not written whole', async () => {
    const plan = file('torn.csv', 'text,accounts\nHello,threads\n')
    file('torn.csv.posted.jsonl', '{"mark":"row-1')
    await call(['import', plan])
    await call(['import', plan])
    expect(postsAsked()).toBe(1)
    const [torn, ...whole] = readFileSync(`${plan}.posted.jsonl`, 'utf8').trimEnd().split('\n')
    expect([torn, whole.map((line) => Object.keys(JSON.parse(line)))]).toEqual([
      '{"mark":"row-1',
      [
        ['mark', 'sent'],
        ['mark', 'id'],
      ],
    ])
  })

  it('knows its posted rows after another one at the same time, and after lines that are none', async () => {
    const plan = file('both.csv', 'text,accounts\nOne,threads\n')
    expect((await call(['import', plan])).out).toBe('1 row, 0 with problems. 1 posted.\n')
    const journal = `${plan}.posted.jsonl`
    const [sent] = readFileSync(journal, 'utf8').split('\n')
    appendFileSync(journal, `${sent}\nnull\n[]\n\0\0`)
    const { code, err } = await call(['import', plan])
    expect([code, err, postsAsked()]).toEqual([0, 'line 2: posted before  p1\n', 1])
  })

  it('takes the time that another import of the plan sent first, where "in 2 hours" is two times', async () => {
    const plan = file('at-once.csv', 'text,accounts,at\nHello,threads,in 2 hours\n')
    answers['POST /api/v1/posts/text'] = { status: 500, body: { success: false, message: 'Something broke.' } }
    expect((await call(['import', plan])).code).toBe(4)
    const journal = `${plan}.posted.jsonl`
    const sent = readFileSync(journal, 'utf8')
    // This one read the journal before the other wrote to it.
    const now = () => new Date('2026-11-23T08:00:01')
    writeFileSync(journal, '')
    Object.defineProperty(answers, 'POST /api/v1/posts/text', {
      configurable: true,
      get: () => {
        const own = readFileSync(journal, 'utf8')
        if (posts.at(-1)!.body.scheduled_at === posts[0]!.body.scheduled_at) return POSTED
        writeFileSync(journal, sent + own)
        const errors = [{ code: 'idempotency_mismatch', message: 'Used.' }]
        return { status: 409, body: { success: false, message: 'Used.', errors } }
      },
    })
    const { code, out } = await call(['import', plan], { now }).finally(() => {
      Object.defineProperty(answers, 'POST /api/v1/posts/text', { value: POSTED, writable: true, enumerable: true })
    })
    expect([code, out]).toEqual([0, '1 row, 0 with problems. 1 posted.\n'])
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
    expect((await call(['import', plan])).err).toBe('line 2: posted before  p1\n')
  })

  it('ends at a row that may have been posted, and says that importing again posts nothing twice', async () => {
    answers['POST /api/v1/posts/text'] = { status: 500, body: { success: false, message: 'Something broke.' } }
    const plan = file('broken.csv', 'text,accounts\nOne,threads\nTwo,threads\n')
    const { code, err } = await call(['import', plan])
    expect([code, postsAsked()]).toEqual([4, 1])
    expect(err).toContain('The row of line 2 may have been posted. Import the plan again within 24 hours')
  })

  it('ends where the key is shut out, and goes on from there', async () => {
    const body = { error: { type: 'rate_limit_exceeded', message: 'Try again in 600 seconds.', retry_after: 600 } }
    answers['POST /api/v1/posts/text'] = { status: 429, body, headers: { 'Retry-After': '600' } }
    const plan = file('shut-out.csv', 'text,accounts\nOne,threads\nTwo,threads\n')
    const { code, err } = await call(['import', plan])
    expect([code, err, postsAsked()]).toEqual([1, expect.stringContaining('Try again in 600 seconds.'), 1])
    answers['POST /api/v1/posts/text'] = POSTED
    expect((await call(['import', plan])).out).toBe('2 rows, 0 with problems. 2 posted.\n')
  })
})

const in25Hours = () => new Date('2026-11-24T09:00:00')

describe('a row of which no answer came', () => {
  const lost = { status: 500, body: { success: false, message: 'Something broke.' } }
  /** Imports a plan with one row, whose answer is lost. */
  const losing = async (name: string, row = 'Hello,threads,in 2 hours') => {
    const plan = file(name, `text,accounts,at\n${row}\n`)
    answers['POST /api/v1/posts/text'] = lost
    expect((await call(['import', plan])).code).toBe(4)
    answers['POST /api/v1/posts/text'] = POSTED
    return plan
  }

  it('is sent again as it was, also where its time is told by the clock and has passed since', async () => {
    const plan = await losing('lost.csv')
    const later = await call(['import', plan], { now: () => new Date('2026-11-23T11:00:00') })
    expect(later).toMatchObject({ code: 0, out: '1 row, 0 with problems. 1 posted.\n' })
    expect(posts).toHaveLength(2)
    expect(posts[1]).toEqual(posts[0])
    expect(posts[0]!.body.scheduled_at).toBe(Date.parse('2026-11-23T10:00:00'))
  })

  it('is known by its key where the plan was moved together with its journal', async () => {
    await losing('lost-and-moved.csv')
    const other = join(folder, 'elsewhere')
    mkdirSync(other)
    for (const name of ['lost-and-moved.csv', 'lost-and-moved.csv.posted.jsonl'])
      cpSync(join(folder, name), join(other, name))
    await call(['import', join(other, 'lost-and-moved.csv')])
    expect(posts.map(({ key }) => key)).toEqual([posts[0]!.key, posts[0]!.key])
  })

  it('is not sent again when the service no longer knows its key', async () => {
    const plan = await losing('forgotten.csv', 'Hello,threads,')
    const { code, out } = await call(['import', plan, '--json'], { now: in25Hours })
    expect([code, posts.length, JSON.parse(out)]).toEqual([
      1,
      1,
      [{ line: 2, status: 'problem', problems: [expect.stringContaining('may have been posted on Mon')] }],
    ])
    expect(out).toContain('forgotten.csv.posted.jsonl')
  })

  it.each<[string, string[]]>([
    ['could forget its key at any moment', ['2026-11-24T07:30:00']],
    ['has forgotten it while the machine slept', ['2026-11-23T11:00:00', '2026-11-26T09:00:00']],
  ])('is not sent again where the service %s', async (_, times) => {
    const plan = await losing(`nearly-${times.length}.csv`, 'Hello,threads,')
    const now = () => new Date(times.length > 1 ? times.shift()! : times[0]!)
    const { code, err } = await call(['import', plan], { now })
    expect([code === 0, posts.length]).toEqual([false, 1])
    expect(err).toContain('may have been posted on Mon')
  })

  it('is sent anew once the service has refused it', async () => {
    const refused = { code: 'no_supported_account', message: 'None is left.' }
    answers['POST /api/v1/posts/text'] = { status: 400, body: { success: false, message: 'm', errors: [refused] } }
    const plan = file('refused.csv', 'text,accounts,at\nHello,threads,in 2 hours\n')
    expect((await call(['import', plan])).code).toBe(1)
    answers['POST /api/v1/posts/text'] = POSTED
    expect((await call(['import', plan], { now: in25Hours })).code).toBe(0)
    expect(posts[1]!.body.scheduled_at).toBe(Date.parse('2026-11-24T11:00:00'))
  })

  it('is not asked about in a dry run', async () => {
    const plan = await losing('dry.csv')
    const later = () => new Date('2026-11-23T11:00:00')
    expect((await call(['import', plan, '--dry-run'], { now: later })).code).toBe(0)
    expect(posts).toHaveLength(1)
  })
})

it('gives each medium of a plan its own description, also where one before it has none', async () => {
  answers['POST /api/v1/media'] = { body: { success: true, data: { id: 'm-1' } } }
  answers['POST /api/v1/posts/feed'] = POSTED
  const [one, two] = ['https://a.example/1.jpg', 'https://a.example/2.jpg']
  const plan = file('alt.csv', `text,media,alt,accounts\nHello,"${one},${two}",;Two only;,threads\n`)
  expect((await call(['import', plan])).code).toBe(0)
  expect(media).toEqual([{ url: one }, { url: two, description: 'Two only' }])
  const more = file('more-alt.csv', `text,media,alt,accounts\nHello,${one},One;Two,threads\n`)
  expect((await call(['import', more])).err).toContain('There are 2 descriptions (alt) for 1 media.')
})
