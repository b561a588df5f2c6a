// The guides as pages: every document is one, every link leads somewhere, every code of an error has its place.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Ajv } from 'ajv'
import { lexer, walkTokens } from 'marked'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../core/errors.ts'
import { ScheduledAt } from '../../../core/posts/rules/post-request.ts'
import { GUIDE_FILES, guideFiles, guideOf, servedMarkdown } from '../../../scripts/guide-page.ts'
import { postmanCollection } from '../../../scripts/postman-collection.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PLACES = {
  guides: '/docs/guides',
  reference: '/api/docs',
  style: '/assets/guides.css',
  program: '/assets/guides.js',
  picture: (file: string) => `/assets/${file.split('/').at(-1)}`,
}

let files: Map<string, string>
beforeAll(() => {
  const texts = new Map([...GUIDE_FILES].map(([name, file]) => [name, readFileSync(join(ROOT, file), 'utf8')]))
  files = guideFiles(texts, PLACES)
})

const pageOf = (name: string) => files.get(`docs/guides/${name}.html`)!

describe('the guides', () => {
  it('are all documents, each as a page and as Markdown', () => {
    const documents = globSync(['docs/*.md', 'docs/platforms/*.md', 'packages/*/README.md'], { cwd: ROOT })
    expect(documents.filter((file) => ![...GUIDE_FILES.values()].includes(file.replaceAll('\\', '/')))).toEqual([])
    for (const [name, file] of GUIDE_FILES) {
      expect(pageOf(name)).toMatch(/<h1 id="/)
      expect(files.get(`docs/guides/${name}.md`)).toBe(
        servedMarkdown(file, readFileSync(join(ROOT, file), 'utf8'), PLACES),
      )
      expect(files.get('llms.txt')).toContain(`(/docs/guides/${name}.md)`)
    }
  })

  it('have no two places of the same name, so that each link leads to its own', () => {
    for (const name of GUIDE_FILES.keys()) {
      const ids = [...pageOf(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect([...new Set(ids)], name).toEqual(ids)
    }
  })

  it('have a target for every link between them', () => {
    const ids = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const broken = [...GUIDE_FILES.keys()].flatMap((name) =>
      [...pageOf(name).matchAll(/href="((?:\/docs\/guides[^"#]*)?)(?:#([^"]+))?"/g)].flatMap(([, path, anchor]) => {
        const other = path ? path.replace(/^\/docs\/guides\/?/, '') : name
        if (other.endsWith('.md')) return files.has(`docs/guides/${other}`) ? [] : [`${name}: ${other}`]
        const page = other === '' ? files.get('docs/guides/index.html') : pageOf(other)
        return page && (!anchor || ids(page).has(anchor)) ? [] : [`${name}: ${other}#${anchor}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('have a target for every link in their Markdown, which is that of the repository but for its links', () => {
    const bare = (text: string) => text.replace(/!?\[([^\]]*)\]\([^)\s]+\)/g, '$1')
    for (const [name, file] of GUIDE_FILES) {
      const served = files.get(`docs/guides/${name}.md`)!
      expect(bare(served), name).toBe(bare(readFileSync(join(ROOT, file), 'utf8')))
      walkTokens(lexer(served), (token) => {
        if (token.type !== 'link' || /^(https?:|#)/.test(token.href)) return
        expect(files.has(token.href.slice(1).split('#')[0]), `${name}: ${token.href}`).toBe(true)
      })
    }
    const sample = '[a](media.md#sizes) ![b](images/b.png) [c](../lib/c.ts) `[d](media.md)`\n```\ne[0](media.md)\n```\n'
    expect(servedMarkdown('docs/a.md', sample, PLACES)).toBe(
      '[a](/docs/guides/media.md#sizes) ![b](/assets/b.png) c `[d](media.md)`\n```\ne[0](media.md)\n```\n',
    )
  })

  it('give every variable of a command a value before', () => {
    for (const file of ['README.md', ...GUIDE_FILES.values()]) {
      const blocks = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ *```sh\n(.*?)```/gms)].map(
        ([, code]) => code!,
      )
      const shell = blocks.join('\n')
      const unset = [...shell.matchAll(/\$\{?([A-Z_]{2,})\b/g)].filter(
        ({ 1: name, index }) => !new RegExp(`\\b${name}(=|; echo)`).test(shell.slice(0, index)),
      )
      expect(
        unset.map(([, name]) => name).filter((name) => name !== 'PATH'),
        file,
      ).toEqual([])
    }
  })

  it('have a place for every code of an error', () => {
    for (const code of Object.keys(ERROR_CODES)) expect(pageOf('errors')).toContain(`<tr id="${code}">`)
  })

  it('hold no script, style or frame of their own, and what looks like HTML is text', () => {
    for (const name of GUIDE_FILES.keys()) {
      expect(pageOf(name).match(/<script/g)).toHaveLength(1)
      expect(pageOf(name)).not.toMatch(/<(style|iframe|object|embed|form)\b|\bon\w+=|javascript:/i)
    }
    const hostile = '# A\n\n<img src=x onerror=alert(1)> [x](https://a.example/"onmouseover=alert(1))'
    const { html } = guideOf('a', 'docs/a.md', hostile, PLACES)
    expect(html).not.toMatch(/<img|"onmouseover/)
  })

  it('are found by the words below each heading', () => {
    const parts = JSON.parse(files.get('docs/guides/search.json')!) as { id: string; heading: string; text: string }[]
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length)
    expect(parts.filter(({ heading }) => heading === '' || /&#|<|`/.test(heading))).toEqual([])
    expect(parts.filter(({ id, text }) => id.startsWith('webhooks#') && text.includes('signature'))).not.toEqual([])
  })
})

describe('the collection of requests', () => {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as Parameters<
    typeof postmanCollection
  >[0]

  it('has every operation once, with its variables named', () => {
    const { item } = postmanCollection(document) as {
      item: {
        item: { request: { method: string; url: { raw: string; path: string[]; variable: { key: string }[] } } }[]
      }[]
    }
    const requests = item.flatMap((folder) => folder.item).map(({ request }) => request)
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(requests).toHaveLength(operations.length)
    for (const { url } of requests) {
      expect(url.raw).toMatch(/^\{\{base_url\}\}\/api\//)
      const inPath = url.path.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1))
      expect(url.variable.map(({ key }) => key).sort()).toEqual(inPath.sort())
    }
  })

  it('moves a post to a time that is still to come, whenever it is sent', () => {
    const { item } = postmanCollection(document) as {
      item: { item: { event?: { script: { exec: string[] } }[]; request: { body?: { raw?: string } } }[] }[]
    }
    const requests = item.flatMap((folder) => folder.item)
    const bodies = requests.map(({ request }) => request.body?.raw ?? '')
    expect(bodies.filter((raw) => /\b20\d\d-\d\d-\d\d|\b1[789]\d{11}\b/.test(raw))).toEqual([])
    const timed = requests.filter(({ event }) => event)
    expect(timed.map(({ request }) => request.body!.raw)).toEqual([expect.stringContaining('"scheduled_at": "{{')])
    const [{ event, request }] = timed as [(typeof timed)[number]]
    const set = new Map<string, string>()
    runInNewContext(event![0]!.script.exec.join('\n'), { Date, pm: { variables: set } })
    const sent = request.body!.raw!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => set.get(name)!)
    const at = ScheduledAt.parse(JSON.parse(sent).scheduled_at)
    expect(at - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(at - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  })

  it('has the shape that the format names', () => {
    const text = { type: 'string' }
    const item = {
      type: 'object',
      required: ['name'],
      properties: {
        name: text,
        item: { type: 'array', items: { $ref: '#' } },
        request: {
          type: 'object',
          required: ['method', 'url', 'header'],
          properties: { method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] } },
        },
      },
    }
    const isFolder = new Ajv({ strict: false }).compile(item)
    const { item: folders } = postmanCollection(document) as { item: unknown[] }
    for (const folder of folders) expect([isFolder(folder), isFolder.errors]).toEqual([true, null])
  })
})
