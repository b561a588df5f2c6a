// Path, query and body against the endpoint's schemas: all that is wrong with them at once.
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type * as z from 'zod/mini'
import type { Caller } from '../../core/api-keys/caller.ts'
import { AppError, type Issue, refuse } from '../../core/errors.ts'
import { headerOf } from './access.ts'
import { beginningOf, fieldOf, issuesOf, withFurther } from './issues.ts'
import type { Passage } from './passage.ts'
import type { Spec } from './spec.ts'

/** Largest JSON body, bytes. Posts are text and ids: a megabyte is plenty. */
export const JSON_BODY_LIMIT = 1024 * 1024

/** Levels of lists and objects in each other: a draft may hold anything, and far deeper values can be read but not written again. */
export const MOST_LEVELS = 100

/** Whether it has more levels than these. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Where a field is called `__proto__`: no object can be given one, so it would be lost on the way, as far as a schema takes any name. */
function lostField(value: unknown, path: readonly PropertyKey[] = []): readonly PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const of = (name: PropertyKey) => [...path, name]
  if (Object.hasOwn(value, '__proto__')) return of('__proto__')
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'object') continue
    const found = lostField(inner, of(Array.isArray(value) ? Number(name) : name))
    if (found) return found
  }
  return undefined
}

const FORM_TYPE = 'multipart/form-data'

const mediaTypeOf = (event: APIGatewayProxyEvent): string =>
  (headerOf(event, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()

/** @param read whether the gateway has read it as UTF-8 already, as it does types that end with `+json`. */
function textOf(raw: Buffer, read: boolean): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch (cause) {
    throw new Error('it is not encoded in UTF-8', { cause })
  }
  // It stands for each byte that the gateway could not read.
  if (read && text.includes('\ufffd'))
    throw new Error('it is not encoded in UTF-8, or has the character U+FFFD, which stands for what is not')
  return text
}

function parseJson(event: APIGatewayProxyEvent, raw: Buffer, form: boolean): unknown {
  const type = mediaTypeOf(event)
  if (form && type === FORM_TYPE) return undefined
  if (type !== 'application/json' && !type.endsWith('+json')) {
    const sent = type === '' ? 'none was sent' : `${beginningOf(type)} was sent`
    const taken = form ? `${FORM_TYPE} or application/json` : 'application/json'
    throw refuse('unsupported_media_type', `The Content-Type must be ${taken}; ${sent}.`)
  }
  if (raw.length > JSON_BODY_LIMIT) {
    throw refuse('body_too_large', `The body has ${raw.length} bytes; at most ${JSON_BODY_LIMIT} are allowed.`)
  }
  let json: unknown
  try {
    json = JSON.parse(textOf(raw, !event.isBase64Encoded))
  } catch (error) {
    const reason = raw.length === 0 ? 'it is empty' : (error as Error).message
    throw refuse('malformed_json', `The body is not valid JSON: ${reason}.`)
  }
  if (isDeeper(json, MOST_LEVELS)) {
    throw refuse('invalid_format', `The body has lists or objects more than ${MOST_LEVELS} levels deep.`)
  }
  const lost = lostField(json)
  if (lost) {
    const path = fieldOf(lost.map((part) => (typeof part === 'string' ? beginningOf(part) : part)))
    throw refuse('unknown_field', `${path} is not a field of this request.`, path)
  }
  return json
}

function parsed<T>(schema: z.ZodMiniType<T> | undefined, value: unknown, where: string, issues: Issue[]): T {
  if (!schema) return undefined as T
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  issues.push(...issuesOf(outcome.error, value, where))
  return undefined as T
}

const READS: readonly string[] = ['GET', 'HEAD']

/** The issue of a request that would take effect although its caller asked for a check. */
const NO_CHECK: Issue = {
  code: 'unknown_field',
  path: 'validate_only',
  message:
    'validate_only is not a field of this request, which cannot only be checked. Posts are checked where they are made, and plans with POST /v1/imports/check.',
}

/** @throws {AppError} with every issue, or for a body that cannot be read at all. */
export async function validate<Params, Query, Body>(
  spec: Spec<Params, Query, Body, unknown>,
  event: APIGatewayProxyEvent,
  passage: Passage,
) {
  const rawBody =
    event.body === null || event.body === undefined
      ? Buffer.alloc(0)
      : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  const issues: Issue[] = []
  const params = parsed(spec.params, event.pathParameters ?? {}, 'path', issues)
  const given = spec.anyQuery ? {} : repeatedOnce(event, issues)
  const query = parsed(spec.query, given, 'query', issues)
  if (!spec.query && 'validate_only' in given && !READS.includes(event.httpMethod)) issues.push(NO_CHECK)
  const json = spec.body ? parseJson(event, rawBody, spec.form ?? false) : undefined
  const isForm = spec.form === true && mediaTypeOf(event) === FORM_TYPE
  const schema = spec.fullBody?.isNeeded(json) ? await spec.fullBody.load() : spec.body
  const body = parsed(isForm ? undefined : schema, json, 'body', issues)
  // An id in the path that is no UUID cannot exist: the same answer as for one that does not.
  if (issues.length > 0 && spec.params && !spec.params.safeParse(event.pathParameters ?? {}).success) {
    throw refuse('not_found', 'Nothing has this id.')
  }
  if (issues.length > 0) {
    const further = spec.examine
      ? await spec.examine({ caller: passage.caller as Caller, raw: json, now: passage.startedAt })
      : []
    throw new AppError(withFurther(issues, further))
  }
  return { params, query, body, rawBody }
}

/** Query parameters, each at most once: which of two values was meant cannot be known. */
function repeatedOnce(event: APIGatewayProxyEvent, issues: Issue[]): Record<string, string | undefined> {
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if ((values?.length ?? 0) > 1) {
      issues.push({
        code: 'duplicate',
        path: fieldOf([name]),
        message: `${name} is given ${values!.length} times; give it once.`,
      })
    }
  }
  return { ...event.queryStringParameters }
}
