// Access of the bench to a running service: its functions one by one, requests as the gateway hands them on, AWS clients.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Readdress, readdress } from '../../local/readdress.ts'
import { environmentOf } from '../../local/services/functions/environment.ts'
import { type Arrival, proxyEvent } from '../../local/services/gateway/event.ts'
import { matchRoute } from '../../local/services/gateway/match-route.ts'
import { apiModel } from '../../local/services/gateway/model.ts'
import type { Endpoints, Session } from '../../local/session.ts'
import { type Resource, readAssembly, type Template } from '../../local/template.ts'
import { type HostedFunction, type HostedOptions, hostFunction } from './function-process.ts'

export interface ApiRequest {
  method: string
  /** Below the stage, with the query: `/v1/media/users?page=2`. */
  path: string
  /** Sent as JSON. */
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
  /** No key is sent. */
  anonymous?: boolean
}

export interface Service {
  session: Session
  dataDir: string
  endpoints: Endpoints
  template: Template
  /** A key of the demo owner that no limit holds up. */
  key: { api_key: string; key_id: string }
  /** The operator's command. */
  admin<T>(...words: string[]): Promise<T>
  /** Over HTTP. */
  api(request: ApiRequest): Promise<{ status: number; headers: Headers; text: string }>
  /** The event that the gateway makes of a request. */
  eventOf(request: ApiRequest): Promise<Record<string, unknown>>
  /** The function behind a path, by the path's own parts. */
  functionFor(request: Pick<ApiRequest, 'method' | 'path'>): Resource
  /** @param part of its path in the construct tree: `Publishing/PublishWorker`. */
  functionNamed(part: string): Resource
  /** @param environment overrides what the service would give it. */
  host(
    resource: Resource,
    options?: Partial<Pick<HostedOptions, 'metered'>>,
    environment?: Record<string, string>,
  ): Promise<HostedFunction>
  environmentOf(resource: Resource): Record<string, string>
  folderOf(resource: Resource): string
}

export interface Started {
  session: Session
  dataDir: string
  assembly: string
  /** Variables for functions that have one of the named. */
  additions?: { where: string; variables: Record<string, string> }[]
  key: { api_key: string; key_id: string }
  admin<T>(...words: string[]): Promise<T>
}

const RATE_LIMIT = 100_000

export function serviceOf({ session, dataDir, assembly, additions = [], key, admin }: Started): Service {
  const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints
  const template = readAssembly(assembly)
  const model = apiModel(template)!
  const address: Readdress = readdress(template, {
    api: session.base_url,
    cdn: session.cdn_url,
    dashboard: session.dashboard_url ?? '',
    // Asked by no program that is measured.
    provider: '',
    objects: endpoints.env.AWS_ENDPOINT_URL_S3!,
    queues: endpoints.env.AWS_ENDPOINT_URL_SQS!,
  })

  const match = (path: string) => matchRoute(model.routes, path.replace(/\?.*/, ''))!
  const functionFor: Service['functionFor'] = ({ method, path }) => {
    const { methods } = match(path).route
    return template.find((methods.get(method) ?? methods.get('ANY'))!.functionArn!)!
  }
  const environment = (resource: Resource) => {
    const given = resource.properties as {
      Handler: string
      MemorySize: number
      Environment?: { Variables: Record<string, string> }
    }
    const settings = { readdress: address, shared: endpoints.env, overrides: endpoints.env, additions }
    return environmentOf(resource, given, template.codeOf(resource), template, settings)
  }

  /** Body and headers as they would be on the wire. */
  const wire = async ({ json, form, headers = {}, anonymous }: ApiRequest) => {
    const sent = new Response(form ?? (json === undefined ? null : JSON.stringify(json)))
    const type = form ? sent.headers.get('content-type')! : json === undefined ? undefined : 'application/json'
    return {
      body: Buffer.from(await sent.arrayBuffer()),
      headers: {
        Host: new URL(session.base_url).host,
        'User-Agent': 'bench',
        Accept: '*/*',
        ...(anonymous ? {} : { 'X-Secret-Token': key.api_key }),
        ...(type ? { 'Content-Type': type } : {}),
        ...headers,
      },
    }
  }

  return {
    session,
    dataDir,
    endpoints,
    template,
    key,
    admin,
    functionFor,
    functionNamed: (part) => {
      const found = template.resources('AWS::Lambda::Function').filter(({ path }) => path.includes(`/${part}/`))
      if (found.length !== 1) throw new Error(`${part} names ${found.length} functions`)
      return found[0]!
    },
    environmentOf: environment,
    folderOf: (resource) => template.codeOf(resource),
    host: (resource, options = {}, more = {}) =>
      hostFunction({
        folder: template.codeOf(resource),
        handler: String(resource.properties.Handler),
        environment: { ...environment(resource), ...more },
        memoryMb: Number(resource.properties.MemorySize),
        ...options,
      }),
    api: async (request) => {
      const { body, headers } = await wire(request)
      const { Host: _, ...rest } = headers as Record<string, string>
      const reply = await fetch(`${session.base_url}/api${request.path}`, {
        method: request.method,
        headers: rest,
        redirect: 'manual',
        body: body.length === 0 ? undefined : new Uint8Array(body),
      })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    },
    eventOf: async (request) => {
      const { body, headers } = await wire(request)
      const [path, query = ''] = request.path.split('?') as [string, string?]
      const arrival: Arrival = {
        requestId: crypto.randomUUID(),
        at: Date.now(),
        method: request.method,
        fullPath: `/api${path}`,
        path,
        query: new URLSearchParams(query),
        headers: Object.entries(headers),
        body,
        sourceIp: '127.0.0.1',
      }
      const context = { owner_id: session.owner_id, key_id: key.key_id, rate_limit: String(RATE_LIMIT) }
      const grant = { principalId: session.owner_id, context, usageIdentifierKey: key.key_id, statements: [] }
      const route = match(path)
      const method = route.route.methods.get(request.method) ?? route.route.methods.get('ANY')!
      return proxyEvent(template, model, arrival, route, method.authorizer && { grant, latencyMs: 1 })
    },
  }
}
