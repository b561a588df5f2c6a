// The OpenAPI document as a collection of requests, which Postman and Bruno import. Pure.
// Format: https://schema.postman.com/json/collection/v2.1.0/docs/index.html

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }>; schema?: unknown }> }
}
interface Document {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter> }
}

/** A time in an example passes one day: the request sets its own as it is sent. */
const IN_A_DAY = {
  listen: 'prerequest',
  script: {
    type: 'text/javascript',
    exec: ["pm.variables.set('in_a_day', new Date(Date.now() + 24 * 3600 * 1000).toISOString())"],
  },
}
const timeless = (json: string): string => json.replace(/"20\d\d-\d\d-\d\dT[^"]*"/g, '"{{in_a_day}}"')

/** JSON of a collection: a folder for each tag; the address and the key are its variables. */
export function postmanCollection(document: Document): object {
  const { info, tags, paths, servers, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const parameterOf = (given: Parameter): Parameter =>
    given.$ref ? components.parameters[given.$ref.slice(given.$ref.lastIndexOf('/') + 1)]! : given

  const request = ({ method, path, operation }: (typeof operations)[number]) => {
    const parameters = (operation.parameters ?? []).map(parameterOf)
    const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
    const described = ({ name, description = '' }: Parameter) => ({ key: name, value: '', description })
    const segments = `${servers[0]!.url}${path}`.split('/').filter(Boolean)
    const json = operation.requestBody?.content['application/json']
    const form = operation.requestBody?.content['multipart/form-data']
    const [example] = Object.values(json?.examples ?? {})
    const sample = JSON.stringify(example?.value ?? {}, null, 2)
    const raw = timeless(sample)
    const body =
      json !== undefined
        ? { mode: 'raw', raw, options: { raw: { language: 'json' } } }
        : form !== undefined
          ? { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] }
          : undefined
    return {
      name: operation.summary,
      ...(raw === sample ? {} : { event: [IN_A_DAY] }),
      request: {
        method: method.toUpperCase(),
        description: operation.description,
        header: [
          ...(json ? [{ key: 'Content-Type', value: 'application/json' }] : []),
          // Those that may be left out are there to be switched on.
          ...of('header').map((header) => ({ ...described(header), disabled: !header.required })),
        ],
        url: {
          raw: `{{base_url}}/${segments.join('/')}`,
          host: ['{{base_url}}'],
          path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
          query: of('query').map((query) => ({ ...described(query), disabled: !query.required })),
          variable: of('path').map(described),
        },
        ...(body ? { body } : {}),
        ...(operation.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      },
    }
  }

  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Secret-Token', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:3000', type: 'string' },
      { key: 'api_key', value: '', type: 'string' },
    ],
    item: tags
      .map(({ name, description }) => ({
        name,
        description,
        item: operations.filter(({ operation }) => operation.tags[0] === name).map(request),
      }))
      .filter(({ item }) => item.length > 0),
  }
}
