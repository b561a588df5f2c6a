// The OpenAPI document: rows of lib/routes.ts, schemas of the endpoint files, prose and answers of openapi/operations.
import { API_STAGE, KEY_HEADER, SESSION_COOKIE } from '../core/contract.ts'
import { DEPRECATED_OPERATIONS } from '../core/deprecated-operations.ts'
import type { ErrorKind } from '../core/errors.ts'
import { inWords, PLATFORM_IDS } from '../core/platforms/facts.ts'
import type { Takes } from '../functions/endpoint.ts'
import { isAuthorized, isEndpoint, ROUTES, type Route } from '../lib/routes.ts'
import { takesOf } from './endpoints.ts'
import { errorResponses, errorSchemas, failures } from './errors.ts'
import { DEPRECATION_HEADERS, HEADERS, type HeaderName, RATE_HEADERS } from './headers.ts'
import { webhookMessages } from './messages.ts'
import { type Answer, type Operation, type OperationName, type Operations, TAGS } from './operation.ts'
import { accounts } from './operations/accounts.ts'
import { approvals } from './operations/approvals.ts'
import { connectLinks } from './operations/connect-links.ts'
import { connections } from './operations/connections.ts'
import { drafts } from './operations/drafts.ts'
import { imports } from './operations/imports.ts'
import { insights } from './operations/insights.ts'
import { keys } from './operations/keys.ts'
import { media } from './operations/media.ts'
import { notices } from './operations/notices.ts'
import { postings } from './operations/posting.ts'
import { posts } from './operations/posts.ts'
import { reference } from './operations/reference.ts'
import { sessions } from './operations/sessions.ts'
import { uploads } from './operations/uploads.ts'
import { usage } from './operations/usage.ts'
import { webhooks } from './operations/webhooks.ts'
import { type Json, jsonSchemaOf, type Named } from './schema.ts'

const OPERATIONS: Operations = {
  ...postings,
  ...posts,
  ...uploads,
  ...media,
  ...accounts,
  ...webhooks,
  ...usage,
  ...sessions,
  ...notices,
  ...keys,
  ...connections,
  ...approvals,
  ...drafts,
  ...connectLinks,
  ...imports,
  ...insights,
  ...reference,
}

const DESCRIPTION = `One request publishes a post to many connected ${inWords(PLATFORM_IDS)} accounts.

Send the key in \`${KEY_HEADER}\`. Times are Unix milliseconds, ids are UUIDs. An error answer lists every problem with a code, the
field and a message; give the operator its \`request_id\` if you have a question.

A key has a limit of requests a minute (60 unless agreed otherwise); the \`X-RateLimit-*\` headers of every answer tell how many are
left. Operations that list the header \`Idempotency-Key\` obey it: a request that is sent again with the same key and body within 24
hours takes effect only once and gets the same answer.

What a request changed shows at once where you ask for it by its id. Lists of posts, media, tags, accounts, API keys and posts for
approval, and the filters of these lists, follow a moment later, mostly within a second.`

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys ' +
    'of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Whether a row is an operation of the API: the gateway's catch-all and what browsers are sent to are not. */
const isOperation = (route: Route): boolean =>
  !route.protocol && isEndpoint(route) && !(route.auth === 'open' && route.method === 'GET')

const deprecationOf = ({ method, path }: Route) => DEPRECATED_OPERATIONS[`${method} ${path}`]

/** The headers of answers; those of deprecated operations only where there is one. */
function headersUsed(): Json {
  const { Deprecation, Sunset, ...others } = HEADERS
  return Object.keys(DEPRECATED_OPERATIONS).length > 0 ? { Deprecation, Sunset, ...others } : others
}

/** @throws {Error} naming a row of the list that is no operation, or that ends too soon. */
function checkDeprecated(routes: readonly Route[]): void {
  for (const [name, { since, until }] of Object.entries(DEPRECATED_OPERATIONS)) {
    if (!routes.some(({ method, path }) => name === `${method} ${path}`))
      throw new Error(`Deprecated, but no row of lib/routes.ts: ${name}.`)
    const soonest = new Date(since)
    soonest.setUTCFullYear(soonest.getUTCFullYear() + 1)
    if (!(new Date(until) >= soonest)) throw new Error(`Deprecated for less than twelve months: ${name}.`)
  }
}

/** The schema of a field by its place, `media.media_asset_ids`. @throws {Error} where there is no such field. */
function fieldAt(schema: Json, place: string): Json {
  let inner: Json | undefined = schema
  for (const part of place.split('.')) inner = (inner?.properties as Record<string, Json> | undefined)?.[part]
  if (!inner) throw new Error(`There is no field ${place} to describe.`)
  return inner
}

const withFields = (schema: Json, fields: Record<string, Json>, places: Iterable<string>): Json => {
  for (const place of places) Object.assign(fieldAt(schema, place), fields[place])
  return schema
}

const refs = (names: readonly HeaderName[], required = false): Json =>
  Object.fromEntries(
    names.map((name) => [
      name,
      required ? { ...HEADERS[name], required: true } : { $ref: `#/components/headers/${name}` },
    ]),
  )

function parametersOf(name: string, operation: Operation, takes: Takes, named: Named): Json[] {
  const found: Json[] = []
  for (const [place, schema] of [
    ['path', takes.params],
    ['query', takes.query],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', named) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [field, { description, ...inner }] of Object.entries(properties)) {
      const { description: words = description, ...more } = operation.fields?.[field] ?? {}
      if (place === 'query' && words === undefined) throw new Error(`${name} does not describe its parameter ${field}.`)
      found.push({
        name: field,
        in: place,
        ...(words === undefined ? {} : { description: words }),
        ...(place === 'path' || required.includes(field) ? { required: true } : {}),
        schema: { ...inner, ...more },
      })
    }
  }
  for (const [header, { description, schema = { type: 'string' } }] of Object.entries(operation.requestHeaders ?? {})) {
    found.push({ name: header, in: 'header', description, schema })
  }
  if (takes.repeatable) found.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return found
}

function requestBodyOf(operation: Operation, takes: Takes, named: Named): Json | undefined {
  if (!takes.body) return undefined
  const query = takes.query ? Object.keys((jsonSchemaOf(takes.query, 'input', named).properties ?? {}) as Json) : []
  const places = Object.keys(operation.fields ?? {}).filter((place) => !query.includes(place))
  const schema = withFields(jsonSchemaOf(takes.body, 'input', named), operation.fields ?? {}, places)
  const json = { schema, ...(operation.examples ? { examples: operation.examples } : {}) }
  const form = takes.form && operation.form ? { 'multipart/form-data': { schema: operation.form } } : {}
  return { required: true, content: { ...form, 'application/json': json } }
}

function answerOf(route: Route, answer: Answer, { repeatable }: Takes, named: Named): Json {
  const { description, body, examples, types = [], headers = [] } = answer
  const replayed: HeaderName[] = repeatable ? ['Idempotency-Replayed'] : []
  const content: Json = {}
  if (body) {
    content['application/json'] = { schema: jsonSchemaOf(body, 'output', named), ...(examples ? { examples } : {}) }
  }
  // A schema without a word fits whatever bytes there are.
  for (const type of types) content[type] = type === 'application/json' ? { schema: { type: 'object' } } : {}
  return {
    description,
    headers: {
      ...refs(['X-Request-Id', ...replayed]),
      ...refs(headers),
      ...refs(deprecationOf(route) ? DEPRECATION_HEADERS : []),
      ...refs(RATE_HEADERS, isAuthorized(route)),
    },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  }
}

/** Ways to fail that follow from the row and from what the endpoint takes. */
function kindsOf(route: Route, takes: Takes, more: readonly ErrorKind[]): Set<ErrorKind> {
  return new Set<ErrorKind>([
    'invalid',
    ...(route.auth === 'open' ? [] : (['unauthenticated', 'forbidden'] as const)),
    'rate_limited',
    'internal',
    'unavailable',
    ...(takes.params ? (['not_found'] as const) : []),
    ...(route.method === 'POST' ? (['conflict', 'unprocessable'] as const) : []),
    ...(['POST', 'PATCH', 'PUT'].includes(route.method) && isAuthorized(route) ? (['too_large'] as const) : []),
    ...(takes.body ? (['unsupported_type'] as const) : []),
    ...more,
  ])
}

async function operationOf(route: Route, named: Named): Promise<Json> {
  const name: OperationName = `${route.method} ${route.path}`
  const operation = OPERATIONS[name]
  if (!operation) throw new Error(`${name} is not described: see openapi/operations.`)
  const takes = await takesOf(route)
  const { id, tag, summary, description, answers, errors = [] } = operation
  const parameters = parametersOf(name, operation, takes, named)
  const requestBody = requestBodyOf(operation, takes, named)
  const deprecated = deprecationOf(route)
  const ending =
    deprecated &&
    `Deprecated since ${deprecated.since}, works until ${deprecated.until} at least. ${deprecated.instead}`
  const words = [ending, description].filter(Boolean).join('\n\n')
  const good = Object.entries(answers).map(([status, answer]) => [status, answerOf(route, answer, takes, named)])
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(words ? { description: words } : {}),
    // `x-sunset` is where oasdiff looks for the day from which on it may be gone.
    ...(deprecated ? { deprecated: true, 'x-sunset': deprecated.until } : {}),
    ...(route.auth === 'optional' ? { security: [{}, { ApiKey: [] }] } : {}),
    // The row says whom the gateway lets in; of a function with several endpoints, some take people only.
    ...(takes.auth === 'session' ? { security: [{ Session: [] }] } : {}),
    ...(route.auth === 'open' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...Object.fromEntries(good), ...failures(kindsOf(route, takes, errors)) },
  }
}

/** The document. @throws {Error} naming an endpoint that is not described, or a description without its endpoint. */
export async function openApiDocument(): Promise<Json> {
  const routes = ROUTES.filter(isOperation)
  const idle = Object.keys(OPERATIONS).filter(
    (name) => !routes.some(({ method, path }) => name === `${method} ${path}`),
  )
  if (idle.length > 0) throw new Error(`Described, but no row of lib/routes.ts: ${idle.join(', ')}.`)
  checkDeprecated(routes)
  const named: Named = new Map()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: await operationOf(route, named) }
  }
  const messages = webhookMessages(named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Social publisher',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `/${API_STAGE}`, description: 'The service that this document was loaded from.' }],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: messages,
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: KEY_HEADER, description: 'Your API key.' },
        Session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: "The session cookie at the dashboard's address, together with the header `X-CSRF: 1`.",
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: headersUsed(),
      responses: errorResponses(),
      schemas: { ...errorSchemas(), ...Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) },
    },
  }
}
