// How long what is stored is kept: the table of docs/restoring.md, and what the soak holds every row of the table to.
import { ACTIVITY_DAYS } from '../core/activity/rules/activity.ts'
import { UNUSED_MS } from '../core/assistants/rules/grant-life.ts'
import { IDEMPOTENCY_HOURS } from '../core/idempotency/rules/answer-life.ts'
import { KNOWN_MS } from '../core/imports/series-start.ts'
import { TOMBSTONE_MS } from '../core/media/media-store.ts'
import { UNFINISHED_UPLOAD_MS } from '../core/media/rules/media.ts'
import { KEPT_MS as VARIANTS_KEPT_MS } from '../core/media/variant-failures.ts'
import { KEEP_NOTICES_MS } from '../core/notices/rules/notices.ts'
import { CONNECT_LINK_MS, keptUntil } from '../core/people/connect-link.ts'
import { INVITATION_MS } from '../core/people/people.ts'
import { SESSION_LONGEST_MS } from '../core/people/rules/session-life.ts'
import { KEPT_MS } from '../core/posts/keep-figures.ts'
import { KEPT_MS as BOUND_MS } from '../core/posts/publishing/bound-post.ts'
import { RECORD_DAYS } from '../core/usage/record-request.ts'
import { KEEP_DELIVERIES_MS } from '../core/webhooks/rules/webhooks.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Retention {
  what: string
  /** As the table says it; made of `ms` where it is absent. */
  kept?: string
  /** From when it was written. Absent: there is no end by itself. */
  ms?: number
  /** Kinds of rows of the table (`kindOf`) that are kept so; none where it is not in the table. */
  rows: readonly string[]
}

export const RETENTION: readonly Retention[] = [
  {
    what: 'posts with their publications, approvals, drafts, accounts, teams, people, keys, weekly slots, webhooks',
    kept: 'until they are deleted; there is no end by itself',
    rows: [
      ...['OWNER OWNER', 'OWNERNAME OWNERNAME', 'OWNER KEYS', 'OWNER WEBHOOKS', 'OWNER STORAGE', 'APIKEY APIKEY'],
      ...['KEYHASH KEYHASH', 'ACCOUNT ACCOUNT', 'EXTERNAL *', 'CONNECTED CONNECTED', 'POST POST', 'POST PUBLICATION'],
      ...['SLOTS PLAN', 'WEBHOOKS *', 'NOTICES MAIL', 'APPROVAL APPROVAL', 'APPROVAL ENTRY', 'DRAFTS *'],
      ...['TEAM TEAM', 'TEAM MEMBER', 'PERSON PERSON', 'PERSON OWNER'],
    ],
  },
  {
    what: 'sums of usage by hour and day, and what the jobs of each publication came to',
    kept: 'until the owner is deleted',
    rows: [
      ...['SUMMARY HOUR', 'SUMMARY DAY', 'SUMMARY JHOUR', 'SUMMARY JDAY', 'SUMMARY STATE', 'JOBS *'],
      'SUMMARIZER CURSOR',
    ],
  },
  { what: "the table's past, second by second (point-in-time recovery)", kept: '35 days', rows: [] },
  { what: "a table that was deleted (DynamoDB's own backup of it)", kept: '35 days', rows: [] },
  {
    what: 'files and their variants',
    kept: 'until they are deleted, and `deletedFilesDays` longer (0 by default)',
    rows: ['MEDIA MEDIA'],
  },
  { what: 'rows of deleted files (name and size, no bytes)', ms: TOMBSTONE_MS, rows: ['MEDIA MEDIA deleted'] },
  { what: 'uploads that were not completed', ms: 2 * UNFINISHED_UPLOAD_MS, rows: ['UPLOAD UPLOAD'] },
  {
    what: 'records of requests, which usage is counted from',
    ms: RECORD_DAYS * DAY,
    rows: ['USAGE *', 'SUMMARY PACK'],
  },
  { what: 'figures that platforms told (insights)', ms: KEPT_MS, rows: ['INSIGHTS DAY', 'INSIGHTS *'] },
  { what: 'notices', ms: KEEP_NOTICES_MS, rows: ['NOTICES NOTICE'] },
  { what: 'what was changed, and by whom (`GET /v1/activity`)', ms: ACTIVITY_DAYS * DAY, rows: ['ACTIVITY *'] },
  { what: 'deliveries of webhooks', ms: KEEP_DELIVERIES_MS, rows: ['WEBHOOK DELIVERY', 'EVENT EVENT'] },
  {
    what: 'which publication a live post belongs to, where only its words tell that',
    ms: BOUND_MS,
    rows: ['ACCOUNT POSTED'],
  },
  {
    what: 'answers of requests with an `Idempotency-Key`',
    kept: `${IDEMPOTENCY_HOURS} hours`,
    ms: IDEMPOTENCY_HOURS * HOUR,
    rows: ['IDEMPOTENCY *'],
  },
  { what: 'slots that posts have taken', kept: '1 day after their time', rows: ['SLOTS TAKEN'] },
  {
    what: 'windows of rate limits, locks and leases',
    kept: '2 days',
    ms: 2 * DAY,
    rows: [
      ...['RATE *', 'RATE STRIKES', 'RATE HOURS', 'ACCOUNT PUBLISHING'],
      ...['OWNER IMPORT', 'OWNER CONNECTING', 'OWNER SLOWTRY'],
    ],
  },
  {
    what: 'which post a row of an imported file became',
    ms: KNOWN_MS,
    rows: ['IMPORTED *'],
  },
  { what: 'which variants of a file cannot be made', ms: VARIANTS_KEPT_MS, rows: ['VARIANTS *'] },
  {
    what: 'what platforms answered to who looked (quotas, places, hashtags, people who are mentioned)',
    kept: '7 days at most',
    ms: 7 * DAY,
    rows: ['ASKED ANSWER', 'ASKED CALLS', 'ASKED PAUSE', 'ASKED HASHTAGS'],
  },
  {
    what: 'the service as an app at servers of Mastodon',
    kept: 'for good: a server knows it by that',
    rows: ['APP *'],
  },
  {
    what: 'sessions',
    kept: '12 hours without use, 7 days at most',
    ms: SESSION_LONGEST_MS,
    rows: ['SESSION SESSION', 'PERSON SESSION'],
  },
  {
    what: 'connections of assistants that are not used',
    kept: '30 days',
    // An hour longer, for tokens that are shown again after their end.
    ms: UNUSED_MS + HOUR,
    rows: ['GRANT REFRESH'],
  },
  {
    what: 'sign-ins, connections of accounts and of assistants that were begun',
    kept: '2 hours at most',
    ms: 2 * HOUR,
    rows: ['SIGNIN SIGNIN', 'OAUTH OAUTH', 'CHOICE CHOICE', 'GRANT CODE'],
  },
  {
    what: 'invitations',
    ms: INVITATION_MS,
    rows: ['TEAM INVITATION', 'INVITATION INVITATION', 'TEAM PLACE', 'TEAM MAILS', 'INVITATION MAILED'],
  },
  {
    what: 'connect links, with what was connected by them',
    ms: keptUntil({ until: CONNECT_LINK_MS }),
    rows: ['TEAM CONNECTLINK', 'CONNECTLINK CONNECTLINK'],
  },
  { what: 'dead letters', kept: '14 days', rows: [] },
  {
    what: 'logs of functions and of the gateway',
    kept: '`logRetentionDays`, 30 days by default',
    rows: [],
  },
  {
    what: 'the token key, once it is deleted',
    kept: '30 days in which AWS can be told to keep it; after that no token can be read any more',
    rows: [],
  },
  { what: 'the user pool', kept: 'until it is deleted, and then there is no way back', rows: [] },
]

const daysOf = (ms: number): string => `${ms / DAY} days`

/** The table of the page, as Markdown. */
const table = (): string =>
  [
    '| what | how long |',
    '| --- | --- |',
    ...RETENTION.map(({ what, kept, ms }) => `| ${what} | ${kept ?? daysOf(ms!)} |`),
  ].join('\n')

/** The page with the table as it must be. @param page docs/restoring.md. */
export function withRetention(page: string): string {
  const found = /(## Retention\n\n)(?:\|.*\n)+/
  if (!found.test(page)) throw new Error('docs/restoring.md has no table of retention')
  return page.replace(found, (_all, heading: string) => `${heading}${table()}\n`)
}
