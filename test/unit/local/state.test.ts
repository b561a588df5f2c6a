// The data directory: its lock, its contents, `--fresh`. And the times of rules.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseSchedule } from '../../../local/services/cron.ts'
import { openState } from '../../../local/state.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the state of a data directory', () => {
  it('lasts, collection by collection, in the order of keys', () => {
    const first = openState(folder, false)
    const letters = first.collection<{ n: number }>('letters')
    letters.put('b', { n: 2 })
    letters.put('a', { n: 1 })
    letters.put('b', { n: 3 })
    first.collection('other').put('a', 'else')
    first.close()
    const second = openState(folder, false)
    const again = second.collection<{ n: number }>('letters')
    expect(again.all()).toEqual([{ n: 1 }, { n: 3 }])
    expect(again.get('c')).toBeUndefined()
    expect([again.delete('a'), again.delete('a')]).toEqual([true, false])
    second.close()
  })

  it('is made with the folders above it', () => {
    const deep = join(folder, 'a', 'b')
    openState(deep, false).close()
    expect(existsSync(deep)).toBe(true)
    writeFileSync(join(folder, 'file'), '')
    expect(() => openState(join(folder, 'file', 'below'), false)).toThrow(/cannot be made/)
  })

  it.runIf(process.platform === 'linux')('is named where the system says that what is above it does not exist', () => {
    expect(() => openState('/proc/none/below', false)).toThrow('The folder /proc/none cannot be made')
  })

  it('is one service’s at a time', () => {
    const first = openState(folder, false)
    expect(() => openState(folder, false)).toThrow(/Another local service/)
    expect(() => openState(folder, true)).toThrow(/Another local service/)
    first.close()
    openState(folder, false).close()
  })

  it('is emptied by --fresh, files and all, and only if it is one of ours', () => {
    const first = openState(folder, false)
    first.collection('c').put('k', 1)
    first.close()
    writeFileSync(join(folder, 'table.db'), 'rows')
    const second = openState(folder, true)
    expect(second.collection('c').all()).toEqual([])
    expect(existsSync(join(folder, 'table.db'))).toBe(false)
    second.close()

    rmSync(join(folder, 'service.db'))
    writeFileSync(join(folder, 'letter.txt'), 'dear reader')
    expect(() => openState(folder, true)).toThrow(/Nothing was removed/)
    expect(existsSync(join(folder, 'letter.txt'))).toBe(true)
  })

  it('leaves alone what lay there before it was one of ours', () => {
    writeFileSync(join(folder, 'letter.txt'), 'dear reader')
    chmodSync(join(folder, 'letter.txt'), 0o644)
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, 'table.db'), 'rows of a run whose service.db is lost')
    openState(folder, false).close()
    writeFileSync(join(folder, 'notes.txt'), 'made later')
    for (let starts = 0; starts < 2; starts += 1) {
      openState(folder, true).close()
      expect(readdirSync(folder).filter((name) => !name.startsWith('service.db'))).toEqual(['.git', 'letter.txt'])
      expect((statSync(join(folder, 'letter.txt')).mode & 0o777).toString(8)).toBe('644')
    }
  })
})

describe('schedule expressions', () => {
  const next = (expression: string, after: string) =>
    new Date(parseSchedule(expression)(Date.parse(after))).toISOString()
  it.each([
    ['rate(1 minute)', '2026-01-01T10:00:30Z', '2026-01-01T10:01:30.000Z'],
    ['rate(2 hours)', '2026-01-01T10:00:00Z', '2026-01-01T12:00:00.000Z'],
    ['cron(10 1 * * ? *)', '2026-01-01T01:10:00Z', '2026-01-02T01:10:00.000Z'],
    ['cron(0/15 * * * ? *)', '2026-01-01T10:16:00Z', '2026-01-01T10:30:00.000Z'],
    ['cron(0 0 29 2 ? *)', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['cron(30 8-10 ? * MON-FRI *)', '2026-01-02T10:30:00Z', '2026-01-05T08:30:00.000Z'],
    ['cron(0 12 1 JAN,JUL ? *)', '2026-01-01T12:00:00Z', '2026-07-01T12:00:00.000Z'],
  ])('%s after %s is %s', (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected)
  })

  it.each([
    'rate(1 fortnight)',
    'cron(0 0 * * ?)',
    'cron(0 25 * * ? *)',
    'cron(0 0 L * ? *)',
    'at(2026-01-01T00:00:00)',
  ])('%s is refused', (expression) => {
    expect(() => parseSchedule(expression)).toThrow()
  })
})
