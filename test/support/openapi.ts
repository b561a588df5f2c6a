// Holds answers of the running service against docs/openapi.json: path, method, status, headers, type and body.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>
interface ResponseObject {
  $ref?: string
  headers?: Record<string, { required?: boolean }>
  content?: Record<string, Json>
}
interface Operation {
  responses: Record<string, ResponseObject>
}
interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, ResponseObject> }
}

export interface Exchange {
  method: string
  /** With the stage and the query: `/api/v1/posts?page=2`. */
  path: string
  status: number
  headers: Headers
  text: string
}

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json')

/** In answers, objects whose fields are named have no others: what is not documented must not slip out. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)])) as Json
  const named = inner.type === 'object' && inner.properties !== undefined && inner.additionalProperties === undefined
  return named ? { ...inner, additionalProperties: false } : inner
}

const pointer = (...parts: string[]) => `#/${parts.map((p) => p.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** @returns what is wrong with an answer, or undefined. */
export type Check = (exchange: Exchange) => string | undefined

/** @param document the parsed document. */
export function answerCheck(document: Document): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS: what it exports by default comes wrapped.
  ;(addFormats as unknown as { default: typeof addFormats.default }).default(ajv)
  // Sizes of numbers, for code generators.
  for (const name of ['int64', 'binary']) ajv.addFormat(name, true)
  ajv.addSchema(closed(document) as Json, 'api')
  const validators = new Map<string, ValidateFunction>()
  const validator = (at: string): ValidateFunction => {
    const known = validators.get(at) ?? ajv.compile({ $ref: `api${at}` })
    validators.set(at, known)
    return known
  }
  const base = document.servers[0]!.url
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    // A name goes before a parameter, as in the gateway.
    parameters: template.split('{').length - 1,
    matches: new RegExp(`^${base}${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  templates.sort((a, b) => a.parameters - b.parameters)

  /** A possible answer, and its place in the document. */
  function answersAt({ method, path }: Exchange, status: string): [ResponseObject, string[]] | string {
    const plain = path.split('?')[0]!
    const template = templates.find(({ matches }) => matches.test(plain))?.template
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    if (operation && template !== undefined) {
      const found = operation.responses[status]
      if (!found) return `status ${status} is not documented`
      const at = ['paths', template, method.toLowerCase(), 'responses', status]
      return found.$ref ? referred(found.$ref) : [found, at]
    }
    // A request that is no operation ends in the gateway's catch-all, which fails in the ways that all operations share.
    const common = { 401: 'Unauthenticated', 403: 'Forbidden', 404: 'NotFound', 413: 'TooLarge', 429: 'RateLimited' }
    const name = common[Number(status) as keyof typeof common]
    return name ? referred(`#/components/responses/${name}`) : `status ${status} where no operation is documented`
  }
  const referred = ($ref: string): [ResponseObject, string[]] => {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return [document.components.responses[name]!, ['components', 'responses', name]]
  }

  return (exchange) => {
    const found = answersAt(exchange, String(exchange.status))
    if (typeof found === 'string') return found
    const [{ headers = {}, content }, at] = found
    for (const [name, { required }] of Object.entries(headers)) {
      if (required && !exchange.headers.has(name)) return `the header ${name} is missing`
    }
    if (exchange.text === '' || exchange.method === 'HEAD') {
      return content && exchange.method !== 'HEAD' && !('*/*' in content) ? 'the body is missing' : undefined
    }
    if (!content) return 'a body is not documented'
    const type = (exchange.headers.get('content-type') ?? '').split(';')[0]!.trim()
    if ('*/*' in content) return undefined
    if (!(type in content)) return `the type ${type || '(none)'} is not documented`
    if (type !== 'application/json') return undefined
    const validate = validator(pointer(...at, 'content', type, 'schema'))
    if (validate(JSON.parse(exchange.text))) return undefined
    return `the body does not fit: ${ajv.errorsText(validate.errors, { dataVar: '' })}`
  }
}

/** For all files of a process: to read the document and to make what holds answers against it takes a third of a second. */
const kept = globalThis as { answerCheck?: Check }

/** @throws {Error} for an answer that is not as docs/openapi.json says. */
export function expectDocumented(exchange: Exchange): void {
  kept.answerCheck ??= answerCheck(JSON.parse(readFileSync(FILE, 'utf8')) as Document)
  const problem = kept.answerCheck(exchange)
  if (problem === undefined) return
  const { method, path, status, text } = exchange
  throw new Error(
    `${method} ${path} answered ${status} otherwise than docs/openapi.json says: ${problem}.\n${text.slice(0, 2000)}\n` +
      'Correct the answer, or describe it in openapi/operations and run `npm run docs`.',
  )
}
