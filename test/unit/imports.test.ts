// Plans of posts from files: what is wrong with each row, and that no row is ever posted twice.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount, listAccounts } from '../../core/accounts/account-store.ts'
import { bytesInAnswer } from '../../core/answer-size.ts'
import { update } from '../../core/aws/table.ts'
import { newId } from '../../core/ids.ts'
import { csvOf, LONGEST_PLAN, MOST_POSTS, readPlan } from '../../core/imports/plan-csv.ts'
import { occurrences, timeIn } from '../../core/imports/rules/occurrences.ts'
import { putMedia } from '../../core/media/media-store.ts'
import { postRows } from '../../core/posts/post-rows.ts'
import { getPost, getPosts } from '../../core/posts/post-store.ts'
import { replaceSlots } from '../../core/slots/account-slots.ts'
import { accountKey, postKey } from '../../core/table-keys.ts'
import { examplePlan } from '../../dashboard/src/pages/import/example-plan.ts'
import { handler as imports } from '../../functions/api/planned-posts.ts'
import { apiEvent, lambdaContext } from '../support/api-event.ts'
import { accountOf, mediaOf } from '../support/domain.ts'
import { startWorld, type World } from './accounts/world.ts'
import { call, failTable, failWhere, newOwner, type Someone, someone } from './people/world.ts'

const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let owner: string
let editor: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  editor = await someone(`importer-${turn}`, owner, 'editor')
  const now = Date.now()
  for (const [at, provider] of (['threads', 'instagram'] as const).entries())
    await addAccount(
      accountOf({
        id: newId(),
        owner_id: owner,
        provider,
        external_account_id: `1784${turn}${at}${now}`,
        external_username: 'harbor',
        external_name: 'Harbor Coffee',
        token_expires_at: now + 60 * 24 * 60 * MINUTE,
        profile_synced_at: now,
        connected_at: now,
        created_at: now,
        updated_at: now,
      }),
      now,
    )
})

const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const HEAD = 'id,type,content,accounts,scheduled_at,repeat,repeat_until'
const file = (...rows: string[]) => [HEAD, ...rows].join('\r\n')
const check = (csv: string, who = editor) =>
  call(imports, 'POST /v1/imports/check', who, { body: { csv, time_zone: 'Europe/Berlin' } })
const run = (csv: string, more: object = {}) =>
  call(imports, 'POST /v1/imports', editor, { body: { csv, time_zone: 'Europe/Berlin', ...more } })
const statesOf = ({ data }: { data: { rows: { state: string }[] } }) => data.rows.map(({ state }) => state)

async function postsOfOwner(): Promise<string[]> {
  const ids: string[] = []
  for await (const { rows } of postRows(owner)) ids.push(...rows.map(({ id }) => id))
  return ids
}

describe('checking a file', () => {
  it('says everything that is wrong with each row, and stores nothing', async () => {
    const { status, data } = await check(
      file(
        `a,text,Hello,threads:harbor,${soon(5)},,`,
        `b,poem,Hello,nobody,tomorrow,,`,
        `c,text,Hello,@harbor,,,`,
        `d,text,,threads:harbor,${soon(-5)},,`,
        `e,text,Hello,threads:harbor,${soon(5)},sometimes,2031-01-01`,
        `a,text,Hello again,threads:harbor,${soon(6)},,`,
      ),
    )
    expect(status).toBe(200)
    expect(data.totals).toEqual({ ready: 1, imported: 0, problem: 5, left_out: 0 })
    const said = data.rows.map(({ line, issues }: { line: number; issues: { path: string }[] }) => [
      line,
      issues.map(({ path }) => path),
    ])
    expect(said).toEqual([
      [2, []],
      [3, ['type', 'accounts', 'scheduled_at']],
      [4, ['accounts', 'scheduled_at']],
      [5, ['content']],
      [6, ['repeat']],
      [7, ['id']],
    ])
    expect(await postsOfOwner()).toEqual([])
  })

  it('finds nothing wrong with the example that the dashboard gives, once its account is one of theirs', async () => {
    const example = examplePlan(Date.now()).replaceAll('harborcoffee', 'harbor')
    expect(statesOf(await check(example))).toEqual(Array(13).fill('ready'))
  })

  it('refuses a row with more cells than columns: the end of its text would be missing in the post', async () => {
    const head = 'type,accounts,scheduled_at,content'
    const rows = [`text,threads:harbor,${soon(5)},Hello, world`, `text,threads:harbor,${soon(6)},"Hello, world",,`]
    const { data } = await check([head, ...rows].join('\n'))
    expect(statesOf({ data })).toEqual(['problem', 'ready'])
    expect(data.rows[0].issues).toMatchObject([
      { code: 'unknown_field', message: expect.stringContaining('more cells than there are columns: "world"') },
    ])
    // Spreadsheets often write an empty column at the end.
    const empty = [`${head},`, `text,threads:harbor,${soon(7)},Hello, world`, `text,threads:harbor,${soon(8)},Hello,`]
    expect(statesOf(await check(empty.join('\n')))).toEqual(['problem', 'ready'])
  })

  it('looks up no more accounts and files of a row than a post can have', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(';')
    const { status, data } = await check(
      `type,content,accounts,media,scheduled_at\nfeed,Hello,${many(7000)},${many(7000)},${soon(5)}`,
    )
    expect(status).toBe(200)
    const [{ state, accounts, issues }] = data.rows
    expect([state, issues.slice(0, 2).map(({ code, path }: Record<string, string>) => [code, path])]).toEqual([
      'problem',
      [
        ['too_long', 'accounts'],
        ['too_long', 'media'],
      ],
    ])
    expect(accounts.length).toBeLessThan(1000)
  })

  it('finds a file by its title among many whose titles contain it, whatever form its accents were written in', async () => {
    const add = (title: string, at: number, tags?: string[]) =>
      putMedia(
        mediaOf({
          id: newId(),
          owner_id: owner,
          title,
          created_at: at,
          ...(tags ? { tags_json: JSON.stringify(tags) } : {}),
        }),
      )
    await add('1.jpg', 1000)
    await add('Café.jpg', 1001, ['menu'])
    await add('twice.jpg', 1002, ['old'])
    for (let at = 0; at < 101; at += 1) await add(`IMG_${at}1.jpg`, 2000 + at)
    await add('twice.jpg', 3000)
    const row = (name: string) => `feed,Title,Hello,instagram:harbor,${name},${soon(5)}`
    const { data } = await check(
      [
        'type,title,content,accounts,media,scheduled_at',
        ...['1.jpg', 'Cafe\u0301.jpg', 'twice.jpg', '2.jpg'].map(row),
      ].join('\n'),
    )
    const said = data.rows.map(({ issues }: { issues: { message: string }[] }) => issues.map(({ message }) => message))
    expect(said).toEqual([
      [],
      [],
      ['media: 2 files are called twice.jpg; write the id of one.'],
      ['media: there is no file 2.jpg; upload it first.'],
    ])
  })

  it('looks all files up at once that rows name by their titles', async () => {
    const titles = ['Pier', 'pier', 'Two', 'Two', 'Café “1”']
    const ids = titles.map(() => newId())
    for (const [at, title] of titles.entries()) await putMedia(mediaOf({ id: ids[at]!, owner_id: owner, title }))
    await putMedia(mediaOf({ id: newId(), owner_id: await newOwner(), title: 'Of others' }))
    const tagged = { title: 'Tagged', tags_json: JSON.stringify(['pier']) }
    await putMedia(mediaOf({ id: newId(), owner_id: owner, ...tagged }))
    const row = (...names: string[]) => `feed,Hello,instagram:harbor,"${names.join(';')}",${soon(5)}`
    const many = Array.from({ length: 195 }, (_, at) => row(...Array.from({ length: 20 }, (_, k) => `n${at}-${k}`)))
    const sent = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const { status, data } = await check(
      [
        'type,content,accounts,media,scheduled_at',
        row('Pier'),
        row('pier'),
        row('Two'),
        row('Of others'),
        ...many,
      ].join('\n'),
    )
    const queries = sent.mock.calls.filter(([command]) => command.constructor.name === 'QueryCommand').length
    sent.mockRestore()
    expect(status).toBe(200)
    expect(queries).toBeLessThan(20)
    const ofMedia = data.rows.map(({ issues }: { issues: { path: string; message: string }[] }) =>
      issues.filter(({ path }) => path === 'media').map(({ message }) => message),
    )
    expect(ofMedia.slice(0, 4)).toEqual([
      [],
      [],
      ['media: 2 files are called Two; write the id of one.'],
      ['media: there is no file Of others; upload it first.'],
    ])
    expect(ofMedia[198]).toHaveLength(20)
    const one = await check(`type,content,accounts,media,scheduled_at\n${row(titles[4]!)}`)
    expect(one.data.rows[0].issues.filter(({ path }: { path: string }) => path === 'media')).toEqual([])
  })

  it('answers within the size of an answer, however much the rows say', async () => {
    const signs = '""'.repeat(40_000)
    const names = Array.from({ length: 40 }, (_, at) => `${'n'.repeat(400)}${at}`).join(';')
    for (const [type, content, accounts] of [
      ['text', signs, 'threads:harbor'],
      ['x'.repeat(80_000), 'Hello', names],
    ]) {
      const row = `a,${type},"${content}",${accounts},${soon(5)},daily,${soon(150 * 24 * 60).slice(0, 10)}`
      const { status, data } = await check(file(row))
      expect([status, data.rows.length, data.totals.problem >= 150]).toEqual([200, data.totals.problem, true])
      expect(bytesInAnswer(JSON.stringify(data))).toBeLessThan(5_400_000)
      expect(data.rows[149]).toMatchObject({ row: 150, state: 'problem' })
    }
  })

  it.each([
    ['', 'csv'],
    ['type,content', 'csv'],
    ['type,kontent\ntext,x', 'csv'],
    ['type,type\ntext,text', 'csv'],
    ['type,content\ntext,"unfinished', 'csv'],
    [`type\n${'text\n'.repeat(MOST_POSTS + 1)}`, 'csv'],
    [`type\n"${'x'.repeat(200_000)}"`, 'csv'],
    ['x'.repeat(LONGEST_PLAN + 1), 'csv'],
  ])('refuses what is no plan at all', async (csv, path) => {
    const { status, errors } = await check(csv)
    expect([status, errors[0].path]).toEqual([400, path])
  })

  it('is closed to viewers', async () => {
    const viewer = await someone(`viewer-${turn}`, owner, 'viewer')
    expect((await check(file(`a,text,Hello,threads:harbor,${soon(5)},,`), viewer)).code).toBe('role_required')
  })
})

describe('importing a file', () => {
  const plan = () => file(`a,text,Hello,threads:harbor,${soon(5)},,`, `,text,Unnamed,threads:harbor,${soon(6)},,`)

  it('makes a post of one of two rows with the same id and other content, and says so of the other', async () => {
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => run(file(`a,text,${text},threads:harbor,${soon(5)},,`))),
    )
    expect(replies.flatMap(statesOf).sort()).toEqual(['imported', 'problem', 'problem'])
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('makes a post of each row, once, however often and at whatever moment the file is sent', async () => {
    const csv = plan()
    const first = await run(csv)
    expect(statesOf(first)).toEqual(['imported', 'imported'])
    const again = await Promise.all([run(csv), run(csv), run(csv)])
    for (const one of again)
      expect(one.data.rows.map(({ post_id }: { post_id: string }) => post_id)).toEqual(
        first.data.rows.map(({ post_id }: { post_id: string }) => post_id),
      )
    expect(await postsOfOwner()).toHaveLength(2)
  })

  it('makes one post of a row that three requests bring at the same moment', async () => {
    const csv = plan()
    const all = await Promise.all([run(csv), run(csv), run(csv)])
    for (const one of all) expect(statesOf(one)).toEqual(['imported', 'imported'])
    expect(await postsOfOwner()).toHaveLength(2)
  })

  it('goes on where it broke off', async () => {
    const csv = plan()
    failTable('TransactWriteCommand')
    expect((await run(csv)).status).toBe(500)
    const { vi } = await import('vitest')
    vi.restoreAllMocks()
    expect(statesOf(await run(csv))).toEqual(['imported', 'imported'])
    expect(await postsOfOwner()).toHaveLength(2)
  })

  it('sends what it has stored, although a later row breaks it off', async () => {
    let stored = 0
    const mend = failWhere((command) => command.constructor.name === 'TransactWriteCommand' && ++stored > 1)
    const broken = await run(
      file(`one,text,Hello,threads:harbor,${soon(5)},,`, `two,text,Hello,threads:harbor,${soon(6)},,`),
    )
    mend()
    expect(broken.status).toBe(500)
    const [post] = await postsOfOwner()
    expect(world.sent().map(({ post_id }) => post_id)).toContain(post)
  })

  it('leaves out rows on request, and rows with a problem', async () => {
    const csv = file(
      `a,text,One,threads:harbor,${soon(5)},,`,
      `b,text,Two,threads:harbor,${soon(5)},,`,
      `c,text,,threads:harbor,${soon(5)},,`,
    )
    expect(statesOf(await run(csv, { leave_out: [1] }))).toEqual(['left_out', 'imported', 'problem'])
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('refuses a row whose id was imported with other content', async () => {
    await run(file(`a,text,One,threads:harbor,${soon(5)},,`))
    const { data } = await run(file(`a,text,Another,threads:harbor,${soon(5)},,`))
    expect(data.rows[0]).toMatchObject({ state: 'problem', issues: [{ code: 'duplicate', path: 'id' }] })
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('makes no second post of a row without an id that is read in another time zone', async () => {
    const day = soon(3 * 24 * 60).slice(0, 10)
    const plan = file(
      `,text,Hello,threads:harbor,${day} 09:30,,`,
      `,text,Hello,threads:harbor,${day} 09:30,,`,
      `,text,Weekly,threads:harbor,${day} 10:00,weekly,${soon(12 * 24 * 60).slice(0, 10)}`,
      `,text,Told with its zone,threads:harbor,${day}T09:30Z,,`,
    )
    expect((await run(plan)).data.totals).toMatchObject({ imported: 5 })
    const again = await run(plan, { time_zone: 'Asia/Seoul' })
    expect(statesOf(again)).toEqual(['problem', 'problem', 'problem', 'problem', 'imported'])
    expect(again.data.rows[0].issues).toEqual([
      {
        code: 'duplicate',
        path: 'id',
        message: 'id: this row was imported before, with another time zone; give it an id to import it once more.',
      },
    ])
    expect(statesOf(await run(plan))).toEqual(Array(5).fill('imported'))
    expect(await postsOfOwner()).toHaveLength(5)
    // Asked for on purpose, it is another post.
    const once = file(`seoul,text,Hello,threads:harbor,${day} 09:30,,`)
    expect(statesOf(await run(once, { time_zone: 'Asia/Seoul' }))).toEqual(['imported'])
  })

  it('makes no second post of a day of a series whose hour was changed, and goes on where its end was', async () => {
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const series = (at: string, until: number, id = 'tuesdays') =>
      file(`${id},text,Weekly,threads:harbor,${day(2)} ${at},weekly,${day(until)}`)
    expect(statesOf(await run(series('10:00', 10)))).toEqual(['imported', 'imported'])
    const { data } = await run(series('11:00', 10))
    expect(statesOf({ data })).toEqual(['problem', 'problem'])
    expect(data.rows[0].issues[0].message).toContain('a row with this id and other content was imported before')
    expect(statesOf(await run(series('10:00', 17)))).toEqual(['imported', 'imported', 'imported'])
    expect(await postsOfOwner()).toHaveLength(3)
    const both = [series('12:00', 3, 'two'), series('13:00', 3, 'two').split('\r\n')[1]].join('\r\n')
    expect(statesOf(await check(both))).toEqual(['ready', 'problem'])
  })

  it('makes no second post of a row with an id that repeats from now on, or no longer', async () => {
    const first = `${soon(2 * 24 * 60).slice(0, 10)} 10:00`
    const once = file(`tuesdays,text,Weekly,threads:harbor,${first},,`)
    const series = file(`tuesdays,text,Weekly,threads:harbor,${first},weekly,${soon(10 * 24 * 60).slice(0, 10)}`)
    const changed = (csv: string) => csv.replaceAll('tuesdays', 'others')
    expect([statesOf(await run(once)), statesOf(await run(series))]).toEqual([['imported'], ['imported', 'imported']])
    expect([statesOf(await run(changed(series))), statesOf(await run(changed(once)))]).toEqual([
      ['imported', 'imported'],
      ['imported'],
    ])
    expect(await postsOfOwner()).toHaveLength(4)
    expect(statesOf(await check([series, once.split('\r\n')[1]].join('\r\n').replaceAll('tuesdays', 'c')))).toEqual([
      'ready',
      'ready',
      'problem',
    ])
  })

  it('refuses a series that was moved to other days, and takes one that begins later on one of its own days', async () => {
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const row = (first: number, often: string, until: number, id = 'weekly') =>
      `${id},text,Weekly,threads:harbor,${day(first)} 10:00,${often},${often && day(until)}`
    const series = (...its: Parameters<typeof row>) => file(row(...its))
    expect(statesOf(await run(series(2, 'weekly', 17)))).toEqual(Array(3).fill('imported'))
    for (const moved of [series(3, 'weekly', 18), series(1, 'monthly', 2), series(3, '', 0)]) {
      const { data } = await run(moved)
      expect(new Set(statesOf({ data }))).toEqual(new Set(['problem']))
      expect(data.rows[0].issues).toEqual([
        {
          code: 'duplicate',
          path: 'id',
          message: `id: a row with this id that begins on ${day(2)} was imported before, and its posts stay as they are. Let the row begin on that day, or give it another id.`,
        },
      ])
    }
    expect(statesOf(await run(series(9, 'weekly', 24)))).toEqual(Array(3).fill('imported'))
    expect(statesOf(await run(series(9, '', 0)))).toEqual(['imported'])
    // A row that did not repeat, and now repeats from another day on.
    expect(statesOf(await run(series(2, '', 0, 'once')))).toEqual(['imported'])
    expect(statesOf(await run(series(3, 'weekly', 10, 'once')))).toEqual(['problem', 'problem'])
    expect(await postsOfOwner()).toHaveLength(5)
    const both = file(row(2, 'weekly', 9, 'both'), row(3, 'weekly', 10, 'both'))
    expect(statesOf(await check(both))).toEqual(['ready', 'ready', 'problem', 'problem'])
  })

  it('makes one series of two that are imported at the same moment with the same id', async () => {
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const series = (first: number) =>
      file(`weekly,text,Weekly,threads:harbor,${day(first)} 10:00,weekly,${day(first + 8)}`)
    const both = await Promise.all([run(series(2)), run(series(3))])
    expect(both.map(({ data }) => data.totals.imported).sort()).toEqual([0, 2])
    expect(await postsOfOwner()).toHaveLength(2)
  })

  it('lets a series be moved of which nothing could be imported', async () => {
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const series = (first: number) =>
      file(`weekly,text,Weekly,threads:harbor,${day(first)} 10:00,weekly,${day(first + 8)}`)
    const [threads] = (await listAccounts(owner)).filter(({ provider }) => provider === 'threads')
    const status = (now: string) =>
      update(accountKey(threads!.id), {
        UpdateExpression: 'SET #status = :now',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':now': now },
      })
    await status('reconnect_required')
    expect(statesOf(await run(series(2)))).toEqual(['problem', 'problem'])
    await status('active')
    expect(statesOf(await run(series(3)))).toEqual(['imported', 'imported'])
  })

  it('makes no second post of an exported one whose row is made to repeat', async () => {
    const first = `${soon(2 * 24 * 60).slice(0, 10)} 10:00`
    const { data } = await run(file(`,text,Weekly,threads:harbor,${first},,`))
    const id = data.rows[0].post_id
    const again = await run(file(`${id},text,Weekly,threads:harbor,${first},weekly,${soon(10 * 24 * 60).slice(0, 10)}`))
    expect(statesOf(again)).toEqual(['problem', 'problem'])
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('makes no second post of a row that another program has written: its line breaks, accents and capitals', async () => {
    const at = soon(2 * 24 * 60)
    await run(file(`,text,"Café\nopens",threads:harbor,${at},,`))
    const again = await run(file(`,Text,"Cafe\u0301\r\nopens",threads:harbor,${at},,`))
    expect(statesOf(again)).toEqual(['imported'])
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('makes no second post of a series that says its offset, where the clocks of another time zone change or do not', {
    tags: 'deep',
  }, async () => {
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const row = (id: string) =>
      file(`${id},text,Fortnightly,threads:harbor,${day(2)}T23:30+01:00,every 2 weeks,${day(330)}`)
    for (const id of ['fortnightly', '']) {
      const first = await run(row(id))
      const { imported } = first.data.totals
      expect(imported).toBeGreaterThan(20)
      const again = await run(row(id), { time_zone: 'Asia/Seoul' })
      expect(again.data.totals).toMatchObject({ ready: 0, left_out: 0 })
      expect(again.data.totals.problem).toBeGreaterThan(0)
      expect((await run(row(id))).data.totals).toMatchObject({ imported, problem: 0 })
    }
    const all = new Set(await postsOfOwner())
    expect(all.size).toBe((await run(row(''))).data.totals.imported * 2)
  })

  it('gives its rows slots in the order of their lines', async () => {
    const [threads] = (await listAccounts(owner)).filter(({ provider }) => provider === 'threads')
    const slots = (['monday', 'thursday'] as const).map((weekday) => ({ weekday, time: '09:30' }))
    await replaceSlots(owner, threads!.id, { time_zone: 'Europe/Berlin', slots }, Date.now())
    const rows = Array.from({ length: 12 }, (_, at) => `,text,Line ${at},threads:harbor,next_slot,,`)
    const { data } = await run(file(...rows))
    expect(data.totals).toMatchObject({ imported: 12 })
    const posts = await getPosts(data.rows.map(({ post_id }: { post_id: string }) => post_id))
    const times = posts.map(({ scheduled_at }) => scheduled_at!)
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })

  it('takes two rows that say the same for two posts, and no more when sent again', async () => {
    const at = soon(5)
    const csv = file(`,text,Same,threads:harbor,${at},,`, `,text,Same,threads:harbor,${at},,`)
    await run(csv)
    await run(csv)
    expect(await postsOfOwner()).toHaveLength(2)
  })
})

describe('a row that repeats', () => {
  it('is a post for each time, at the same hour of the wall, each to be left out', async () => {
    const first = new Date(Date.now() + 24 * 60 * MINUTE).toISOString().slice(0, 10)
    const end = new Date(Date.now() + 16 * 24 * 60 * MINUTE).toISOString().slice(0, 10)
    const { data } = await check(file(`a,text,Weekly,threads:harbor,${first} 09:30,weekly,${end}`))
    expect(data.rows).toHaveLength(3)
    expect(data.rows.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready', 'ready'])
  })

  it('keeps the hour when the clocks change, and the last day of short months', () => {
    const zone = 'Europe/Berlin'
    const first = timeIn('2031-03-29 09:30', zone)!
    const shown = (times: number[]) =>
      times.map((at) => new Date(at).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16))
    expect(shown(occurrences(first, 'daily', timeIn('2031-03-31 23:59', zone)!, zone, 10))).toEqual([
      '2031-03-29 09:30',
      '2031-03-30 09:30',
      '2031-03-31 09:30',
    ])
    const monthly = occurrences(
      timeIn('2031-01-31 08:00', zone)!,
      'monthly',
      timeIn('2031-04-30 23:59', zone)!,
      zone,
      10,
    )
    expect(shown(monthly)).toEqual(['2031-01-31 08:00', '2031-02-28 08:00', '2031-03-31 08:00', '2031-04-30 08:00'])
  })

  it.each(['2031-02-30 10:00', '2031-01-01 25:00', 'soon', '1/2/2031', ''])('knows no time %s', (text) => {
    expect(timeIn(text, 'Europe/Berlin')).toBeUndefined()
  })

  it('says how often: one with an end alone would be published once', async () => {
    const end = soon(16 * 24 * 60).slice(0, 10)
    const { data } = await check(file(`a,text,Weekly,threads:harbor,${soon(60)},,${end}`))
    expect(data.rows[0]).toMatchObject({ issues: [{ code: 'invalid_schedule', path: 'repeat' }] })
  })

  it('does not take a day alone for its midnight', async () => {
    const day = soon(2 * 24 * 60).slice(0, 10)
    const { data } = await check(file(`a,text,Hello,threads:harbor,${day},,`))
    expect(data.rows[0].issues).toEqual([
      { code: 'invalid_schedule', path: 'scheduled_at', message: `scheduled_at: add the time of day: ${day} 10:30.` },
    ])
  })

  it('reads offsets', () => {
    expect(timeIn('2031-05-06T10:30:00+02:00', 'Asia/Seoul')).toBe(Date.UTC(2031, 4, 6, 8, 30))
    expect(timeIn('2031-05-06T10:30Z', 'Asia/Seoul')).toBe(Date.UTC(2031, 4, 6, 10, 30))
  })
})

describe('an account of a file', () => {
  const PAGE = 'Harbor Coffee: Berlin (Mitte)'
  const addPage = async (external_username: string, external_account_id: string) => {
    const id = newId()
    const now = Date.now()
    const page = accountOf({ id, owner_id: owner, provider: 'facebook', external_account_id, external_username })
    await addAccount({ ...page, token_expires_at: null, profile_synced_at: now, connected_at: now }, now)
    return id
  }
  const checked = async (name: string) =>
    (await check(file(`checked,text,Hello,"${name}",${soon(5)},,`))).data.rows[0] as { state: string; issues: object[] }

  it.each([`facebook:${PAGE}`, `Facebook : @${PAGE}`, `@${PAGE} (Facebook)`, PAGE, PAGE.toLowerCase()])(
    'can be a Page whose only name has several words: %s',
    async (name) => {
      await addPage(PAGE, `page-${turn}`)
      expect(await checked(name)).toMatchObject({ state: 'ready', issues: [] })
    },
  )

  it('stands in an export by its name, and by its id where the name would be read as another or as several', async () => {
    const [plain, several, ...alike] = [
      await addPage(PAGE, `page-1-${turn}`),
      await addPage('Harbor | Coffee', `page-2-${turn}`),
      await addPage('Harbor Tea', `page-3-${turn}`),
      await addPage('Harbor Tea', `page-4-${turn}`),
    ] as [string, string, string, string]
    const names = [PAGE, several, ...alike].map((name) => (name === PAGE ? `facebook:${name}` : name))
    await run(file(`a,text,Hello,"${[plain, several, ...alike].join(';')}",${soon(5)},,`))
    const csv = await exported()
    expect(readPlan(csv).map(({ fields }) => fields.accounts)).toEqual([names.join('; ')])
    const { fields } = readPlan(csv)[0]!
    expect(await checked(fields.accounts)).toMatchObject({ state: 'ready', issues: [] })
  })
})

/** All posts of the owner as a file. */
async function exported(): Promise<string> {
  const event = apiEvent({ method: 'GET', resource: '/v1/exports/posts', ownerId: owner })
  const reply = await (imports as never as (...given: unknown[]) => Promise<{ body: string }>)(event, lambdaContext())
  return reply.body
}

describe('an export', () => {
  const FULL_WIDTH = ['＝1+1', '＋cmd', '－2', '＠SUM(A1)', "'＝kept"]
  it('has quotation marks around whatever a spreadsheet could divide, so that no formula begins in it', () => {
    expect(csvOf([['Hello;=1+1', 'a\t=2', 'a;b', 'plain']])).toBe('"Hello;=1+1","a\t=2","a;b",plain\r\n')
  })

  const HOSTILE = ['=1+1', '+cmd', '-2', '@SUM(A1)', "'=kept", ...FULL_WIDTH, '\tx', 'plain, "quoted"\nand more']

  it('has no cell that a spreadsheet runs, and is read as it was written', () => {
    const csv = csvOf([['content'], ...HOSTILE.map((one) => [one])])
    for (const line of csv.split('\r\n').slice(1, 11)) expect(line).toMatch(/^['"]/)
    expect(readPlan(csv).map(({ fields }) => fields.content)).toEqual(HOSTILE.map((one) => one.trim()))
  })

  it.each([
    ['semicolons', 'type;content;accounts\r\ntext;"A, b; c";threads:harbor\r\n', 2],
    ['tabs', 'type\tcontent\taccounts\ntext\tA, b; c\tthreads:harbor\n', 2],
    ['commas', 'type,content,accounts\ntext,"A, b; c",threads:harbor\n', 2],
    ['a line that tells the delimiter', '\uFEFFsep=;\r\ntype;content;accounts\r\ntext;"A, b; c";threads:harbor\r\n', 3],
  ])('reads columns divided by %s, which the first line shows', (_what, csv, line) => {
    expect(readPlan(csv)).toMatchObject([
      { line, fields: { type: 'text', content: 'A, b; c', accounts: 'threads:harbor' } },
    ])
  })

  it.each([
    ['of Windows, then of Linux', 'type,content,title\r\na,"x\ny"\nb,two\nc,three,t\r\n'],
    ['of Linux, then of Windows', 'type,content,title\na,"x\ny","t"\r\nb,two\r\nc,three\n'],
    ['of old Macs', 'type,content,title\ra,"x\ny"\rb,two\rc,three'],
  ])('reads lines that end in different ways, %s', (_what, csv) => {
    expect(readPlan(csv).map(({ line, fields }) => [line, fields.type, fields.content])).toEqual([
      [2, 'a', 'x\ny'],
      [4, 'b', 'two'],
      [5, 'c', 'three'],
    ])
  })

  it('tells the line in which each row begins, also behind cells of several lines and rows without a word', () => {
    const lines = (csv: string) => readPlan(csv).map(({ line, fields }) => [line, fields.type])
    const rows = ['type,content', 'a,"one\r\ntwo\r\n\r\nthree"', '', ',', ' , ', 'b,"x\ny"', 'c,z']
    const expected = [
      [2, 'a'],
      [9, 'b'],
      [11, 'c'],
    ]
    expect(lines(rows.join('\r\n'))).toEqual(expected)
    expect(lines(`\uFEFFsep=,\r\n${rows.join('\r\n')}\r\n`)).toEqual(
      expected.map(([line, type]) => [Number(line) + 1, type]),
    )
    expect(lines(`\uFEFF${rows.join('\n').replaceAll('\r', '')}\n`)).toEqual(expected)
  })

  it('counts no row in which nothing stands, as spreadsheets write them below the others', () => {
    const posts = (count: number) => `type;content\r\n${'text;Hello\r\n'.repeat(count)}${';\r\n'.repeat(MOST_POSTS)}`
    expect(readPlan(posts(MOST_POSTS))).toHaveLength(MOST_POSTS)
    expect(() => readPlan(posts(MOST_POSTS + 1))).toThrow('more than 200 rows')
    expect(() => readPlan(posts(0))).toThrow('each line below it is a post')
  })

  it.each([
    ['carriage returns alone', 'type;content\rtext;"a, b, c, d"\r'],
    ['an empty line before the names of the columns', '\r\ntype;content\r\ntext;"a, b, c, d"\r\n'],
  ])('finds what divides the columns of a file with %s', (_what, csv) => {
    expect(readPlan(csv)).toMatchObject([{ fields: { type: 'text', content: 'a, b, c, d' } }])
  })

  it('has the columns of an import, and brought back makes no second post', async () => {
    const { data } = await run(file(`a,text,=SUM(A1),threads:harbor,${soon(5)},,`))
    const { text, headers } = await (async () => {
      const { apiEvent, lambdaContext } = await import('../support/api-event.ts')
      const event = apiEvent({ method: 'GET', resource: '/v1/exports/posts', ownerId: owner })
      const reply = await (imports as never as (...given: unknown[]) => Promise<{ body: string; headers: object }>)(
        event,
        lambdaContext(),
      )
      return { text: reply.body, headers: reply.headers }
    })()
    expect(headers).toMatchObject({ 'Content-Type': 'text/csv; charset=utf-8' })
    expect(text).toContain("'=SUM(A1)")
    expect((await getPost(data.rows[0].post_id))!.content).toBe('=SUM(A1)')
    expect(statesOf(await run(text))).toEqual(['imported'])
    expect(await postsOfOwner()).toHaveLength(1)
    // What was changed in it does not reach the post, and that is said.
    const notesOn = async (csv: string) => (await check(csv)).data.rows[0].notes
    expect(await notesOn(text)).toEqual([])
    for (const changed of [text.replace('SUM(A1)', 'SUM(A2)'), text.replace(/,20\d\d-/, ',2099-')]) {
      expect(changed).not.toBe(text)
      expect(await notesOn(changed)).toEqual([expect.stringContaining('An import does not change it')])
    }
  })

  it('names the fields of a post that a file cannot hold, and is not imported without them where the post is unknown', async () => {
    const [threads] = (await listAccounts(owner)).filter(({ provider }) => provider === 'threads')
    const { data } = await run(
      file(`,text,Plain,threads:harbor,${soon(60)},,`, `,text,First of a thread,threads:harbor,${soon(61)},,`),
    )
    const own = { [threads!.id]: { content: 'For one account' } }
    await update(postKey(data.rows[1].post_id), {
      UpdateExpression: 'SET options = :options, per_account = :own, on_failure = :stop, aspect_ratio = :ratio',
      ExpressionAttributeValues: {
        ':options': { threads: { thread: [{ content: 'Second' }] } },
        ':own': own,
        ':stop': 'stop',
        ':ratio': '1:1',
      },
    })
    const event = apiEvent({ method: 'GET', resource: '/v1/exports/posts', ownerId: owner })
    const text = ((await imports(event as never, lambdaContext() as never)) as { body: string }).body
    expect(text).toContain(',"options; per_account; media.smart_transform; on_failure"\r\n')
    expect(statesOf(await check(text))).toEqual(['imported', 'imported'])
    const elsewhere = text.replaceAll(/^[\da-f-]{36}/gm, () => newId())
    const checked = await check(elsewhere)
    expect(statesOf(checked).sort()).toEqual(['problem', 'ready'])
    const refused = checked.data.rows.find(({ state }: { state: string }) => state === 'problem')
    expect(refused).toMatchObject({ content: 'First of a thread' })
    expect(refused.issues).toEqual([
      {
        code: 'option_not_supported',
        path: 'not_in_file',
        message: expect.stringContaining('an import would publish it without them. Empty this cell'),
      },
    ])
  })

  it('brought to where its posts are unknown publishes none that was published, or cancelled, there', async () => {
    const later = soon(60)
    const said = (status: string, at: string) => `${newId()},text,${status},threads:harbor,${at},${status}`
    const rows = [
      said('published', 'now'),
      said('partially_failed', 'now'),
      said('cancelled', later),
      said('Published', later),
      said('scheduled', later),
      said('approved by Mina', later),
      said('', later),
    ]
    const { data } = await run(['id,type,content,accounts,scheduled_at,status', ...rows].join('\r\n'))
    expect(statesOf({ data })).toEqual(['problem', 'problem', 'problem', 'problem', 'imported', 'imported', 'problem'])
    expect(data.rows[0].issues).toEqual([
      expect.objectContaining({
        code: 'duplicate',
        path: 'status',
        message: expect.stringContaining('Empty this cell'),
      }),
    ])
    // What was cancelled was never out: it is not called published once more.
    expect(data.rows[2].issues[0].message).toContain(
      'says cancelled: the post of this row no longer waits, and an import',
    )
    expect(data.rows[6].issues.map(({ path }: { path: string }) => path)).toEqual(['content'])
    expect(await postsOfOwner()).toHaveLength(2)
  })
})
