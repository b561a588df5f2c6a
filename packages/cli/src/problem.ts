// Messages for users when a command fails, and the exit code that scripts read.
import { PublisherError, TimeoutError, Unreachable } from '@social-publisher/client'

/** Exit codes, in the order of the help text. */
export const EXIT = {
  /** Refused by the service, or anything else that is not below. */
  failed: 1,
  /** The command was called wrongly; nothing was asked of the service. */
  wrongCall: 2,
  /** No key, or one that the service does not accept. */
  notSignedIn: 3,
  /** No answer came. The request may have taken effect. */
  unreachable: 4,
  /** The post has ended, and is not live on every account. */
  notPublished: 5,
  /** The post has not ended in the time given. It goes on. */
  timeout: 6,
} as const

/** A call that cannot be carried out as it is written. */
export class WrongCall extends Error {}
/** There is no key to call the service with. */
export class NotSignedIn extends Error {}

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof WrongCall) return EXIT.wrongCall
  if (error instanceof NotSignedIn) return EXIT.notSignedIn
  if (error instanceof PublisherError) return error.status === 401 ? EXIT.notSignedIn : EXIT.failed
  if (error instanceof Unreachable) return EXIT.unreachable
  if (error instanceof TimeoutError) return EXIT.timeout
  return EXIT.failed
}

/** For people: the message, then one line for each field. */
export function problemText(error: unknown): string {
  if (!(error instanceof PublisherError)) return error instanceof Error ? error.message : String(error)
  const fields = error.issues.map(({ code, path, message }) => `  ${path ? `${path}: ` : ''}${message} (${code})`)
  const lines = fields.length > 0 ? fields : [`  ${error.message}`]
  const request = error.requestId ? [`  request ${error.requestId}`] : []
  return [`The service refused this with ${error.status}:`, ...lines, ...request].join('\n')
}

/** For programs. */
export const problemJson = (error: unknown) => ({
  error: {
    code:
      error instanceof PublisherError
        ? error.code
        : ({ 2: 'wrong_call', 3: 'not_signed_in', 4: 'unreachable', 6: 'timeout' }[exitCodeOf(error)] ?? 'failed'),
    message: error instanceof Error ? error.message : String(error),
    ...(error instanceof PublisherError
      ? { status: error.status, issues: error.issues, request_id: error.requestId ?? null }
      : {}),
  },
})
