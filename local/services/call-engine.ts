// Calls of the embedded engines in AWS's JSON protocol.

/** An answer of an engine that is an error. */
export class EngineError extends Error {
  readonly code: string

  constructor(operation: string, code: string, message: string) {
    super(`${operation}: ${code}: ${message}`)
    this.code = code
  }
}

const SIGNED =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0'

/** The headers of a call in AWS's JSON protocol, with a signature that the engines do not check. */
export const headersOf = (target: string): Record<string, string> => ({
  'Content-Type': 'application/x-amz-json-1.0',
  'X-Amz-Target': target,
  'X-Amz-Date': '20260101T000000Z',
  Authorization: SIGNED,
})

/** Calls a service that speaks AWS's JSON protocol. @param target such as `DynamoDB_20120810.CreateTable`. */
export async function callEngine<T>(
  endpoint: string,
  target: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const reply = await fetch(endpoint, {
    method: 'POST',
    headers: headersOf(target),
    body: JSON.stringify(input),
    signal,
  })
  const body = (await reply.json()) as { __type?: string; message?: string; Message?: string }
  if (!reply.ok) {
    throw new EngineError(
      target,
      body.__type?.split('#').at(-1) ?? String(reply.status),
      body.message ?? body.Message ?? '',
    )
  }
  return body as T
}

export const isMissing = (error: unknown) =>
  error instanceof EngineError && ['ResourceNotFoundException', 'QueueDoesNotExist'].includes(error.code)
