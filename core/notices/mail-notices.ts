// Mails what happened to owners, at most once an hour each: one digest of all that came since the one before.
import { type Mail, type MailOutcome, MOST_RECIPIENTS, sendMail } from '../aws/mail.ts'
import { optionalSetting, setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import { getPeople } from '../people/person-store.ts'
import { membersOf } from '../people/team-store.ts'
import { dueMails, type MailState, putOffMail, settleMail, takeMail } from './mail-state.ts'
import { noticesWith } from './notice-store.ts'
import { digestOf } from './rules/digest.ts'
import { MAIL_WITHIN_MS, MOST_PENDING, newestFirst, waitAfterRefusal } from './rules/notices.ts'
import { stillSo } from './still-so.ts'

/** Owners that one sweep looks at; the others are due at the next. */
const AT_ONCE = 100

/** Nothing is started after this; the sweeper has more to do and less than a minute. */
const SENDING_MS = 15_000

/** Addresses of the members who want it. */
async function recipientsOf(ownerId: string): Promise<string[]> {
  const members = (await membersOf(ownerId)).filter(({ notices_by_mail }) => notices_by_mail)
  if (members.length === 0) return []
  const people = await getPeople(members.map(({ person_id }) => person_id))
  return members.flatMap(({ person_id }) => people.get(person_id)?.email || [])
}

/** A mail is sent again only where no recipient got it. */
function together(outcomes: readonly MailOutcome[]): MailOutcome {
  const first = (wanted: (outcome: MailOutcome) => boolean) => outcomes.find(wanted)
  return (
    first(({ is }) => is === 'sent') ??
    first(({ is }) => is === 'ambiguous') ??
    first((outcome) => outcome.is === 'refused' && !outcome.forGood) ??
    outcomes[0]!
  )
}

/** To all of them. One whom SES does not take is no reason to leave the others without. */
async function sendToAll(mail: Omit<Mail, 'to'>, recipients: readonly string[]): Promise<MailOutcome> {
  const outcomes: MailOutcome[] = []
  for (let at = 0; at < recipients.length; at += MOST_RECIPIENTS) {
    const to = recipients.slice(at, at + MOST_RECIPIENTS)
    const outcome = await sendMail({ ...mail, to })
    if (outcome.is !== 'refused' || !outcome.forGood || to.length === 1) outcomes.push(outcome)
    else for (const one of to) outcomes.push(await sendMail({ ...mail, to: [one] }))
  }
  const missed = outcomes.filter(({ is }) => is !== 'sent').length
  if (missed > 0 && missed < outcomes.length) log.warn('a mail was not taken for all who want it', { missed })
  return together(outcomes)
}

/** The content of the mail and its recipients; undefined if there is nothing to tell, or nobody. */
async function contentOf({ owner_id, pending = new Set() }: MailState, now: number) {
  const [owner, found, recipients] = await Promise.all([
    getOwner(owner_id),
    noticesWith(owner_id, pending),
    recipientsOf(owner_id),
  ])
  if (!owner || recipients.length === 0) return undefined
  const notices = newestFirst(await stillSo(found.filter(({ created_at }) => created_at > now - MAIL_WITHIN_MS)))
  return notices.length === 0 ? undefined : { owner, recipients, notices }
}

async function mailDigest(state: MailState, now: number): Promise<void> {
  const { owner_id, pending = new Set() } = state
  const tryLater = () => putOffMail(state, now + waitAfterRefusal(state.refused ?? 0))
  const content = await contentOf(state, now).catch(async (error: unknown) => {
    await tryLater()
    throw error
  })
  if (!content) return settleMail(state, false, now)
  const { owner, recipients, notices } = content
  const digest = digestOf(notices, {
    owner: owner.name,
    dashboard: setting(ENV.dashboardUrl),
    more: pending.size >= MOST_PENDING,
  })
  const outcome = await sendToAll({ from: setting(ENV.mailFrom), ...digest }, recipients)
  const context = { owner_id, notices: notices.length, recipients: recipients.length }
  if (outcome.is === 'sent') {
    log.info('notices were mailed', context)
    return settleMail(state, true, now)
  }
  if (outcome.is === 'ambiguous') {
    // It may have arrived: notices that have to be sent again are sent in the next hour.
    log.warn('it is not known whether notices were mailed', { ...context, code: outcome.code })
    return
  }
  log.error('notices could not be mailed', { ...context, code: outcome.code, for_good: outcome.forGood })
  if (outcome.forGood) return settleMail(state, false, now)
  await tryLater()
}

/** Sends the mails that are due. Where no address to send from is set: nothing. @returns how many were begun. */
export async function mailNotices(now: number): Promise<number> {
  if (optionalSetting(ENV.mailFrom) === undefined) return 0
  const began = Date.now()
  let taken = 0
  for (const ownerId of await dueMails(now, AT_ONCE)) {
    if (Date.now() - began > SENDING_MS) break
    const state = await takeMail(ownerId, now)
    if (!state) continue
    taken += 1
    await mailDigest(state, now)
  }
  return taken
}
