// The OpenAPI document, the list of errors and the client's types: sound, complete, and as the code makes them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Code, ERROR_CODES } from '../../../core/errors.ts'
import { FAILURES } from '../../../core/posts/rules/failures.ts'
import { STATUS_OF } from '../../../functions/chain/error-envelope.ts'
import { type Document, referencePage } from '../../../functions/reference-page.ts'
import { isEndpoint, ROUTES } from '../../../lib/routes.ts'
import { openApiDocument } from '../../../openapi/document.ts'
import { takesOf } from '../../../openapi/endpoints.ts'
import { ERROR_WORDS } from '../../../openapi/error-words.ts'
import { madeFiles } from '../../../scripts/docs.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

let made: Map<string, string>
let document: Document
beforeAll(async () => {
  made = await madeFiles()
  document = JSON.parse(made.get('docs/openapi.json')!) as Document
})

async function problemsOf(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintDocument({
    document: makeDocumentFromString(text, 'openapi.json'),
    externalRefResolver: new BaseResolver(),
    config,
  })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

describe('made files', () => {
  it.each(['docs/openapi.json', 'docs/errors.md', 'packages/client/src/generated/api.ts'])(
    '%s is up to date',
    (path) => {
      // Too long to be shown; `npm run docs` makes it again.
      expect(readFileSync(join(ROOT, path), 'utf8') === made.get(path)).toBe(true)
    },
  )
})

describe('the document', () => {
  it('passes the linter without a warning', { tags: 'deep' }, async () => {
    expect(await problemsOf(made.get('docs/openapi.json')!)).toEqual([])
  })

  it('would not pass it with an example that does not fit', { tags: 'deep' }, async () => {
    const wrong = made.get('docs/openapi.json')!.replace('"content": "Our autumn menu is here."', '"content": 7')
    expect(await problemsOf(wrong)).toEqual([expect.stringContaining('no-invalid-media-type-examples')])
  })

  it('has requests that are taken on every day: none but the one that moves a post names a time', () => {
    const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        text: JSON.stringify(Object.values(requestBody?.content ?? {}).map(({ examples }) => examples)),
      })),
    )
    expect(requests.filter(({ text }) => text.includes('Our autumn menu')).length).toBeGreaterThan(3)
    const timed = requests.filter(({ text }) => /\b20\d\d-\d\d-\d\d|\b1[789]\d{11}\b/.test(text))
    expect(timed.map(({ name }) => name)).toEqual(['PATCH /v1/posts/{id}'])
  })

  it('describes every row but the catch-all and what only browsers, platforms and assistants ask for', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const nameOf = ({ method, path }: (typeof ROUTES)[number]) => `${method} ${path}`
    const pages = ROUTES.filter(({ auth, method, protocol }) => (auth === 'open' && method === 'GET') || protocol).map(
      nameOf,
    )
    expect(pages).toEqual([
      'GET /v1/session/sign-in',
      'GET /v1/session/callback',
      'POST /v1/oauth/token',
      'GET /v1/oauth/{platform}/{app}/client-metadata.json',
      'POST /mcp',
      'GET /mcp',
    ])
    const rows = ROUTES.filter(isEndpoint).map(nameOf)
    expect([...described, ...pages].sort()).toEqual(rows.sort())
  })

  it('has every error code as an example, once', () => {
    const codes = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    )
    expect(codes.sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })

  it('lets in without a key exactly where the row does, and with a key where the endpoint does', async () => {
    const expected = { key: undefined, optional: [{}, { ApiKey: [] }], session: [{ Session: [] }], open: [] }
    for (const { method, path, file, auth } of ROUTES.filter((row) => isEndpoint(row) && !row.protocol)) {
      // Addresses that a browser goes to, not operations.
      if (auth === 'open' && method === 'GET') continue
      const { security } = document.paths[path]![method.toLowerCase()]!
      const onlyPeople = (await takesOf({ method, path, file })).auth === 'session'
      expect(security, `${method} ${path}`).toEqual(expected[onlyPeople ? 'session' : auth])
    }
  })

  it('promises the rate headers on every answer, and Retry-After on 429', () => {
    const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, responses } of Object.values(methods)) {
        for (const response of Object.values(responses)) {
          const own = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response
          expect(Object.keys(own.headers ?? {}), operationId).toEqual(expect.arrayContaining(rate))
        }
      }
    }
    expect(Object.keys(document.components.responses.RateLimited!.headers!)).toContain('Retry-After')
  })

  it('is the same when made again', async () => {
    expect(await openApiDocument()).toEqual(document)
  })
})

describe('docs/errors.md', () => {
  it('has no code that is never given', () => {
    const sources = ['core', 'functions', 'lib'].flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: ROOT })
        .filter((file) => file !== join('core', 'errors.ts'))
        .map((file) => readFileSync(join(ROOT, file), 'utf8')),
    )
    const given = (code: string) => sources.some((source) => source.includes(`'${code}'`))
    expect(Object.keys(ERROR_CODES).filter((code) => !given(code))).toEqual([])
  })

  it('has every code under its status, and every way that publishing fails', () => {
    const page = made.get('docs/errors.md')!
    for (const [code, kind] of Object.entries(ERROR_CODES)) {
      const { meaning, action } = ERROR_WORDS[code as Code]
      const part = page.split('\n## ').find((section) => section.startsWith(String(STATUS_OF[kind])))
      expect(part, code).toContain(`| \`${code}\` | ${meaning} | ${action} |`)
    }
    for (const code of Object.keys(FAILURES)) expect(page).toContain(`| \`${code}\` |`)
  })
})

const DASHBOARD = 'https://dashboard.example'

describe('the page to read', () => {
  it('has a place for every code, with the guide that says more', () => {
    const page = referencePage(document, DASHBOARD)
    for (const code of Object.keys(ERROR_CODES)) {
      expect(page).toContain(`<code id="code-${code}">`)
      expect(page).toContain(`href="${DASHBOARD}/docs/guides/errors#${code}"`)
    }
  })

  it('has every operation and every code, and loads nothing', () => {
    const page = referencePage(document, DASHBOARD)
    for (const methods of Object.values(document.paths)) {
      for (const { operationId } of Object.values(methods)) expect(page).toContain(`<section id="${operationId}">`)
    }
    for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(code)
    expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|video|audio|form)\b|\bsrc=|\bon\w+=|@import|url\(/i)
  })

  it('has a target for every link', () => {
    const page = referencePage(document, DASHBOARD)
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !targets.has(id))).toEqual([])
    expect(links.length).toBeGreaterThan(50)
  })

  it('says which boolean an answer has, and in which forms a time is given', () => {
    const page = referencePage(document, DASHBOARD)
    const typesOf = (field: string) =>
      new Set(
        [...page.matchAll(/<tr><td><code>(\w+)<\/code>(?: <small>optional<\/small>)?<\/td><td>(.*?)<\/td>/g)].flatMap(
          ([, name, type]) => (name === field ? [type] : []),
        ),
      )
    const time = 'integer (int64) or string (date-time)'
    expect(typesOf('success')).toEqual(new Set(['<code>true</code>', '<code>false</code>']))
    expect(typesOf('scheduled_at')).toContain(`${time} or <code>next_slot</code>`)
    expect(typesOf('publish_at')).toContain(`${time} or <code>now</code>`)
    expect(typesOf('not_after')).toContain(time)
  })

  it('shows text as text', () => {
    const hostile = structuredClone(document)
    hostile.info.description = '<b>"x"</b> & `<i>`'
    const page = referencePage(hostile, DASHBOARD)
    expect(page).not.toContain('<b>')
    expect(page).not.toContain('<i>')
  })
})
