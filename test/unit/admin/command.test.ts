import { describe, expect, it } from 'vitest'
import { printable, readCall, table, usageOf, WrongCall, wholeNumber } from '../../../bin/admin/command.ts'
import { COMMANDS } from '../../../bin/admin/commands.ts'
import { help, isHelpOf } from '../../../bin/admin/help.ts'
import { PLATFORM_IDS } from '../../../core/platforms/facts.ts'

const read = (line: string) => readCall(line === '' ? [] : line.split(' '), COMMANDS)

describe("the operator's command line", () => {
  it('knows the commands of its help', () => {
    expect(COMMANDS.map(usageOf)).toEqual([
      'owner create NAME [--rate-limit-max N]',
      'owner list',
      'owner set NAME [--rate-limit-max N] [--storage-gb N]',
      'owner export NAME --to FOLDER',
      'owner delete NAME [--yes]',
      'member invite --owner NAME --email ADDRESS [--role admin|editor|author|viewer]',
      'member list --owner NAME',
      'member remove --owner NAME --email ADDRESS [--yes]',
      'person delete PERSON_ID [--yes]',
      'key create --owner NAME [--rate-limit N] [--label TEXT]',
      'key list --owner NAME',
      'key rotate KEY_ID [--keep-old-hours 0|1|24] [--yes]',
      'key revoke KEY_ID [--yes]',
      `account authorize --owner NAME --platform ${PLATFORM_IDS.join('|')} [--redirect-uri URI] [--host URL] [--handle HANDLE]`,
      'account finish-authorization --owner NAME --redirected-to ADDRESS',
      `account connect --owner NAME --platform ${PLATFORM_IDS.join('|')} [--access-token TOKEN] [--identifier HANDLE] [--app-password PASSWORD] [--host URL] [--page ID]...`,
      'account list --owner NAME',
      'account disconnect ACCOUNT_ID [--yes]',
      'account add-listed --owner NAME --platform facebook|x|youtube --username NAME',
      'audit --owner NAME [--since DATE] [--limit N]',
      'publish pause [--yes]',
      'publish resume',
      'publish redrive',
      'recover --since TIME [--yes]',
      'storage check [--repair] [--keep FOLDER] [--stored-before TIME] [--yes]',
      'doctor',
    ])
  })

  it('reads words and options in any order', () => {
    for (const line of [
      'key create --owner demo --rate-limit 600 --label web --json --local /data',
      '--local /data --json key create --label web --rate-limit=600 --owner demo',
      '--local=/data key --owner demo create --label web --rate-limit 600 --json',
    ]) {
      expect(read(line)).toMatchObject({
        command: { name: 'key create' },
        options: { owner: 'demo', 'rate-limit': '600', label: 'web' },
        json: true,
        local: '/data',
      })
    }
    expect(read('key revoke abc --stack Mine --region eu-west-1')).toMatchObject({
      words: { 'key-id': 'abc' },
      stack: 'Mine',
      region: 'eu-west-1',
      json: false,
      local: undefined,
    })
  })

  it.each(['owner create demo --local', '--local owner create demo', 'owner create demo --local --json'])(
    'takes the usual data directory: %s',
    (line) => expect(read(line)).toMatchObject({ local: '.local', words: { name: 'demo' } }),
  )

  it.each(['', '--help', '-h', 'key create --help'])('gives help: %j', (line) => {
    expect(read(line).command).toBeUndefined()
  })

  it.each([
    ['key', 'There is no command "key".'],
    ['key steal', 'There is no command "key steal".'],
    ['key create', 'key create needs --owner.'],
    ['key create --owner', "Option '--owner <value>' argument missing"],
    ['key create extra --owner demo', 'Usage: key create'],
    ['key rotate', 'Usage: key rotate KEY_ID'],
    ['owner create a b', 'Usage: owner create NAME'],
    ['owner create a --owner b', 'owner create takes no --owner.'],
    ['owner create a --nonsense', "Unknown option '--nonsense'"],
    ['account connect --platform threads --access-token -abc', "use '--access-token=-XYZ'. See --help."],
  ])('refuses %j', (line, reason) => {
    expect(() => read(line)).toThrow(WrongCall)
    expect(() => read(line)).toThrow(reason)
  })

  it('takes whole numbers only', () => {
    expect(wholeNumber('rate-limit', '600')).toBe(600)
    expect(wholeNumber('rate-limit', undefined)).toBeUndefined()
    // Too large is no wrong form: the code that takes the number names the largest.
    expect(wholeNumber('rate-limit', '1000000000')).toBe(1_000_000_000)
    for (const value of ['', '-1', '1.5', '1e3', 'x', ' 5']) {
      expect(() => wholeNumber('rate-limit', value)).toThrow(WrongCall)
    }
  })

  it('sets lists in columns', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['1', 'a'],
        ['22', ''],
      ]),
    ).toBe('ID  NAME\n1   a\n22')
  })
})

describe('the help', () => {
  it('shows every command, in lines that a terminal has room for', () => {
    const lines = help(COMMANDS).split('\n')
    for (const { name, summary } of COMMANDS) {
      const at = lines.findIndex((line) => line.startsWith(`  ${name}`))
      expect(at, name).toBeGreaterThan(0)
      expect(lines.slice(at).join(' ').replaceAll(/\s+/g, ' ')).toContain(summary)
    }
    for (const line of lines) if (!line.includes('|')) expect(line.length, line).toBeLessThan(121)
  })

  it('is of a group or a command where one is named', () => {
    const of = (line: string) => help(COMMANDS, read(`${line} --help`).helpOf)
    expect(of('key')).toMatch(/key create[\s\S]*key revoke/)
    expect(of('key')).not.toContain('owner create')
    expect(of('key create')).not.toContain('key revoke')
    expect(of('nothing')).toContain('owner create')
  })

  it('says what comes after the first word', () => {
    expect(() => read('key')).toThrow('There is no command "key". After key comes one of create, list, rotate, revoke.')
    expect(() => read('keys list')).toThrow('There is no command "keys list". Did you mean key list? See --help.')
    expect(() => read('list')).toThrow(/There is no command "list"\. Did you mean .*key list.*\? See --help\.$/)
    expect(() => read('fly away')).toThrow('There is no command "fly away". See --help.')
  })
})

describe('a wrong call is refused before a secret is asked for or anything is done:', () => {
  it.each([
    ['account connect --owner a --platform nope', /^--platform must be one of instagram, .*, not nope\.$/],
    ['account authorize --owner a --platform x', /^--platform must be one of/],
    ['account add-listed --owner a --platform instagram --username b', /^--platform must be one of facebook/],
    ['member invite --owner a --email a@example.com --role boss', /^--role must be one of admin, .*, not boss\.$/],
  ])('%s', (line, says) => {
    expect(() => read(line)).toThrow(says)
  })

  const checked = (line: string) => {
    const { command, words, options } = read(line)
    return () => command!.check!({ words, options })
  }

  it('the server or the name of the account, where the platform asks for it', () => {
    expect(checked('account authorize --owner a --platform mastodon')).toThrow('needs --host for Mastodon')
    expect(checked('account authorize --owner a --platform bluesky')).toThrow('needs --handle for Bluesky')
    expect(checked('account authorize --owner a --platform mastodon --host https://a.example')).not.toThrow()
    expect(checked('account authorize --owner a --platform instagram')).not.toThrow()
  })

  it('a folder to keep what is not removed', () => {
    expect(checked('storage check --keep here')).toThrow('--keep only with --repair')
    expect(checked('storage check --repair --keep here')).not.toThrow()
    expect(checked('storage check')).not.toThrow()
  })
})

it('knows what there is help of', () => {
  expect(['key', 'key create', 'key revoke', 'doctor', 'audit'].filter((of) => !isHelpOf(COMMANDS, of))).toEqual([])
  expect(['media', 'keys', 'key fly', 'doctors'].filter((of) => isHelpOf(COMMANDS, of))).toEqual([])
  // A word of the call behind it does not matter.
  expect(help(COMMANDS, 'audit acme')).not.toContain('owner create')
})

describe('a time', () => {
  const checked = (line: string) => {
    const { command, words, options } = read(line)
    return () => command!.check!({ words, options })
  }

  it.each(['yesterday', '2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01', '2026-11-21T10:00:00'])(
    'that is none is refused before anything is asked: %s',
    (text) => {
      expect(checked(`recover --since ${text}`)).toThrow('--since must be a date in UTC')
      expect(checked(`storage check --stored-before ${text}`)).toThrow('--stored-before must be a date in UTC')
    },
  )

  it('that was restored to is shown by the clock of the machine, too: a local time with a Z is another', () => {
    const { command, words, options } = read('recover --since 2026-11-22T09:00:00Z')
    const local = new Date('2026-11-22T09:00:00Z')
    const hour = String(local.getHours()).padStart(2, '0')
    expect(command!.destroys!.says({ words, options })).toMatch(
      new RegExp(`since 2026-11-22T09:00:00Z \\(2026-11-2\\d ${hour}:\\d\\d:00 GMT[^)]* by the clock`),
    )
  })

  it('before which files were stored is past: the repair would remove uploads under way', () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect(checked(`storage check --repair --stored-before ${inMinutes(30)}`)).toThrow('must be a time in the past')
    expect(checked(`storage check --repair --stored-before ${inMinutes(-1)}`)).not.toThrow()
  })
})

describe('names from outside', () => {
  // A server of its own owner's tells the name of an account, and a client may name that server.
  const NAME = 'a\u001b[2K\u009b1mb\nfake row'

  it('stay in their cell, and tell the terminal nothing', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['1', NAME],
      ]),
    ).toBe('ID  NAME\n1   a\ufffd[2K\ufffd1mb\ufffdfake row')
  })

  it('tell the terminal nothing in sentences either, whose lines stay', () => {
    expect(printable(`Connected @${NAME}\nand another`)).toBe('Connected @a\ufffd[2K\ufffd1mb\nfake row\nand another')
    expect(printable('Größe 한국 \u{1f389}')).toBe('Größe 한국 \u{1f389}')
  })
})
