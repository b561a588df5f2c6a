// docs/errors.md, from the one list of codes and the one of failures.
import { API_STAGE } from '../core/contract.ts'
import type { ErrorKind } from '../core/errors.ts'
import { FAILURES, type FailureCode, RETRYABLE } from '../core/posts/rules/failures.ts'
import { STATUS_OF } from '../functions/chain/error-envelope.ts'
import { ERROR_WORDS } from './error-words.ts'
import { codesOf } from './errors.ts'

const TITLES: Record<number, string> = {
  400: 'The request breaks a rule',
  401: 'No good key',
  403: "Not the caller's to do",
  404: 'Nothing there',
  409: 'Not in this state',
  412: 'A precondition does not hold',
  413: 'Too large',
  415: 'A type that is not taken',
  416: 'A range outside the file',
  422: 'It cannot be done',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'Something did not answer (also 502 and 504)',
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const kindPart = (kind: ErrorKind): string => {
  const status = STATUS_OF[kind]
  const rows = codesOf(kind).map((code) => [`\`${code}\``, ERROR_WORDS[code].meaning, ERROR_WORDS[code].action])
  return `## ${status} ${TITLES[status]}\n\n${table(['code', 'meaning', 'what to do'], rows)}`
}

const ADVICE: Record<FailureCode, string> = {
  caption_too_long: 'Post anew with a shorter caption, to that account alone.',
  rejected: "Read the platform's words, then post anew with other content.",
  media_gone: 'Upload the medium again and post anew.',
  media_unusable: 'Upload it in a format and size that the platform takes, and post anew.',
  media_not_ready: 'Retry; if it fails again, upload the medium anew.',
  account_disconnected: 'Have the account connected again, then post anew.',
  reconnect_required: 'Have the account connected again, then retry.',
  permission_missing: 'Have the account connected again and grant it, then retry; or post anew without it.',
  action_required: "Open the platform's app, do what it asks, then retry.",
  media_not_processed: 'Retry; if it fails again, upload the medium in another format.',
  platform_unavailable: 'Retry later.',
  limit_not_lifted: 'Retry on another day, or post less to that account.',
  part_not_found: 'Retry: it is looked for again, and the thread goes on from there.',
  too_late: 'Post anew with a later time.',
  stopped: 'Read what is wrong on the other account, then retry.',
  outcome_unknown: 'Look at the account. Post anew only if the post is not there.',
}

function failuresPart(): string {
  const rows = (Object.keys(FAILURES) as FailureCode[]).map((code) => [
    `\`${code}\``,
    FAILURES[code],
    ADVICE[code],
    RETRYABLE.includes(code) ? 'yes' : 'no',
  ])
  return `## When publishing fails

A post that was accepted can still fail on an account. \`GET /v1/posts/:id\` then shows \`state: failed\` there, with \`error.code\`
from this list and the platform's own words in \`error.platform\`. Where \`retryable\` is true, \`POST /v1/posts/:id/retry\`
publishes the same again on the accounts where it failed.

${table(['code', 'meaning', 'what to do', 'retryable'], rows)}`
}

/** The page. */
export function errorsPage(): string {
  const kinds = (Object.keys(STATUS_OF) as ErrorKind[]).sort((a, b) => STATUS_OF[a] - STATUS_OF[b])
  return `# Errors

Made from \`core/errors.ts\` by \`npm run docs\`. Every error but 429 has this body; all that is wrong with a request is
named at once, and codes stay where messages may change:

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

\`path\` is there only where a field is meant: \`media.container_id\`, \`hashtags[3]\`. The body of 429 is

\`\`\`json
{ "error": { "type": "rate_limit_exceeded", "message": "...", "retry_after": 17 } }
\`\`\`

with the same seconds in \`Retry-After\`. A body over 10 MB is refused by the gateway with 413 in plain text, one
that becomes more than 6 MB on its way to the function, as about 4.5 MB of file do, with 413 and \`body_too_large\`. AWS does not settle which
answer of the gateway the latter is, so others that it may be say the same in their message. The same list stands in \`/${API_STAGE}/docs\`.

${kinds.map(kindPart).join('\n\n')}

${failuresPart()}
`
}
