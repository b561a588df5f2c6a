// Graph's errors: code, subcode and envelope as documented (platform error reference, "Error Codes").
import { randomBytes } from 'node:crypto'

export class GraphError extends Error {
  readonly code: number
  readonly subcode: number | undefined
  readonly type: string
  readonly httpStatus: number
  readonly transient: boolean

  constructor(
    code: number,
    message: string,
    more: { subcode?: number; type?: string; httpStatus?: number; transient?: boolean } = {},
  ) {
    super(message)
    this.code = code
    this.subcode = more.subcode
    this.type = more.type ?? 'OAuthException'
    this.httpStatus = more.httpStatus ?? 400
    this.transient = more.transient ?? false
  }

  body(): unknown {
    return {
      error: {
        message: this.message,
        type: this.type,
        code: this.code,
        is_transient: this.transient,
        // Texts for people come only with the errors that have a number of their own.
        ...(this.subcode === undefined
          ? {}
          : { error_subcode: this.subcode, error_user_title: 'Request refused', error_user_msg: this.message }),
        fbtrace_id: `A${randomBytes(11).toString('base64url')}`,
      },
    }
  }
}

/** The other shape, which code exchanges answer with. */
export class ExchangeError extends Error {
  readonly httpStatus = 400

  body(): unknown {
    return { error_type: 'OAuthException', code: 400, error_message: this.message }
  }
}

export const invalidParameter = (message: string): GraphError => new GraphError(100, message)

/** Also what an object of somebody else looks like. */
export const noSuchObject = (id: string): GraphError =>
  new GraphError(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  )

export const missingPermission = (scope: string): GraphError =>
  new GraphError(10, `Application does not have permission for this action: ${scope}`)
