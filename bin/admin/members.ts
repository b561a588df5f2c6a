// member ...

import { ROLES } from '../../core/api-keys/rules/roles.ts'
import { refuse } from '../../core/errors.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import type { PasswordMail } from '../../core/people/rules/invitation-mails.ts'
import { MailAddress } from '../../core/people/rules/mail-address.ts'
import { describeTeam, invite, removeFromTeam, withdrawInvitation } from '../../core/people/team.ts'
import { type Call, type Outcome, oneOf, table, WrongCall } from './command.ts'

function addressOf(text: string | undefined): string {
  const parsed = MailAddress.safeParse(text)
  if (!parsed.success) throw new WrongCall('--email must be an e-mail address.')
  return parsed.data
}

/** The note for the operator if no first password was mailed. */
const NO_MAIL: Partial<Record<PasswordMail, string>> = {
  waiting: '\nA first password was mailed to that address a moment ago; no other was sent.',
  team_limit: '\nNo first password was mailed: the owner had as many mailed as a day allows. Invite again tomorrow.',
  service_limit: '\nNo first password was mailed: the user pool sends no more mail today. Invite again tomorrow.',
  failed: '\nNo first password was mailed: the user pool could not send it. Check the address, then invite again.',
}

const time = (ms: number): string => new Date(ms).toISOString()

export async function add({ options }: Call): Promise<Outcome> {
  const email = addressOf(options.email)
  const role = oneOf('role', options.role ?? 'admin', ROLES)
  const owner = await requireOwner(options.owner as string)
  const { id, url, expires_at, password_mail } = await invite({ ownerId: owner.id, email, role, now: Date.now() })
  return {
    json: { id, email, role, expires_at, url, password_mail },
    text: `Invited ${email} as ${role} of ${owner.name}. Until ${time(expires_at)} this link is good for that address alone:\n${url}${NO_MAIL[password_mail] ?? ''}`,
  }
}

export async function list({ options }: Call): Promise<Outcome> {
  const owner = await requireOwner(options.owner as string)
  const { members, invitations } = await describeTeam(owner.id, undefined, Date.now())
  const rows = [
    ...members.map(({ id, email, role, last_seen_at }) => [id, email, role, `last seen ${time(last_seen_at)}`]),
    ...invitations.map(({ id, email, role, expires_at }) => [id, email, role, `invited until ${time(expires_at)}`]),
  ]
  return {
    json: { members: members.map(({ you: _you, ...member }) => member), invitations },
    text: rows.length === 0 ? 'No members.' : table([['ID', 'EMAIL', 'ROLE', ''], ...rows]),
  }
}

export async function remove({ options }: Call): Promise<Outcome> {
  const email = addressOf(options.email)
  const owner = await requireOwner(options.owner as string)
  const now = Date.now()
  const { members, invitations } = await describeTeam(owner.id, undefined, now)
  const member = members.find((one) => one.email === email)
  const open = invitations.filter((one) => one.email === email)
  if (!member && open.length === 0) throw refuse('not_found', `${email} is no member of ${owner.name}.`)
  for (const { id } of open) await withdrawInvitation(owner.id, id)
  if (member) await removeFromTeam(owner.id, member.id, now)
  return {
    json: { email, removed: member !== undefined, invitations_withdrawn: open.length },
    text: member ? `${email} is no longer a member of ${owner.name}.` : `The invitation of ${email} is withdrawn.`,
  }
}
