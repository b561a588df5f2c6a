import type { Invitation, Member } from '../../api/schemas.ts'
import partsTexts from '../../i18n/en/parts.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Address } from '../../parts/address.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RelativeTime } from '../../parts/time.tsx'

interface MemberTableProps {
  members: readonly Member[]
  /** Whether others may be changed; anyone may leave. */
  mayChange: boolean
  onRole: (member: Member) => void
  onRemove: (member: Member) => void
}

export function MemberTable({ members, mayChange, onRole, onRemove }: MemberTableProps) {
  const text = useTexts('team', teamTexts)
  const { never } = useTexts('parts', partsTexts)
  const formats = useFormats()
  const columns: Column<Member>[] = [
    {
      title: text.name,
      heads: true,
      cell: ({ name, email, you }) => (
        <>
          {name || <Address of={email} />} {you && <span className="quiet">({text.you})</span>}
          {name !== '' && (
            <p className="quiet small">
              <Address of={email} />
            </p>
          )}
        </>
      ),
    },
    { title: text.role, cell: ({ role }) => text.roles[role] },
    { title: text.joined, cell: ({ joined_at }) => formats.date(joined_at) },
    {
      title: text.lastSeen,
      cell: ({ last_seen_at }) =>
        last_seen_at === null ? <span className="quiet">{never}</span> : <RelativeTime at={last_seen_at} />,
    },
    {
      title: text.actions,
      actions: true,
      cell: (member) => (
        <span className="actions">
          {mayChange && (
            <button
              type="button"
              className="button small"
              aria-description={member.email}
              onClick={() => onRole(member)}
            >
              {text.changeRole}
            </button>
          )}
          {(mayChange || member.you) && (
            <button
              type="button"
              className="button small"
              aria-description={member.email}
              onClick={() => onRemove(member)}
            >
              {member.you ? text.leave : text.remove}
            </button>
          )}
        </span>
      ),
    },
  ]
  return <Table caption={text.members} columns={columns} rows={members} keyOf={({ id }) => id} />
}

interface InvitationTableProps {
  invitations: readonly Invitation[]
  mayChange: boolean
  /** Makes a new link for the same person. */
  onAgain: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
}

export function InvitationTable({ invitations, mayChange, onAgain, onWithdraw }: InvitationTableProps) {
  const text = useTexts('team', teamTexts)
  const columns: Column<Invitation>[] = [
    { title: text.email, heads: true, cell: ({ email }) => <Address of={email} /> },
    { title: text.role, cell: ({ role }) => text.roles[role] },
    { title: text.invitedBy, cell: ({ invited_by }) => invited_by ?? '' },
    { title: text.expires, cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
  ]
  if (mayChange) {
    columns.push({
      title: text.actions,
      actions: true,
      cell: (invitation) => (
        <span className="actions">
          <button
            type="button"
            className="button small"
            aria-description={invitation.email}
            onClick={() => onAgain(invitation)}
          >
            {text.again}
          </button>
          <button
            type="button"
            className="button small"
            aria-description={invitation.email}
            onClick={() => onWithdraw(invitation)}
          >
            {text.withdraw}
          </button>
        </span>
      ),
    })
  }
  return <Table caption={text.invitations} columns={columns} rows={invitations} keyOf={({ id }) => id} />
}
