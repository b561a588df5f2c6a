// Errors as Mastodon has them: a status and words, no codes.
export class ApiError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  readonly more: Record<string, unknown>

  constructor(
    status: number,
    message: string,
    { headers = {}, more = {} }: { headers?: Record<string, string>; more?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.more = more
  }

  body(): unknown {
    return { error: this.message, ...this.more }
  }
}

export const invalid = (message: string): ApiError => new ApiError(422, `Validation failed: ${message}`)
export const notFound = (): ApiError => new ApiError(404, 'Record not found')
export const unauthorized = (message = 'The access token is invalid'): ApiError => new ApiError(401, message)

/** How the token endpoint refuses (RFC 6749, section 5.2). */
export const oauthError = (status: number, error: string, error_description: string): ApiError =>
  new ApiError(status, error, { more: { error_description } })
