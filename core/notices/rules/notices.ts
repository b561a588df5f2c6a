// Notices, purely: which an owner gets in the dashboard and by mail, and when.
import * as z from 'zod/mini'

export const NOTICE_KINDS = [
  'post.failed',
  'post.partially_failed',
  'account.reconnect_required',
  'webhook.switched_off',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const HOUR = 3_600_000

/** How long a notice is shown. */
export const KEEP_NOTICES_MS = 30 * 24 * HOUR

/** As many are listed, the newest. */
export const MOST_LISTED = 100

/** An owner's mails are at least this far apart. */
export const BETWEEN_MAILS_MS = HOUR

/** A notice that could not be mailed for so long is left to the dashboard. */
export const MAIL_WITHIN_MS = 24 * HOUR

/** At most so many notices wait for one mail; if there are more, the mail says so. */
export const MOST_PENDING = 100

/** Failed publications that a notice names. */
const MOST_FAILURES = 10

const FIRST_WAIT_MS = 5 * 60_000

const Failure = z.lazy(() => z.object({ account_id: z.string(), platform: z.string(), code: z.string() }))

export const Notice = z.lazy(() =>
  z.object({
    /** The event's. */
    id: z.string(),
    owner_id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    /** When it happened. */
    at: z.number(),
    /** When it was written, which is later. */
    created_at: z.number(),
    post: z.nullable(
      z.object({
        id: z.string(),
        title: z.string(),
        /** Accounts that it was for, and on how many of them it failed. */
        accounts: z.number(),
        failed: z.number(),
        failures: z.array(Failure),
      }),
    ),
    account: z.nullable(
      z.object({
        id: z.string(),
        platform: z.nullable(z.string()),
        username: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
    /** Only its host: an address may have a secret in its path. */
    webhook: z.nullable(z.object({ id: z.string(), host: z.string() })),
  }),
)
export type Notice = z.infer<typeof Notice>

/** A notice, with the state of what it is about at the moment it is sent. */
export type Told = Notice & {
  /** The account works again once its owner has done what the platform asks for: it need not be connected again. */
  owner_acts?: boolean
}

/** Marked as pure, so that bundles that do not use it drop it. */
export const NoticeId = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^msg_\d{15}[0-9a-f]{32}$/, 'must be the id of a notice'))

interface HandedOn {
  id: string
  owner_id: string
  type: string
  at: number
}

/** The kind of an event's notice; undefined where it makes none. Of an account that stopped, its state says what is to be done. */
const kindOf = (type: string): NoticeKind | undefined =>
  type === 'account.action_required' ? 'account.reconnect_required' : NOTICE_KINDS.find((kind) => kind === type)

/** Whether an owner gets notices of events of this type. */
export const isNoticed = ({ type }: Pick<HandedOn, 'type'>): boolean => kindOf(type) !== undefined

/** What `post.*` events carry, as webhooks are sent it. */
interface PostData {
  post_id?: unknown
  title?: unknown
  accounts?: { account_id: string; platform: string; error: { code: string } | null }[]
}

function postOf({ post_id, title, accounts = [] }: PostData): NonNullable<Notice['post']> {
  const failures = accounts.flatMap(({ account_id, platform, error }) =>
    error === null ? [] : [{ account_id, platform, code: error.code }],
  )
  return {
    id: String(post_id),
    title: typeof title === 'string' ? title : '',
    accounts: accounts.length,
    failed: failures.length,
    failures: failures.slice(0, MOST_FAILURES),
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * The notice of an event.
 * @param data of the event, as webhooks are sent it.
 * @throws {Error} for an event that makes no notice.
 */
export function noticeOf({ id, owner_id, type, at }: HandedOn, data: Record<string, unknown>, now: number): Notice {
  const kind = kindOf(type)
  if (!kind) throw new Error(`no notice is made of ${type}`)
  const notice = { id, owner_id, kind, at, created_at: now, post: null, account: null, webhook: null }
  if (kind === 'webhook.switched_off')
    return { ...notice, webhook: { id: String(data.webhook_id), host: String(data.host) } }
  if (kind !== 'account.reconnect_required') return { ...notice, post: postOf(data) }
  const { account_id, platform, external_username, reason } = data
  const account = {
    id: String(account_id),
    platform: textOrNull(platform),
    username: textOrNull(external_username),
    reason: textOrNull(reason),
  }
  return { ...notice, account }
}

/** The newest in front: by when they were written, which is when they can be seen. */
export const newestFirst = <T extends Notice>(notices: readonly T[]): T[] =>
  [...notices].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))

/** Until a mail that was refused is tried again, milliseconds. @param tries that were refused before. */
export const waitAfterRefusal = (tries: number): number => Math.min(HOUR, FIRST_WAIT_MS * 2 ** Math.min(tries, 10))
