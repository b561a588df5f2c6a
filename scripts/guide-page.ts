// A guide of `docs` as a page: Markdown becomes HTML, and links between the files become links between the pages. Pure.
import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'

/** The served pages by their names below the guides: the file, and whom it is for. In the order in which they are listed. */
export const GUIDE_GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Using the service': {
    'getting-started': 'docs/getting-started.md',
    dashboard: 'docs/dashboard.md',
    media: 'docs/media.md',
    options: 'docs/options.md',
    'keys-limits-usage': 'docs/keys-limits-usage.md',
    webhooks: 'docs/webhooks.md',
    errors: 'docs/errors.md',
    versions: 'docs/versions.md',
  },
  Platforms: {
    platforms: 'docs/platforms/README.md',
    'platforms-bluesky': 'docs/platforms/bluesky.md',
    'platforms-facebook': 'docs/platforms/facebook.md',
    'platforms-mastodon': 'docs/platforms/mastodon.md',
  },
  'Programs that use it': {
    client: 'packages/client/README.md',
    'command-line': 'packages/cli/README.md',
    mcp: 'packages/mcp/README.md',
    python: 'packages/python/README.md',
    n8n: 'packages/n8n/README.md',
  },
  'Running it': {
    deploying: 'packages/deploy/README.md',
    operations: 'docs/operations.md',
    restoring: 'docs/restoring.md',
    scaling: 'docs/scaling.md',
    benchmarks: 'docs/benchmarks.md',
    grants: 'docs/grants.md',
  },
  'How it is made': {
    architecture: 'docs/architecture.md',
    design: 'docs/design.md',
    notices: 'docs/notices.md',
  },
}

/** Every guide's file by its name. */
export const GUIDE_FILES: ReadonlyMap<string, string> = new Map(
  Object.values(GUIDE_GROUPS).flatMap((group) => Object.entries(group)),
)

const NAME_OF = new Map([...GUIDE_FILES].map(([name, file]) => [file, name]))

export interface Guide {
  name: string
  title: string
  html: string
  /** For the search: each heading with what stands below it. */
  parts: { id: string; heading: string; text: string }[]
}

export interface Places {
  /** Where the guides are: `/docs/guides`. */
  guides: string
  /** The plain reference. */
  reference: string
  /** Address of a picture of the repository, if it is served. */
  picture(file: string): string | undefined
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A path as seen from a file: `../a.md` in `docs/b.md` is `a.md`. */
const pathFrom = (file: string, path: string): string => new URL(path, `file:///${file}`).pathname.slice(1)

/** @param file of the repository. @param markdown what it holds. */
export function guideOf(name: string, file: string, markdown: string, places: Places): Guide {
  const parts: Guide['parts'] = []
  const marked = new Marked({ gfm: true })
  marked.use(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${inner}</a>`
        const [path = '', anchor] = href.split('#')
        const hash = anchor === undefined ? '' : `#${anchor}`
        if (path === '') return `<a href="${escaped(hash)}">${inner}</a>`
        const guide = NAME_OF.get(pathFrom(file, path))
        // A page that is only in the repository is named, not linked.
        return guide === undefined ? inner : `<a href="${places.guides}/${guide}${escaped(hash)}">${inner}</a>`
      },
      image({ href, text }: Tokens.Image) {
        const at = places.picture(pathFrom(file, href))
        return at === undefined ? escaped(text) : `<img src="${escaped(at)}" alt="${escaped(text)}">`
      },
      // People without a mouse reach what scrolls, too.
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
      },
      // Nothing of the guides is written in HTML; what looks like it is text.
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escaped(text)
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: 'td' | 'th') =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const head = `<tr>${cells(token.header, 'th')}</tr>`
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const ids = getHeadingList()
  let at = -1
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      at += 1
      parts.push({ id: ids[at]?.id ?? '', heading: String(token.text).replaceAll('`', ''), text: '' })
    } else if ('raw' in token && parts.at(-1)) {
      parts.at(-1)!.text += ` ${token.raw.replace(/[`*|#>\n-]+/g, ' ')}`
    }
  }
  return { name, title: parts[0]?.heading ?? name, html: name === 'errors' ? withCodes(html) : html, parts }
}

const CODE = '```[^]*?\\n *```|`[^`]*`'
const CODE_OR_LINK = new RegExp(`${CODE}|(!?)\\[((?:\`[^\`]*\`|[^\\]\`])*)\\]\\(([^)\\s]+)\\)`, 'g')

/** The Markdown as it is served: links between the files become links between the pages, as in HTML. */
export const servedMarkdown = (file: string, markdown: string, places: Places): string =>
  markdown.replace(CODE_OR_LINK, (whole, sign: string | undefined, text: string, href: string) => {
    if (sign === undefined || /^(https?:|#)/.test(href)) return whole
    const [path = '', anchor] = href.split('#')
    const guide = NAME_OF.get(pathFrom(file, path))
    const page = guide && `${places.guides}/${guide}.md${anchor === undefined ? '' : `#${anchor}`}`
    const at = sign === '!' ? places.picture(pathFrom(file, path)) : page
    return at === undefined ? text : `${sign}[${text}](${at})`
  })

/** A code of an error is a place to link to. */
function withCodes(html: string): string {
  const known = new Set<string>()
  return html.replace(/<tr><td><code>([a-z_]+)<\/code>/g, (whole, code: string) => {
    if (known.has(code)) return whole
    known.add(code)
    return `<tr id="${code}"><td><code>${code}</code>`
  })
}

const list = (places: Places, current?: string): string =>
  Object.entries(GUIDE_GROUPS)
    .map(([group, names]) => {
      const items = Object.keys(names).map((name) => {
        const here = name === current ? ' aria-current="page"' : ''
        return `<li><a href="${places.guides}/${name}"${here}>${escaped(titles.get(name) ?? name)}</a></li>`
      })
      return `<h2>${group}</h2><ul>${items.join('')}</ul>`
    })
    .join('')

/** Titles of the guides by their names; known once all are read. */
const titles = new Map<string, string>()

/** Every file of the guides below the site's root, but the style, the program of the search and pictures. */
export function guideFiles(
  texts: ReadonlyMap<string, string>,
  places: Places & { style: string; program: string },
): Map<string, string> {
  const guides = [...GUIDE_FILES].map(([name, file]) => guideOf(name, file, texts.get(name) ?? '', places))
  for (const { name, title } of guides) titles.set(name, title)
  const page = (title: string, main: string, current?: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(title)} · Social Publisher</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${places.style}">
<script src="${places.program}" defer></script></head><body>
<header><a href="/">Dashboard</a> <a href="${places.guides}">Guides</a> <a href="${places.reference}">API reference</a>
<search><label for="search-words">Search the guides</label> <input id="search-words" type="search" autocomplete="off"></search></header>
<div id="search-found" role="status"></div>
<div class="columns"><nav aria-label="Guides">${list(places, current)}</nav><main>${main}</main></div></body></html>
`
  const root = places.guides.slice(1)
  const files = new Map<string, string>()
  for (const { name, title, html } of guides) {
    const source = `<p><a href="${places.guides}/${name}.md">This page as Markdown</a></p>`
    files.set(`${root}/${name}.html`, page(title, html + source, name))
    files.set(`${root}/${name}.md`, servedMarkdown(GUIDE_FILES.get(name) ?? '', texts.get(name) ?? '', places))
  }
  const lead = `<h1>Guides</h1><p>How to use this service, to run it, and how it is made. <a href="${places.reference}">The API reference</a>
lists every request; there is <a href="/reference">one on which requests can be tried</a>, <a href="/openapi.json">the OpenAPI document</a>, and
<a href="${places.guides}/social-publisher.postman_collection.json" download>a collection of all requests</a> for Postman and Bruno.</p>`
  files.set(`${root}/index.html`, page('Guides', lead + list(places)))
  files.set(
    `${root}/search.json`,
    JSON.stringify(
      guides.flatMap(({ name, title, parts }) =>
        parts.map(({ id, heading, text }) => ({ id: `${name}#${id}`, title, heading, text: text.trim() })),
      ),
    ),
  )
  files.set('llms.txt', llmsText(places))
  return files
}

/** https://llmstxt.org: what there is to read, for assistants. */
function llmsText({ guides }: Places): string {
  const parts = Object.entries(GUIDE_GROUPS).map(([group, names]) => {
    const items = Object.keys(names).map((name) => `- [${titles.get(name) ?? name}](${guides}/${name}.md)`)
    return `## ${group}\n\n${items.join('\n')}`
  })
  return `# Social Publisher

> Self-hosted social publishing: one HTTP request publishes a post to many accounts of many platforms, once, on time, and truthfully
> reported.

Send the API key in \`X-Secret-Token\`. The API is described by [the OpenAPI document](/openapi.json); its paths are below \`/api\` of
the address that the operator names. Assistants can use the tools at \`/api/mcp\` of that address, with the key as the bearer token.

${parts.join('\n\n')}
`
}
