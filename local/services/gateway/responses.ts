// Gateway responses: what API Gateway answers by itself, in the template's words where it has any.
import type { GatewayResponseRow } from './document.ts'

interface Standard {
  status: number
  message: string
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const STANDARD = {
  ACCESS_DENIED: { status: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_FAILURE: { status: 500, message: 'Internal server error' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'Missing required request parameters' },
  /** A function that failed or is throttled: AWS's table has 504, its access logs 502 (aws-facts, section 15). */
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  INVALID_API_KEY: { status: 403, message: 'Forbidden' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  /** A path too long for an authorizer: no type of its own, status 414. Whether this response stands for it is not documented. */
  DEFAULT_4XX: { status: 414, message: 'Request-URI Too Long' },
  /** A function that answered nonsense: no type of its own, status 502. */
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
} as const satisfies Record<string, Standard>

export type ResponseType = keyof typeof STANDARD

export interface GatewayAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What `$context.…` may stand for. */
export type Variables = Record<string, string>

const fill = (template: string, variables: Variables): string =>
  template.replace(/\$(?:context\.[\w.-]+|\{context\.[\w.-]+\})/g, (name) => {
    const key = name.replace(/[${}]/g, '').slice('context.'.length)
    // A full stop may end a sentence rather than go on with a name.
    if (key.endsWith('.') && key.slice(0, -1) in variables) return `${variables[key.slice(0, -1)]}.`
    return variables[key] ?? ''
  })

const header = (value: string, variables: Variables): string =>
  value.startsWith("'") ? value.slice(1, -1) : fill(`$${value.replace(/^\$/, '')}`, variables)

/** @param message in place of the type's usual one. */
export function gatewayResponse(
  responses: ReadonlyMap<string, GatewayResponseRow>,
  type: ResponseType,
  variables: Variables,
  message: string = STANDARD[type].message,
): GatewayAnswer {
  const own = responses.get(type)
  const fallback = responses.get(STANDARD[type].status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX')
  const row = own ?? fallback
  const all: Variables = {
    ...variables,
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  }
  const templates = Object.entries(row?.responseTemplates ?? {})
  const [contentType, template] = templates.find(([name]) => name === 'application/json') ??
    templates[0] ?? ['application/json', '{"message":$context.error.messageString}']
  const headers: Record<string, string> = { 'Content-Type': contentType, 'x-amzn-ErrorType': errorType(type) }
  for (const [name, value] of Object.entries(row?.responseParameters ?? {})) {
    const own = name.replace('gatewayresponse.header.', '')
    if (own !== name) headers[own] = header(value, all)
  }
  return { status: row?.statusCode ?? STANDARD[type].status, headers, body: fill(template, all) }
}

const errorType = (type: ResponseType): string =>
  `${type.toLowerCase().replace(/(^|_)(\w)/g, (_all, _gap, letter: string) => letter.toUpperCase())}Exception`
