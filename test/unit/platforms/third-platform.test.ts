// A platform is one folder and its rows: a copy of the sources with a third one, and nothing else of them changed.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { COMMANDS as Commands } from '../../../bin/admin/commands.ts'
import type * as AccountStore from '../../../core/accounts/account-store.ts'
import { FACTS } from '../../../core/platforms/facts.ts'
import type { readSettings as ReadSettings } from '../../../lib/read-settings.ts'
import type { viewerRequestCode as ViewerRequestCode } from '../../../lib/viewer-request.ts'
import type { openApiDocument as OpenApiDocument } from '../../../openapi/document.ts'
import type * as Domain from '../../support/domain.ts'
import type { callApi as CallApi } from '../posts/api-call.ts'
import type { startWorld as StartWorld, World } from '../posts/worker-world.ts'

/** The platforms that there are, and the one beside them. */
const NAMES = Object.values(FACTS).map(({ display_name }) => display_name)
const ALL = [...Object.keys(FACTS), 'pinboard']

const ROOT = join(import.meta.dirname, '..', '..', '..')
const COPY = join(ROOT, '.cache', `third-platform-${process.pid}`)
const SOURCES = ['bin', 'core', 'functions', 'lib', 'openapi', 'test/support', 'test/unit/posts']
/** The copied tests' own imports. */
const BESIDE = ['scripts', 'local', 'package.json']

const load = async <T>(path: string): Promise<T> => (await import(join(COPY, path))) as T

/** Adds the row of the platform to a registry. */
function addRow(registry: string, add: (text: string) => string): void {
  const path = join(COPY, 'core', 'platforms', registry)
  const text = readFileSync(path, 'utf8')
  const changed = add(text)
  expect(changed).toContain('pinboard')
  writeFileSync(path, changed)
}

let world: World
beforeAll(async () => {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  for (const source of [...SOURCES, ...BESIDE]) {
    cpSync(join(ROOT, source), join(COPY, source), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    })
  }
  cpSync(join(ROOT, 'test', 'support', 'third-platform'), join(COPY, 'core', 'platforms', 'pinboard'), {
    recursive: true,
  })
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'))
  addRow('facts.ts', (text) => {
    const listed = text.replace(/\{\s*instagram,([\w,\s]+?),?\s*\}/, '{ instagram,$1, pinboard }')
    return listed === text ? text : `import { pinboard } from './pinboard/facts.ts'\n${listed}`
  })
  const row = "  pinboard: async () => (await import('./pinboard/connector.ts')).pinboard,\n"
  addRow('connectors.ts', (text) => text.replace('  instagram: async', `${row}$&`))
  world = await (await load<{ startWorld: typeof StartWorld }>('test/unit/posts/worker-world.ts')).startWorld()
  world.reset()
}, 60_000)
afterAll(async () => {
  await world?.stop()
  rmSync(COPY, { recursive: true, force: true })
})

it('accepts, publishes and lists', { tags: 'deep', timeout: 60_000 }, async () => {
  const { callApi } = await load<{ callApi: typeof CallApi }>('test/unit/posts/api-call.ts')
  const { board } = await load<{ board: { piece: { type: string; text: string }; published: boolean }[] }>(
    'core/platforms/pinboard/connector.ts',
  )
  const handlerOf = async (file: string) => (await load<{ handler: unknown }>(`functions/api/${file}.ts`)).handler
  const { addAccount } = await load<typeof AccountStore>('core/accounts/account-store.ts')
  const { accountOf } = await load<typeof Domain>('test/support/domain.ts')
  const account = accountOf({
    id: crypto.randomUUID(),
    owner_id: crypto.randomUUID(),
    provider: 'pinboard' as never,
    external_username: 'notes',
    token_ciphertext: Buffer.from('first').toString('base64'),
  })
  await addAccount(account, Date.now())
  const ownerId = account.owner_id
  const call = async (method: string, resource: string, file: string, more: object = {}) =>
    callApi(await handlerOf(file), { method, resource, ownerId, rateLimit: 10_000, ...more })

  const accepted = await call('POST', '/v1/posts/text', 'posts/text', {
    body: { content: 'Tea at four', accounts: [account.id] },
  })
  expect(accepted.status).toBe(202)
  const id = accepted.headers.Location!.split('/').at(-1)!
  expect((await world.drive({ post_id: id, account_id: account.id })).state).toBe('published')
  expect(board.map(({ piece, published }) => [piece.type, piece.text, published])).toEqual([
    ['text', 'Tea at four', true],
  ])

  const shown = await call('GET', '/v1/posts/{id}', 'posts/get', { path: { id } })
  expect(shown.json.data.publications).toMatchObject([
    { platform: 'pinboard', state: 'published', permalink: 'https://pinboard.example/note-1' },
  ])
  const listed = await call('GET', '/v1/accounts/social', 'accounts/list')
  const config = JSON.stringify({ post_types: ['feed', 'text'] })
  expect(listed.json.data).toMatchObject([
    {
      external_username: 'notes',
      social_provider: { id: 93, name: 'pinboard', display_name: 'Pinboard', kr_name: '핀보드', config },
    },
  ])
})

it('keeps its own rules', async () => {
  const { callApi } = await load<{ callApi: typeof CallApi }>('test/unit/posts/api-call.ts')
  const { handler } = await load<{ handler: unknown }>('functions/api/posts/feed.ts')
  const account = await world.account({
    provider: 'pinboard' as never,
    token_expires_at: Date.now() + 60 * 86_400_000,
  })
  const media = await world.media(4)
  const { status, json } = await callApi(handler, {
    method: 'POST',
    resource: '/v1/posts/feed',
    ownerId: account.owner_id,
    rateLimit: 10_000,
    body: { title: 'Four', media: { media_asset_ids: media.map(({ id }) => id) }, accounts: [account.id] },
  })
  expect([status, json.errors[0].message]).toEqual([400, 'Pinboard @tester takes 1 to 3 images; 4 images were sent.'])
})

it('is documented, set up and offered to the operator', { tags: 'deep', timeout: 60_000 }, async () => {
  const { openApiDocument } = await load<{ openApiDocument: typeof OpenApiDocument }>('openapi/document.ts')
  const document = JSON.stringify(await openApiDocument())
  expect(document).toContain(JSON.stringify({ enum: ALL }).slice(1, -1))
  expect(document).toContain(`many connected ${NAMES.join(', ')} and Pinboard accounts`)
  expect(document).toMatch(
    /Threads \(500 characters\)[^"]* and Pinboard \(100 characters\) take it, Instagram[^"]* not\./,
  )

  const { readSettings } = await load<{ readSettings: typeof ReadSettings }>('lib/read-settings.ts')
  expect(readSettings(() => undefined, {})).toMatchObject({
    pinboardGraphUrl: 'https://api.pinboard.example',
    pinboardApiVersion: 'v3.0',
  })
  const { viewerRequestCode } = await load<{ viewerRequestCode: typeof ViewerRequestCode }>('lib/viewer-request.ts')
  expect(viewerRequestCode()).toContain('|320to800-1to1-q92[.]jpg|320to800-1x1-q92[.]jpg|320to800-4x5-q92[.]jpg|')
  const { COMMANDS } = await load<{ COMMANDS: typeof Commands }>('bin/admin/commands.ts')
  expect(COMMANDS.find(({ name }) => name === 'account connect')!.options.platform!.value).toBe(ALL.join('|'))
})
