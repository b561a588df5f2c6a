// An owner's notices as one of its members has them: which are new to that person, and whether they come by mail.
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import type { Member } from '../people/people.ts'
import { changeNoticeMail, getMember, noteNoticesSeen } from '../people/team-store.ts'
import { getNotice, listNotices } from './notice-store.ts'
import { type Notice, newestFirst } from './rules/notices.ts'

export type NoticeView = Omit<Notice, 'owner_id'> & { seen: boolean }

/** New members get no notices of events before they joined. */
const seenAt = ({ notices_seen_at, joined_at }: Member): number => notices_seen_at ?? joined_at

async function memberOf(ownerId: string, personId: string): Promise<Member> {
  const member = await getMember(ownerId, personId)
  if (!member) throw refuse('no_owner', 'You do not belong to this team any more.')
  return member
}

/** The newest notices, and how many of them the person has not seen. @throws {AppError} `no_owner` */
export async function describeNotices(ownerId: string, personId: string, now: number) {
  const [member, notices] = await Promise.all([memberOf(ownerId, personId), listNotices(ownerId, now)])
  const shown = newestFirst(notices).map(
    ({ owner_id, ...notice }): NoticeView => ({
      ...notice,
      seen: notice.created_at <= seenAt(member),
    }),
  )
  return { notices: shown, unseen: shown.filter(({ seen }) => !seen).length }
}

/**
 * Everything up to there has been seen; what was seen before stays so.
 * @param upTo a notice's id, or Unix ms.
 * @throws {AppError} `not_found`, `no_owner`
 */
export async function markSeen(ownerId: string, personId: string, upTo: string | number, now: number) {
  const notice = typeof upTo === 'string' ? await getNotice(ownerId, upTo) : undefined
  if (typeof upTo === 'string' && !notice) throw refuse('not_found', 'There is no notice with this id.')
  // A notice that does not exist yet cannot have been seen.
  await noteNoticesSeen(ownerId, personId, Math.min(now, notice?.created_at ?? Number(upTo)))
  const { unseen } = await describeNotices(ownerId, personId, now)
  return { unseen }
}

const settingsView = ({ notices_by_mail = false }: Pick<Member, 'notices_by_mail'>) => ({
  email: notices_by_mail,
  /** Whether this service sends mail at all. */
  available: optionalSetting(ENV.mailFrom) !== undefined,
})

/** @throws {AppError} `no_owner` */
export const noticeSettings = async (ownerId: string, personId: string) =>
  settingsView(await memberOf(ownerId, personId))

/** @throws {AppError} `no_owner` */
export async function setNoticeMail(ownerId: string, personId: string, email: boolean) {
  await changeNoticeMail(await memberOf(ownerId, personId), email)
  return settingsView({ notices_by_mail: email })
}
