// Errors of a call: the service refuses it, or does not answer.
import type { components } from './generated/api.ts'

type Schemas = components['schemas']

/** The codes of `PublisherError.code`, all of them described in the service's list of errors. */
export type ErrorCode = Schemas['ErrorCode'] | Schemas['RateLimitError']['error']['type']

/** One thing that is wrong. `path` names the field: `hashtags[3]`. */
export interface Issue {
  readonly code: ErrorCode
  readonly path?: string
  readonly message: string
}

/** No answer came: the connection broke, or the service cannot be reached. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** @param where the request, or what came back. */
export const noAnswer = (where: string, options?: ErrorOptions): Unreachable =>
  new Unreachable(`The service did not answer: ${where}`, options)

/** Where something else than the service answers. */
export const ASK_ADDRESS = 'Is that the address of the API?'

/** A refusal of the service: what is wrong, field by field. */
export class PublisherError extends Error {
  readonly status: number
  /** The code of the first issue; `rate_limit_exceeded` for 429, `unknown` if the answer is not from the service. */
  readonly code: ErrorCode | 'unknown'
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, body: unknown) {
    const { message, errors, error }: Partial<Schemas['Error'] & Schemas['RateLimitError']> = Object(body)
    const { status } = response
    super(message ?? error?.message ?? `The service answered ${status}.${status < 500 ? ` ${ASK_ADDRESS}` : ''}`)
    this.name = 'PublisherError'
    this.status = status
    this.issues = errors ?? []
    this.code = errors?.[0]?.code ?? error?.type ?? 'unknown'
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    // Others on the way may send a date.
    this.retryAfterSeconds = seconds >= 0 ? seconds : undefined
  }
}

/** The data of an answer. @throws {PublisherError} where the service refused. */
export async function orThrow<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer
  if (!response.ok) throw new PublisherError(response, error)
  return data as Data
}
