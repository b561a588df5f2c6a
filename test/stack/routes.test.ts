// Rows of lib/routes.ts, files below functions/api, and methods of the API's body: one to one to one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiBody } from '../../lib/api-body.ts'
import { bundleOf, isAuthorized, OTHER_METHODS, ROUTES, type Route } from '../../lib/routes.ts'
import { SMALLEST_ACCOUNT_BURST } from '../../lib/usage-plans.ts'
import { functionFiles } from '../../scripts/build.ts'
import { at, type Part, ROOT, type Synthesized, synthesize } from './synthesize.ts'

const INTEGRATION = 'x-amazon-apigateway-integration'

const api = join(ROOT, 'functions', 'api')
const files = readdirSync(api, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(api.length + 1, -'.ts'.length))
  .sort()

let stack: Synthesized
beforeAll(async () => {
  stack = await synthesize()
})

const body = () => at(stack.of('AWS::ApiGateway::RestApi')[0]![1], 'Body')

/** Every operation of the body that API Gateway imports, under the name of the method that is made of it. */
function methods() {
  return Object.entries(at(body(), 'paths')).flatMap(([path, item]) =>
    Object.entries(item as Part).map(([key, operation]) => ({
      method: key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase(),
      path,
      operation: operation as Part,
    })),
  )
}

describe('endpoints', () => {
  it('each file has a row, each row a file', () => {
    expect([...new Set(ROUTES.map(({ file }) => file))].sort()).toEqual(files)
  })

  it('no method and path appears twice', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('rows that share a file agree in what the function is', () => {
    // Method, path and the gateway's limit are the row's own.
    const ofFunction = ({ method: _method, path: _path, ...row }: Route) => ({ ...row, perSecond: undefined })
    for (const row of ROUTES) {
      const first = ROUTES.find(({ file }) => file === row.file)!
      expect(ofFunction(row)).toEqual(ofFunction(first))
    }
  })

  it('each operation names its answers by status codes, the only names that API Gateway has for them', () => {
    expect(methods().length).toBeGreaterThan(0)
    for (const { method, path, operation } of methods()) {
      const answers = Object.keys(at<Part>(operation, 'responses'))
      expect(answers.length, `${method} ${path}`).toBeGreaterThan(0)
      for (const answer of answers) expect(answer, `${method} ${path}`).toMatch(/^[1-5]\d\d$/)
    }
  })

  it('the body has exactly the methods of the rows, and one for all others on each path and all above it', () => {
    const names = (list: readonly { method: string; path: string }[]) =>
      list.map(({ method, path }) => `${method} ${path}`).sort()
    expect(names(methods())).toEqual(names([...ROUTES, ...OTHER_METHODS]))
    const parts = ROUTES.flatMap(({ path }) => path.split('/').map((_part, at, all) => all.slice(0, at + 1).join('/')))
    expect(parts).toContain('/v1/posts/{id}')
    for (const path of parts) expect(names(methods())).toContain(`ANY ${path || '/'}`)
  })

  it('the settings by method fit into one change of the stage, and name only methods that API Gateway takes there', () => {
    const settings = at<Part[]>(stack.of('AWS::ApiGateway::Stage')[0]![1], 'MethodSettings')
    const [all, ...own] = settings.map(({ HttpMethod }) => HttpMethod)
    expect(all).toBe('*')
    // aws-facts, section 15: it refuses `ANY`, and with it the whole stage.
    for (const method of own) expect(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']).toContain(method)
    const fields = settings.flatMap((setting) =>
      Object.keys(setting).filter((name) => !['ResourcePath', 'HttpMethod'].includes(name)),
    )
    // aws-facts, section 15: UpdateStage takes about 80.
    expect(fields.length).toBeLessThanOrEqual(80)
    const limited = settings.filter((setting) => 'ThrottlingRateLimit' in setting)
    expect(limited).toHaveLength(ROUTES.filter((route) => !isAuthorized(route)).length)
  })

  it('every row is bundled under its name', async () => {
    const bundles = [...(await functionFiles()).keys()]
    for (const { file } of ROUTES) expect(bundles).toContain(bundleOf(file))
  })

  it.each([...ROUTES, ...OTHER_METHODS].map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is wired as its row says',
    (_name, route) => {
      const { operation } = methods().find(({ method, path }) => method === route.method && path === route.path)!
      // Both are asked for where one is: the authorizer names the key.
      expect(operation.security).toEqual(isAuthorized(route) ? [{ authorizer: [] }, { api_key: [] }] : undefined)
      const { type, httpMethod, uri, responseTransferMode, timeoutInMillis } = at(operation, INTEGRATION)
      expect([type, httpMethod]).toEqual(['aws_proxy', 'POST'])
      const { id } = stack.functions.find(({ bundle }) => bundle === bundleOf(route.file))!
      expect(functionOf(uri)).toBe(id)
      const text = JSON.stringify(uri)
      expect(text).toContain(route.streaming ? '/response-streaming-invocations' : '/invocations')
      expect(text).toContain(route.streaming ? '2021-11-15' : '2015-03-31')
      expect(responseTransferMode).toBe(route.streaming ? 'STREAM' : undefined)
      // The gateway's own limit where the answer is not streamed.
      expect(timeoutInMillis).toBe(route.streaming ? (route.timeoutSeconds ?? 29) * 1000 : undefined)
      if (!route.streaming) expect(route.timeoutSeconds ?? 15).toBeLessThanOrEqual(29)
      const names = [...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
      expect(((operation.parameters as Part[] | undefined) ?? []).map(({ name }) => name)).toEqual(names)
    },
  )

  it('no two names stand for one part of a path, which API Gateway would not take', () => {
    const places = new Map<string, string>()
    for (const { path } of methods()) {
      const parts = path.split('/')
      for (const [at, part] of parts.entries()) {
        if (!/^\{\w+\}$/.test(part)) continue
        const place = parts.slice(0, at).join('/')
        expect(places.get(place) ?? part, path).toBe(part)
        places.set(place, part)
      }
    }
  })
})

/** The logical id of the function that an address of the body names, itself or by a variable of the stage. */
function functionOf(uri: unknown): string {
  const parts = at<[string, unknown[]]>(uri, 'Fn::Join')[1]
  const arn = parts.find((part) => typeof part === 'object' && 'Fn::GetAtt' in (part as Part))
  if (arn) return at<string>(arn, 'Fn::GetAtt.0')
  const variable = /\$\{stageVariables\.(\w+)\}/.exec(JSON.stringify(uri))![1]
  return at<string>(stack.of('AWS::ApiGateway::Stage')[0]![1], `Variables.${variable}.Ref`)
}

describe('what anyone can ask without a key', () => {
  const settings = () => at<Part[]>(stack.of('AWS::ApiGateway::Stage')[0]![1], 'MethodSettings')
  const of = (method: string, path: string) =>
    settings().filter(
      ({ ResourcePath, HttpMethod }) =>
        HttpMethod === method && ResourcePath === (path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`),
    )

  it('is throttled, each method for itself, and nothing else is', () => {
    const open = methods().filter(({ operation }) => operation.security === undefined)
    expect(open.length).toBeGreaterThan(10)
    for (const { method, path } of open) {
      const own = of(method, path)
      expect(own, `${method} ${path}`).toHaveLength(1)
      const { ThrottlingRateLimit, ThrottlingBurstLimit } = own[0] as Record<string, number>
      expect(ThrottlingRateLimit, `${method} ${path}`).toBeGreaterThanOrEqual(50)
      expect(ThrottlingRateLimit).toBeLessThanOrEqual(200)
      expect(ThrottlingBurstLimit).toBe(ThrottlingRateLimit)
    }
    expect(settings()).toHaveLength(open.length + 1)
  })

  it('leaves callers with a key their share of the AWS account’s rate, in every region', () => {
    const [, ...own] = settings() as unknown as Record<string, number>[]
    const all = own.reduce((sum, { ThrottlingRateLimit }) => sum + ThrottlingRateLimit!, 0)
    expect(all).toBeGreaterThan(500)
    expect(all).toBeLessThan(SMALLEST_ACCOUNT_BURST)
  })

  it('leaves every other setting as it is for all methods', () => {
    expect(settings()[0]).toMatchObject({ ResourcePath: '/*', HttpMethod: '*' })
    const [all, ...others] = settings().map(({ DataTraceEnabled, LoggingLevel, MetricsEnabled }) => ({
      DataTraceEnabled,
      LoggingLevel,
      MetricsEnabled,
    }))
    expect(all).toEqual({ DataTraceEnabled: false, LoggingLevel: 'ERROR', MetricsEnabled: false })
    for (const other of others) expect(other).toEqual(all)
  })
})

describe('permission to invoke', () => {
  const permissions = () =>
    stack
      .of('AWS::Lambda::Permission')
      .filter(([, { Principal }]) => Principal === 'apigateway.amazonaws.com')
      .map(([id, permission]) => ({
        id,
        fn: at<string>(permission, 'FunctionName.Fn::GetAtt.0'),
        source: JSON.stringify(permission.SourceArn),
      }))

  it('is given once for each function, for the stage alone', () => {
    const named = [...new Set(methods().map(({ operation }) => functionOf(at(operation, `${INTEGRATION}.uri`))))]
    const [authorizer] = permissions().filter(({ source }) => source.endsWith('"/authorizers/*"]]}'))
    expect(authorizer!.fn).toMatch(/^ApiAuthorizer/)
    const others = permissions().filter(({ id }) => id !== authorizer!.id)
    expect(others.map(({ fn }) => fn).sort()).toEqual(named.sort())
    for (const { source } of others) expect(source).toMatch(/"\/api\/\*\/\*"\]\]\}$/)
  })

  it('is there before the stage is, so that no request finds it missing', () => {
    const [[stageId]] = stack.of('AWS::ApiGateway::Stage') as [[string, Part]]
    expect(stack.resources[stageId]!.DependsOn).toEqual(expect.arrayContaining(permissions().map(({ id }) => id)))
  })
})

it('a changed body is deployed: the deployment has another logical id', async () => {
  const { App, Stack } = await import('aws-cdk-lib')
  const { ApiDefinition, SpecRestApi } = await import('aws-cdk-lib/aws-apigateway')
  const { Template } = await import('aws-cdk-lib/assertions')
  const deploymentOf = (routes: readonly Route[]) => {
    // Without the CDK's check of templates: here its findings would be warnings, and loading it takes seconds.
    const made = new Stack(new App({ builtinCloudFormationValidation: false }), 'Stack')
    const arns = { functionArn: () => 'arn:of:it', authorizerArn: 'arn:of:authorizer' }
    const props = { name: 'api', routes, ...arns, compressedFromBytes: 4096 }
    new SpecRestApi(made, 'Api', { apiDefinition: ApiDefinition.fromInline(apiBody(props)) })
    return Object.keys(Template.fromStack(made).findResources('AWS::ApiGateway::Deployment'))
  }
  const [before, again, after] = [ROUTES, ROUTES, ROUTES.slice(1)].map(deploymentOf)
  expect(before).toHaveLength(1)
  expect(again).toEqual(before)
  expect(after).not.toEqual(before)
})
