// Errors as servers of the AT Protocol answer them: a name and a sentence.

class NamedError extends Error {
  readonly status: number
  readonly error: string
  readonly headers: Record<string, string>

  constructor(status: number, error: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

export class XrpcError extends NamedError {}

/** The token endpoints answer in OAuth's words. */
export class OAuthError extends NamedError {}

export const invalidRequest = (message: string): XrpcError => new XrpcError(400, 'InvalidRequest', message)
