// docs/errors.md, from the one list of codes and the one of failures.
import { API_STAGE } from '../core/contract.ts'
import type { ErrorKind } from '../core/errors.ts'
import { FAILURES, type FailureCode, RETRYABLE } from '../core/posts/rules/failures.ts'
import { STATUS_OF } from '../functions/chain/error-envelope.ts'
import { ERROR_WORDS } from './error-words.ts'
import { codesOf } from './errors.ts'

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'No valid key',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict with the current state',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported Content-Type',
  416: 'Range outside the file',
  422: 'Cannot be processed',
  429: 'Too many requests',
  500: 'Error in the service',
  503: 'Unavailable (also 502 and 504)',
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const kindPart = (kind: ErrorKind): string => {
  const status = STATUS_OF[kind]
  const rows = codesOf(kind).map((code) => [`\`${code}\``, ERROR_WORDS[code].meaning, ERROR_WORDS[code].action])
  return `## ${status} ${TITLES[status]}\n\n${table(['code', 'meaning', 'what to do'], rows)}`
}

const ADVICE: Record<FailureCode, string> = {
  caption_too_long: 'Create a new post with a shorter caption, for that account only.',
  rejected: "Read the platform's message, then create a new post with other content.",
  media_gone: 'Upload the medium again and create a new post.',
  media_unusable: 'Upload it in a format and size that the platform accepts, and create a new post.',
  media_not_ready: 'Retry; if it fails again, upload the medium again.',
  account_disconnected:
    'Connect the account again, then create a new post; or retry, where a part of a thread is live (`partially_published`).',
  reconnect_required: 'Connect the account again, then retry.',
  permission_missing:
    'Connect the account again and grant the permission, then retry; or create a new post without the option.',
  action_required: "Open the platform's app, do what it asks for, then retry.",
  media_not_processed: 'Retry; if it fails again, upload the medium in another format.',
  platform_unavailable: 'Retry later.',
  limit_not_lifted: 'Retry on another day, or send fewer posts to that account.',
  part_not_found: 'Retry: the service looks for the part again and continues the thread after it.',
  too_late: 'Create a new post with a later time.',
  stopped: 'Solve the problem of the other account, then retry.',
  outcome_unknown:
    'Look at the account. Create a new post only if the post is not there. The message says which: the platform did not say, or it could not be asked. In the second case check that the account is still connected.',
}

function failuresPart(): string {
  const rows = (Object.keys(FAILURES) as FailureCode[]).map((code) => [
    `\`${code}\``,
    FAILURES[code],
    ADVICE[code],
    RETRYABLE.includes(code) ? 'yes' : code === 'account_disconnected' ? 'the rest of a thread' : 'no',
  ])
  return `## When publishing fails

An accepted post can still fail on an account. \`GET /v1/posts/:id\` then shows \`state: failed\` for it, with \`error.code\` from this
list and the platform's own message in \`error.platform\`. If \`retryable\` is true, \`POST /v1/posts/:id/retry\` publishes the post again
on the accounts where it failed.

${table(['code', 'meaning', 'what to do', 'retryable'], rows)}`
}

/** The page. */
export function errorsPage(): string {
  const kinds = (Object.keys(STATUS_OF) as ErrorKind[]).sort((a, b) => STATUS_OF[a] - STATUS_OF[b])
  return `# Errors

Generated from \`core/errors.ts\` by \`npm run docs\`. Every error except 429 has this body. It lists all problems of the request at
once. Codes are stable; messages may change:

\`\`\`json
{
  "success": false,
  "message": "content has 2001 characters; at most 2000 are allowed.",
  "errors": [
    { "code": "too_long", "path": "content", "message": "content has 2001 characters; at most 2000 are allowed." }
  ],
  "request_id": "6c4f2f4e-8d0b-4a55-9f0e-3f0d6b1f7a10"
}
\`\`\`

\`path\` is present only if the error concerns a field: \`media.container_id\`, \`hashtags[3]\`. The body of 429 is

\`\`\`json
{ "error": { "type": "rate_limit_exceeded", "message": "...", "retry_after": 17 } }
\`\`\`

with the same seconds in \`Retry-After\`. The gateway refuses a body over 10 MB with 413 in plain text. A body that becomes more than
6 MB on its way to the function (a file of about 4.5 MB does) is refused with 413 and \`body_too_large\`. AWS does not document which
answer of the gateway that is, so the other possible ones say the same in their message. \`/${API_STAGE}/docs\` has the same list.

${kinds.map(kindPart).join('\n\n')}

${failuresPart()}
`
}
