// The AWS services that clients reach over HTTP and no engine has: KMS, EventBridge Scheduler, API Gateway's control plane,
// CloudFormation's description of the stack, Lambda's Invoke and its event sources, the reading of secrets, the user pool's users, and SES.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { stackId } from '../physical-names.ts'
import type { Ledger } from '../roles/ledger.ts'
import type { Template } from '../template.ts'
import { SECRET_OPERATIONS } from './app-secrets.ts'
import { AwsError, type Operation } from './aws-error.ts'
import type { EventSources } from './event-sources.ts'
import { isThrottled } from './functions/outcome.ts'
import type { Functions } from './functions.ts'
import type { KeyStore } from './gateway/api-keys.ts'
import { createGatewayControl } from './gateway/control.ts'
import type { createMail } from './mail.ts'
import type { Scheduler } from './scheduler.ts'
import type { TwoVersions } from './two-versions.ts'

export interface ControlParts {
  template: Template
  kms: Record<string, Operation>
  /** The user pool's operations. */
  users: Readonly<Record<string, Operation>>
  scheduler: Scheduler
  keys: KeyStore
  functions: Functions
  /** Undefined until they are started. */
  sources(): EventSources | undefined
  ledger: Ledger
  /** Where functions of two versions run. */
  versions?: TwoVersions
  mail: ReturnType<typeof createMail>
  outputs: readonly { key: string; value: string }[]
}

/** One way a service is spoken to. @returns undefined for what is not its. */
type Service = (call: Call) => Reply | undefined | Promise<Reply | undefined>

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  target: string
  body: string
}

export interface Reply {
  status: number
  body: string
  type?: string
  headers?: Record<string, string>
}

const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value ?? {}),
  type: 'application/json',
})

const parsed = (body: string): unknown => {
  try {
    return body === '' ? {} : JSON.parse(body)
  } catch {
    throw new AwsError(400, 'SerializationException', 'The body is not JSON.')
  }
}

const kmsService =
  (operations: Record<string, Operation>): Service =>
  ({ target, body }) => {
    const name = /^TrentService\.(\w+)$/.exec(target)?.[1]
    if (!name) return undefined
    const operation = operations[name]
    if (!operation) throw new AwsError(400, 'UnknownOperationException', `The local KMS has no ${name}.`)
    return json(200, operation(parsed(body)))
  }

/** Services whose operations are told apart by their target. */
const byTarget =
  (operations: Readonly<Record<string, Operation>>): Service =>
  ({ target, body }) => {
    const operation = operations[target]
    return operation && json(200, operation(parsed(body)))
  }

const schedulerService =
  (scheduler: Scheduler): Service =>
  ({ method, path, query, body }) => {
    const name = /^\/schedules(?:\/([^/]+))?$/.exec(path)
    if (!name) return undefined
    const group = query.get('groupName') ?? 'default'
    if (!name[1]) {
      const limit = query.get('MaxResults')
      return json(
        200,
        scheduler.list({
          group: query.get('ScheduleGroup') ?? undefined,
          prefix: query.get('NamePrefix') ?? undefined,
          limit: limit ? Number(limit) : undefined,
          after: query.get('NextToken') ?? undefined,
        }),
      )
    }
    const schedule = decodeURIComponent(name[1])
    if (method === 'POST') return json(200, scheduler.create(schedule, parsed(body)))
    if (method === 'PUT') return json(200, scheduler.update(schedule, parsed(body)))
    if (method === 'GET') return json(200, scheduler.get(schedule, group))
    if (method !== 'DELETE') return undefined
    scheduler.remove(schedule, group)
    return json(200, {})
  }

const invokeService =
  (functions: Functions): Service =>
  async ({ method, path, body }) => {
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path)?.[1]
    if (!name || method !== 'POST') return undefined
    const outcome = await functions.invoke(decodeURIComponent(name), body || '{}').catch((error: unknown) => {
      throw new AwsError(404, 'ResourceNotFoundException', (error as Error).message)
    })
    if (outcome.ok) return { status: 200, body: outcome.payload, type: 'application/json' }
    if (isThrottled(outcome)) throw new AwsError(429, outcome.failure.errorType, outcome.failure.errorMessage)
    return { ...json(200, outcome.failure), headers: { 'X-Amz-Function-Error': 'Unhandled' } }
  }

const eventSourceService =
  (sources: () => EventSources | undefined): Service =>
  ({ method, path, query, body }) => {
    const found = /^\/2015-03-31\/event-source-mappings\/?([^/]*)$/.exec(path)
    if (!found) return undefined
    const running = sources()
    if (!running) throw new AwsError(503, 'ServiceException', 'The service is still being started.')
    const id = decodeURIComponent(found[1]!)
    if (method === 'GET' && id === '')
      return json(200, { EventSourceMappings: running.list(query.get('EventSourceArn') ?? undefined) })
    if (method === 'GET') return json(200, running.get(id))
    if (method !== 'PUT') return undefined
    const { Enabled } = parsed(body) as { Enabled?: unknown }
    return json(202, typeof Enabled === 'boolean' ? running.switch(id, Enabled) : running.get(id))
  }

/** No service of AWS: what functions did with their roles, by their logical ids. */
const ledgerService =
  (ledger: Ledger): Service =>
  ({ method, path }) =>
    method === 'GET' && path === '/_local/roles' ? json(200, ledger.accounts()) : undefined

const versionService =
  (versions: TwoVersions | undefined): Service =>
  ({ method, path, body }) => {
    if (!versions || path !== '/_local/versions') return undefined
    if (method === 'PUT') versions.replace((parsed(body) as { replaced: string[] }).replaced)
    return json(200, versions.standing())
  }

const mailService =
  (mail: ControlParts['mail']): Service =>
  ({ method, path, body }) =>
    method === 'POST' && path === '/v2/email/outbound-emails'
      ? json(200, mail(parsed(body) as Parameters<typeof mail>[0]))
      : undefined

const xml = (text: string): string => text.replace(/[<>&]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[c]!)

const stackService =
  ({ template, outputs }: ControlParts): Service =>
  ({ path, body }) => {
    const form = new URLSearchParams(body)
    if (path !== '/' || form.get('Action') !== 'DescribeStacks') return undefined
    const name = form.get('StackName')
    if (name !== null && name !== template.stackName && name !== stackId(template)) {
      const error = `<Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${xml(name)} does not exist</Message></Error>`
      return { status: 400, type: 'text/xml', body: `<ErrorResponse>${error}</ErrorResponse>` }
    }
    const members = outputs
      .map(
        ({ key, value }) =>
          `<member><OutputKey>${xml(key)}</OutputKey><OutputValue>${xml(value)}</OutputValue></member>`,
      )
      .join('')
    const stack =
      `<StackName>${xml(template.stackName)}</StackName><StackId>${xml(stackId(template))}</StackId>` +
      `<CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members}</Outputs>`
    return {
      status: 200,
      type: 'text/xml',
      body: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    }
  }

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    target: String(request.headers['x-amz-target'] ?? ''),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

export function createControl(parts: ControlParts): RequestListener {
  const services: Service[] = [
    kmsService(parts.kms),
    byTarget(SECRET_OPERATIONS),
    byTarget(parts.users),
    schedulerService(parts.scheduler),
    createGatewayControl(parts.keys),
    invokeService(parts.functions),
    eventSourceService(parts.sources),
    mailService(parts.mail),
    ledgerService(parts.ledger),
    versionService(parts.versions),
    stackService(parts),
  ]

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const call = await callOf(request)
    try {
      for (const service of services) {
        const reply = await service(call)
        if (reply) return reply
      }
      const what = call.target || `${call.method} ${call.path}`
      throw new AwsError(400, 'UnknownOperationException', `The local run has no AWS service for ${what}.`)
    } catch (error) {
      if (!(error instanceof AwsError)) throw error
      const reply = json(error.status, { __type: error.code, message: error.message, Message: error.message })
      return { ...reply, headers: { 'x-amzn-ErrorType': error.code } }
    }
  }

  const send = (response: ServerResponse, { status, body, type, headers }: Reply) => {
    response.writeHead(status, { 'Content-Type': type ?? 'application/json', ...headers })
    response.end(body)
  }

  return (request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, json(500, { __type: 'InternalFailure', message: String(error) })),
    )
  }
}
