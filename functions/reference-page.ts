// The OpenAPI document as one HTML page without a script. Pure.
import { GUIDES } from '../core/contract.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  dependentRequired?: Record<string, string[]>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  if?: Schema
  then?: Schema
}
interface Content {
  schema?: Schema
  examples?: Record<string, { summary?: string; value: unknown }>
}
interface Response {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref?: string; description?: string }>
  content?: Record<string, Content>
}
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: object[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Response>
}
export interface Document {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, Parameter>
    headers: Record<string, { description?: string }>
    responses: Record<string, Response>
    schemas: Record<string, Schema>
  }
}

export const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#ddd,#444);--soft:light-dark(#f5f5f5,#222);--mark:light-dark(#0b5cad,#7ab8ff)}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem}
h1,h2{line-height:1.2}h2{border-bottom:1px solid var(--line);margin-top:3rem;padding-bottom:.3rem}
h3{background:var(--soft);border-left:4px solid var(--mark);font-size:1.05rem;margin-top:2.5rem;padding:.5rem .75rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:var(--soft);overflow-x:auto;padding:.75rem}
a{color:var(--mark)}nav ul{columns:2 22rem;list-style:none;padding:0}
table{border-collapse:collapse;display:block;overflow-x:auto;width:100%}
th,td{border-bottom:1px solid var(--line);padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:top}
summary{cursor:pointer}.method{color:var(--mark);font-weight:700}`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>')
const prose = (text = ''): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join('')
const code = (text: string): string => `<code>${text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (heads: string[], rows: string[]): string =>
  rows.length === 0 ? '' : `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('')}</table>`
const last = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

function typeOf(schema: Schema): string {
  if (schema.$ref) return `<a href="#schema-${last(schema.$ref)}">${last(schema.$ref)}</a>`
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (typeof schema.not?.const === 'boolean') return code(JSON.stringify(!schema.not.const))
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return alternatives(either, schema).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  const named = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${named} (${schema.format})` : named
}

/** The alternatives of a field. A time (`timeOr` of the document) shows the format of its text, and a word that it takes instead. */
function alternatives(either: Schema[], { if: condition, then: rule }: Schema): string[] {
  const types = either.map((one) => typeOf(condition && condition.type === one.type ? { ...rule, ...one } : one))
  const word = condition?.not?.const
  return word === undefined ? types : [...types, code(String(word))]
}

function limitsOf(schema: Schema): string {
  const span = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    if (least === undefined && most === undefined) return []
    const range =
      most === undefined ? `at least ${least}` : least === undefined ? `at most ${most}` : `${least} to ${most}`
    return [`${range}${unit}`]
  }
  const parts = [
    ...span(schema.minimum, schema.maximum, ''),
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
  return parts.length === 0 ? '' : ` <em>${parts.join(', ')}.</em>`
}

/** A line per field, those of inner objects under their place. */
function fieldRows(schema: Schema, place = ''): string[] {
  const inner = schema.items && !schema.items.$ref ? schema.items : schema
  const prefix = place === '' ? '' : `${place}${inner === schema ? '' : '[]'}.`
  const required = inner.required ?? []
  const always = [...required, ...required.flatMap((name) => inner.dependentRequired?.[name] ?? [])]
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const at = `${prefix}${name}`
    const optional = always.includes(name) ? '' : ' <small>optional</small>'
    const nested = (field.anyOf ?? [field]).flatMap((one) => fieldRows(one, at))
    return [row(code(at) + optional, typeOf(field), escaped(field.description ?? '') + limitsOf(field)), ...nested]
  })
}

const fieldTable = (schema: Schema): string =>
  schema.$ref ? `<p>${typeOf(schema)}</p>` : table(['field', 'type', ''], fieldRows(schema))

const exampleBlocks = ({ examples = {} }: Content): string =>
  Object.values(examples)
    .map(
      ({ summary = '', value }) =>
        `<details><summary>Example: ${escaped(summary)}</summary><pre>${code(JSON.stringify(value, null, 2))}</pre></details>`,
    )
    .join('')

const bodies = (content: Record<string, Content> = {}): string =>
  Object.entries(content)
    .map(([type, body]) => `<p>${code(type)}</p>${body.schema ? fieldTable(body.schema) : ''}${exampleBlocks(body)}`)
    .join('')

function operationPart(document: Document, method: string, path: string, operation: Operation): string {
  const address = `${document.servers[0]!.url}${path}`
  const parameters = (operation.parameters ?? []).map((given) => {
    const parameter = given.$ref ? document.components.parameters[last(given.$ref)]! : given
    const { name, in: place, required, description = '', schema = {} } = parameter
    const optional = required ? '' : ' <small>optional</small>'
    return row(code(name) + optional, place, typeOf(schema), escaped(description) + limitsOf(schema))
  })
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    if (response.$ref) {
      const name = last(response.$ref)
      const { description = '' } = document.components.responses[name]!
      return row(status, `${escaped(description)} <a href="#error-${name}">Codes</a>`)
    }
    const headers = Object.keys(response.headers ?? {}).map(code)
    return row(status, `${prose(response.description)}${bodies(response.content)}<p>Headers: ${headers.join(', ')}</p>`)
  })
  return [
    `<section id="${operation.operationId}"><h3><span class="method">${method.toUpperCase()}</span> ${code(address)}</h3>`,
    `<p><strong>${operation.deprecated ? 'Deprecated. ' : ''}${escaped(operation.summary)}.</strong>${operation.security ? ' Needs no key.' : ''}</p>`,
    prose(operation.description),
    parameters.length > 0 ? `<h4>Parameters</h4>${table(['name', 'in', 'type', ''], parameters)}` : '',
    operation.requestBody ? `<h4>Body</h4>${bodies(operation.requestBody.content)}` : '',
    `<h4>Answers</h4>${table(['status', ''], answers)}</section>`,
  ].join('')
}

/** Each code of an error with its meaning, what to do, and the guide that says more. */
function codeTable({ content = {} }: Response, guides: string): string {
  const rows = Object.entries(content['application/json']?.examples ?? {}).map(([name, { summary = '', value }]) => {
    const { errors } = value as { errors?: { message: string }[] }
    const link = `<a href="${guides}/errors#${name}">Guide</a>`
    const named = `<code id="code-${name}">${name}</code>`
    return row(named, escaped(errors?.[0]?.message ?? ''), escaped(summary), link)
  })
  return table(['code', 'meaning', 'what to do', ''], rows)
}

/** The page. @param dashboard origin of the dashboard, which serves the guides. */
export function referencePage(document: Document, dashboard: string): string {
  const guides = `${dashboard}${GUIDES}`
  const { info, tags, components } = document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag))
  const index = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}">${code(`${method.toUpperCase()} ${path}`)}</a> ${escaped(operation.summary)}${operation.deprecated ? ' (deprecated)' : ''}</li>`,
  )
  const parts = tags.map(({ name, description }) => {
    const inside = ofTag(name).map(({ method, path, operation }) => operationPart(document, method, path, operation))
    return `<h2>${escaped(name)}</h2>${prose(description)}${inside.join('')}`
  })
  const errors = Object.entries(components.responses).map(
    ([name, response]) =>
      `<section id="error-${name}"><h3>${name}</h3>${prose(response.description)}${codeTable(response, guides)}${bodies(response.content)}</section>`,
  )
  const headers = Object.entries(components.headers).map(([name, { description = '' }]) =>
    row(code(name), escaped(description)),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section id="schema-${name}"><h3>${name}</h3>${prose(schema.description)}${schema.properties ? fieldTable(schema) : typeOf(schema)}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(info.title)}</h1>${prose(info.description)}
<p>This page is made from <a href="v1/openapi.json">the OpenAPI document</a>. <a href="reference">Try requests</a>.
<a href="${guides}">Guides</a>.</p>
<nav><ul>${index.join('')}</ul></nav>
${parts.join('\n')}
<h2>Errors</h2>${errors.join('\n')}
<h2>Headers of answers</h2>${table(['header', ''], headers)}
<h2>Shapes</h2>${schemas.join('\n')}
</body></html>
`
}
