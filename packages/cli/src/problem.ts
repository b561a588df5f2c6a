// Messages for users when a command fails, and the exit code that scripts read.
import { PublisherError, TimeoutError, Unreachable } from '@social-publisher/client'
import { plain } from './plain.ts'

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
  /** Ctrl-C, or another signal: what shells take for it. */
  stopped: 130,
} as const

/** A call that cannot be carried out as it is written. */
export class WrongCall extends Error {}
/** There is no key to call the service with. */
export class NotSignedIn extends Error {}
/** Somebody pressed Ctrl-C, or ended the program. */
export class Stopped extends Error {
  constructor(message = 'Stopped.') {
    super(message)
  }
}
/** A post of which no answer came: it may have been accepted, and the same key posts it once. */
export class MayBePosted extends Unreachable {
  readonly key: string
  constructor(error: unknown, key: string, advice: string) {
    const said = error instanceof Stopped ? 'Stopped before an answer came.' : problemText(error)
    super(`${said}\n${advice}`)
    this.key = key
  }
}
/** The key of a post was used with another one. The service advises a new key, with which the post would go out twice. */
export class KeyUsed extends Error {
  readonly code = 'idempotency_mismatch'
  constructor(key: string) {
    super(
      `The key ${key} was used within 24 hours with another post, and nothing was posted now. A time such as "in 2 hours" is another one each time. See publisher posts before you use another key.`,
    )
  }
}
export const isKeyUsed = (error: unknown): boolean =>
  error instanceof PublisherError && error.code === 'idempotency_mismatch'
/** What went wrong while one of several files was sent. */
export class FileProblem extends Error {
  readonly file: string
  constructor(file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.file = file
  }
}

/** The post was accepted, and waiting for its end failed. Sent again, it would be a second post. */
export class Accepted extends Error {
  readonly id: string
  constructor(id: string, cause: unknown) {
    super(`The post was accepted: publisher watch ${id} shows its state.`, { cause })
    this.id = id
  }
}

/** Codes of what the service did not say, by exit code. */
const CODES: Record<number, string> = {
  [EXIT.wrongCall]: 'wrong_call',
  [EXIT.notSignedIn]: 'not_signed_in',
  [EXIT.unreachable]: 'unreachable',
  [EXIT.timeout]: 'timeout',
  [EXIT.stopped]: 'stopped',
}

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof FileProblem || error instanceof Accepted) return exitCodeOf(error.cause)
  if (error instanceof WrongCall) return EXIT.wrongCall
  if (error instanceof NotSignedIn) return EXIT.notSignedIn
  if (error instanceof PublisherError) return error.status === 401 ? EXIT.notSignedIn : EXIT.failed
  if (error instanceof Unreachable) return EXIT.unreachable
  if (error instanceof TimeoutError) return EXIT.timeout
  if (error instanceof Stopped) return EXIT.stopped
  return EXIT.failed
}

/** Whether a request may have taken effect although no answer says so: behind a 504 the service may have gone on. */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof Unreachable ||
  error instanceof Stopped ||
  (error instanceof PublisherError && (error.status >= 500 || error.code === 'idempotency_in_flight'))

const ASK_ADDRESS = 'Is that the address of the API?'

/** The message, with advice where something other than the service refused the call: such an answer has no code of the service. */
function saidOf({ code, status, message }: PublisherError): string[] {
  // The client asks already where the answer has no words of its own.
  const said = message.replace(` ${ASK_ADDRESS}`, '')
  return code === 'unknown' && status < 500 ? [said, ASK_ADDRESS] : [said]
}

/** For people: the message, then one line for each field. */
export function problemText(error: unknown): string {
  if (error instanceof FileProblem) return `${plain(error.file)}: ${problemText(error.cause)}`
  if (error instanceof Accepted) return `${problemText(error.cause)}\n${error.message}`
  if (error instanceof Unreachable) return error.message + reasonOf(error)
  if (!(error instanceof PublisherError)) return error instanceof Error ? error.message : String(error)
  const fields = error.issues.map(({ code, path, message }) => `  ${path ? `${path}: ` : ''}${message} (${code})`)
  const lines = fields.length > 0 ? fields : saidOf(error).map((line) => `  ${line}`)
  const request = error.requestId ? [`  request ${error.requestId}`] : []
  const did = error.status >= 500 ? 'failed' : 'refused this'
  return [`The service ${did} with ${error.status}:`, ...lines, ...request].join('\n')
}

/** Why there was no connection, as the system says it: a name that nobody has, a port where nothing listens, a certificate. */
function reasonOf(error: Error): string {
  let cause: unknown = error.cause
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error && cause.message ? ` (${plain(cause.message).trim()})` : ''
}

const inOneLine = (error: Error): string =>
  error instanceof PublisherError
    ? saidOf(error).join(' ')
    : error.message + (error instanceof Unreachable ? reasonOf(error) : '')

/** For programs. */
export function problemJson(error: unknown): { error: Record<string, unknown> } {
  if (error instanceof FileProblem) return { error: { ...problemJson(error.cause).error, file: error.file } }
  if (error instanceof Accepted) return { error: { ...problemJson(error.cause).error, post_id: error.id } }
  return {
    error: {
      code:
        error instanceof PublisherError || error instanceof KeyUsed
          ? error.code
          : (CODES[exitCodeOf(error)] ?? 'failed'),
      message: error instanceof Error ? inOneLine(error) : String(error),
      ...(error instanceof PublisherError
        ? { status: error.status, issues: error.issues, request_id: error.requestId ?? null }
        : {}),
      ...(error instanceof MayBePosted ? { idempotency_key: error.key } : {}),
    },
  }
}
