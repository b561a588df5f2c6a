// The dashboard's texts in each language, and what adding one takes.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ERROR_CODES } from '../../../core/errors.ts'
import { FAILURES } from '../../../core/webhooks/rules/failures.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const source = join(root, 'dashboard', 'src')
const i18n = join(source, 'i18n')
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const languages = readdirSync(i18n, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

type Catalogue = Record<string, unknown>

/** The names of all texts: "post.states.failed". */
function keysOf(texts: Catalogue, within = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text !== null
      ? keysOf(text as Catalogue, `${within}${name}.`)
      : [`${within}${name} (${typeof text === 'function' ? 'sentence' : typeof text})`],
  )
}

/** Codes of errors, and of what a check finds about one account. */
function codesOfService(): { codes: string[]; account: string[] } {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'))
  const { problems, warnings } = document.components.schemas.PostPreview.properties.accounts.items.properties
  const account = [problems, warnings].flatMap(({ items }) => items.properties.code.enum as string[])
  return { codes: Object.keys(ERROR_CODES), account: account.filter((code) => !(code in ERROR_CODES)) }
}

beforeAll(() => {
  const storage = { getItem: () => null, setItem: () => {} }
  vi.stubGlobal('window', { location: { search: '?lang=xx' }, localStorage: storage, sessionStorage: storage })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

describe('the languages', () => {
  test('have the same texts', async () => {
    const english = keysOf({ ...(await import(join(i18n, 'en', 'index.ts'))) })
    const korean = keysOf({ ...(await import(join(i18n, 'ko', 'index.ts'))).default })
    expect(languages).toEqual(['en', 'ko'])
    expect(english.length).toBeGreaterThan(300)
    expect(korean.sort()).toEqual(english.sort())
  })

  test('have a rule in Korean for each code that the service answers, beside those with sentences of their own', async () => {
    const OWN = ['role_required', 'last_admin', 'not_found', 'rate_limit_exceeded', 'unavailable', 'internal_error']
    const { account, codes } = codesOfService()
    expect(account).toContain('quota_used_up')
    const { refusal } = (await import(join(i18n, 'ko', 'parts.ts'))).default
    const silent = [...codes, ...account].filter((code) => refusal(code) === '')
    expect(silent.sort()).toEqual(OWN.sort())
  })

  test.each(languages)('name every file of %s in its index', (language) => {
    const index = readFileSync(join(i18n, language, 'index.ts'), 'utf8')
    const files = readdirSync(join(i18n, language)).filter((name) => name !== 'index.ts')
    for (const file of files) expect(index).toContain(`'./${file}'`)
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'other than English, as %s, are named by the registry alone',
    (language) => {
      const named = new RegExp(`i18n/${language}/|\\./${language}/|'${language}'`)
      const naming = filesBelow(source).filter(
        (file) => !file.startsWith(join(i18n, language)) && named.test(readFileSync(file, 'utf8')),
      )
      expect(naming.map((file) => basename(file))).toEqual(['languages.ts'])
    },
  )
})

test('Korean has a sentence of its own for each reason why a webhook was not reached', async () => {
  const { default: korean } = await import(join(i18n, 'ko', 'webhooks.ts'))
  for (const said of Object.values(FAILURES)) expect(korean.failure(said)).toMatch(/[가-힣]/)
  expect(korean.failure('Another.')).toBe('Another.')
})

describe('a third, made-up language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  const copy = join(folder, 'i18n')

  beforeAll(() => {
    cpSync(i18n, copy, { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    // All that it takes: its folder, and its row.
    mkdirSync(join(copy, 'xx'))
    writeFileSync(
      join(copy, 'xx', 'index.ts'),
      `import * as en from '../en/index.ts'\nexport default { ...en, post: { ...en.post, back: 'Xyzzy' } }\n`,
    )
    const registry = join(copy, 'languages.ts')
    const rows = readFileSync(registry, 'utf8')
    const row = `  xx: { name: 'Plugh', load: () => import('./xx/index.ts') },\n`
    writeFileSync(registry, rows.replace(/^( {2}ko: .*\n)/m, `$1${row}`))
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('is chosen by the address, offered in the menu, and spoken', async () => {
    const { LANGUAGES } = await import(join(copy, 'languages.ts'))
    const { currentLanguage } = await import(join(copy, 'language.ts'))
    const { loadTexts, textsIn } = await import(join(copy, 'texts.ts'))
    const english = { back: 'All posts' }
    expect(Object.values(LANGUAGES).map((row) => (row as { name: string }).name)).toEqual([
      'English',
      '한국어',
      'Plugh',
    ])
    expect(currentLanguage()).toBe('xx')
    expect(Reflect.get(globalThis, 'document').documentElement.lang).toBe('xx')
    expect(textsIn('xx', 'post', english).back).toBe('All posts')
    await loadTexts('xx')
    expect(textsIn('xx', 'post', english).back).toBe('Xyzzy')
    expect(textsIn('en', 'post', english).back).toBe('All posts')
  })
})
