// Rows of lib/routes.ts, files below functions/api, and methods of the template: one to one to one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleOf, isAuthorized, OTHER_METHODS, ROUTES } from '../../lib/routes.ts'
import { functionFiles } from '../../scripts/build.ts'
import { at, type Part, ROOT, type Synthesized, synthesize } from './synthesize.ts'

const api = join(ROOT, 'functions', 'api')
const files = readdirSync(api, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(api.length + 1, -'.ts'.length))
  .sort()

let stack: Synthesized
beforeAll(async () => {
  stack = await synthesize()
})

/** `/v1/media/{id}` of every method, from the resources' parents. */
function methods() {
  const resources = new Map(stack.of('AWS::ApiGateway::Resource'))
  const pathOf = (id: string): string => {
    const { PathPart, ParentId } = resources.get(id) as { PathPart: string; ParentId: { Ref?: string } }
    return `${ParentId.Ref ? pathOf(ParentId.Ref) : ''}/${PathPart}`
  }
  return stack.of('AWS::ApiGateway::Method').map(([, method]) => ({
    method: method.HttpMethod as string,
    path: (method.ResourceId as { Ref?: string }).Ref ? pathOf(at<string>(method, 'ResourceId.Ref')) : '/',
    properties: method,
  }))
}

describe('endpoints', () => {
  it('each file has a row, each row a file', () => {
    expect([...new Set(ROUTES.map(({ file }) => file))].sort()).toEqual(files)
  })

  it('no method and path stands twice', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('rows that share a file agree in what the function is', () => {
    for (const row of ROUTES) {
      const first = ROUTES.find(({ file }) => file === row.file)!
      expect({ ...row, method: first.method, path: first.path }).toEqual(first)
    }
  })

  it('the template has exactly the methods of the rows, and one on each path of callers with keys for all others', () => {
    const names = (list: readonly { method: string; path: string }[]) =>
      list.map(({ method, path }) => `${method} ${path}`).sort()
    expect(names(methods())).toEqual(names([...ROUTES, ...OTHER_METHODS]))
    const open = ROUTES.filter(({ auth }) => auth === 'key' || auth === 'optional')
    for (const path of ['/', ...open.map((row) => row.path)]) {
      expect(names(methods())).toContain(`ANY ${path}`)
    }
  })

  it('every row is bundled under its name', async () => {
    const bundles = [...(await functionFiles()).keys()]
    for (const { file } of ROUTES) expect(bundles).toContain(bundleOf(file))
  })

  it.each([...ROUTES, ...OTHER_METHODS].map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is wired as its row says',
    (_name, route) => {
      const { properties } = methods().find(({ method, path }) => method === route.method && path === route.path)!
      expect(properties.ApiKeyRequired ?? false).toBe(isAuthorized(route))
      expect(properties.AuthorizationType).toBe(isAuthorized(route) ? 'CUSTOM' : 'NONE')
      expect(properties.AuthorizerId !== undefined).toBe(isAuthorized(route))
      const { Type, Uri, ResponseTransferMode, TimeoutInMillis } = properties.Integration as Part
      expect(Type).toBe('AWS_PROXY')
      const uri = JSON.stringify(Uri)
      expect(uri).toContain(route.streaming ? '/response-streaming-invocations' : '/invocations')
      expect(uri).toContain(route.streaming ? '2021-11-15' : '2015-03-31')
      expect(ResponseTransferMode).toBe(route.streaming ? 'STREAM' : undefined)
      // The gateway's own limit where the answer is not streamed.
      expect(TimeoutInMillis).toBe(route.streaming ? (route.timeoutSeconds ?? 29) * 1000 : undefined)
      if (!route.streaming) expect(route.timeoutSeconds ?? 15).toBeLessThanOrEqual(29)
    },
  )
})
