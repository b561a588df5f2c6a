// The guides as a part of the dashboard's build: pages, their search, Markdown, and what programs read: /llms.txt, /openapi.json and
// a collection of requests. Beside them the program of the page on which requests can be tried.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import { build } from 'esbuild'
import { API_STAGE, GUIDES, PACKED, REFERENCE_PROGRAM } from '../core/contract.ts'
import { GUIDE_FILES, guideFiles } from './guide-page.ts'
import { noticesOf, SERVED_FROM_DEVELOPMENT, withDependencies } from './notices.ts'
import { postmanCollection } from './postman-collection.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'dashboard', 'guides')

/** Its shape checks would test whether the page may make functions out of text. It may not. */
const WITHOUT_EVAL = 'globalThis.__zod_globalConfig={jitless:true};'

/** Its own package brings 270 others along; that for Fastify brings the whole program in one file, as one of its routes. */
function scalarProgram(): string {
  const manifest = findPackageJSON('@scalar/fastify-api-reference', import.meta.url)!
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (!REFERENCE_PROGRAM.includes(`-${version}.js`))
    throw new Error(`REFERENCE_PROGRAM in core/contract.ts is not of the version ${version} that is installed.`)
  const routes: { url: string; handler(request: unknown, reply: unknown): string }[] = []
  const server = {
    initialConfig: {},
    hasPlugin: () => false,
    route: (one: (typeof routes)[number]) => routes.push(one),
  }
  const options = { routePrefix: '/reference', configuration: { url: '/openapi.json' } }
  ;(scalar as unknown as (server: unknown, options: unknown, done: () => void) => void)(server, options, () => {})
  const route = routes.find(({ url }) => url.endsWith('.js'))
  if (!route) throw new Error('Scalar’s package has no program at the place where it was.')
  const reply = { header: () => reply, send: (text: string) => text }
  return route.handler(undefined, reply)
}

/** As small as brotli makes it: CloudFront, which packs the other files when they are asked for, takes less time for it. */
const packed = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

/** Puts all of it into a build of the dashboard. @param folder of the build. */
export async function buildGuides(folder: string): Promise<void> {
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  /** A file that browsers keep for ever: its name says what is in it. @returns its address. */
  const putHashed = (name: string, content: string | Uint8Array): string => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
    const ending = extname(name)
    const path = `assets/${name.slice(0, -ending.length)}-${hash}${ending}`
    put(path, content)
    return `/${path}`
  }

  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, 'search.ts'), join(SOURCES, 'guides.css')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    outdir: folder,
    write: false,
    legalComments: 'none',
    absWorkingDir: ROOT,
  })
  const made = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.contents
  const pictures = new Map<string, string>()
  const places = {
    guides: GUIDES,
    reference: `/${API_STAGE}/docs`,
    style: putHashed('guides.css', made('.css')),
    program: putHashed('guides.js', made('.js')),
    picture: (file: string): string => {
      const known =
        pictures.get(file) ?? putHashed(file.slice(file.lastIndexOf('/') + 1), readFileSync(join(ROOT, file)))
      pictures.set(file, known)
      return known
    },
  }
  const texts = new Map([...GUIDE_FILES].map(([name, file]) => [name, readFileSync(join(ROOT, file), 'utf8')]))
  for (const [path, text] of guideFiles(texts, places)) put(path, text)

  const document = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as Parameters<
    typeof postmanCollection
  >[0]
  put('openapi.json', JSON.stringify(document))
  put(
    `${GUIDES.slice(1)}/social-publisher.postman_collection.json`,
    JSON.stringify(postmanCollection(document), null, 2),
  )
  // Everybody who opens the dashboard gets a copy of these packages, and so their licences.
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'dashboard', 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  const [search, reference] = SERVED_FROM_DEVELOPMENT
  const packages = await withDependencies([...Object.keys(dependencies), search])
  const files = [...packages, reference].map((name) => `node_modules/${name}/package.json`)
  put('third-party.txt', await noticesOf(files))
  const program = Buffer.from(`${WITHOUT_EVAL}\n${scalarProgram()}`)
  put(REFERENCE_PROGRAM.slice(1), program)
  put(`${PACKED}${REFERENCE_PROGRAM.slice(1)}`.slice(1), packed(program))
}
