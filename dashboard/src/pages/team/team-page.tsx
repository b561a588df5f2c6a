import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import type { Invitation, Member } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { online } from '../../parts/online.ts'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { StillMade } from './still-made.tsx'
import { InvitationTable, MemberTable } from './team-tables.tsx'

const ExportDialog = lazy(() => online().then(() => import('./export/export-dialog.tsx')))

type Open =
  | { is: 'invite' }
  | { is: 'export' }
  | { is: 'role'; member: Member }
  | { is: 'remove'; member: Member }
  | { is: 'withdraw'; invitation: Invitation }
  | { is: 'again'; invitation: Invitation }

/** The people of the owner: invited, given a role and removed here. */
export function TeamPage() {
  const text = useTexts('team', teamTexts)
  const queries = useQueryClient()
  const mayChange = useMay('admin')
  const [open, setOpen] = useState<Open | null>(null)
  const query = useQuery({ queryKey: ['team'], queryFn: async () => (await orThrow(api.GET('/v1/team'))).data })
  const close = () => setOpen(null)
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['team'] })
    // One's own role may be another now.
    void queries.invalidateQueries({ queryKey: ['session'] })
  }
  const done = (said: string) => {
    close()
    changed()
    showToast({ kind: 'done', text: said })
  }
  const nameOf = ({ name, email }: Member) => name || email
  return (
    <Page
      title={text.title}
      intro={
        <>
          {mayChange ? text.intro : `${text.intro} ${text.onlyAdmins}`} <HelpLink operation="inviteMember" />
        </>
      }
      actions={
        mayChange && (
          <>
            <Link to="/activity" className="button">
              {text.activity}
            </Link>
            <button type="button" className="button" onClick={() => setOpen({ is: 'export' })}>
              {text.export}
            </button>
            <button type="button" className="button primary" onClick={() => setOpen({ is: 'invite' })}>
              {text.invite}
            </button>
          </>
        )
      }
    >
      <Loaded query={query}>
        {({ members, invitations }) => (
          <>
            <MemberTable
              members={members}
              mayChange={mayChange}
              onRole={(member) => setOpen({ is: 'role', member })}
              onRemove={(member) => setOpen({ is: 'remove', member })}
            />
            {invitations.length > 0 && (
              <InvitationTable
                invitations={invitations}
                mayChange={mayChange}
                onAgain={(invitation) => setOpen({ is: 'again', invitation })}
                onWithdraw={(invitation) => setOpen({ is: 'withdraw', invitation })}
              />
            )}
          </>
        )}
      </Loaded>
      {open?.is === 'invite' && <InviteDialog onInvited={changed} onClose={close} />}
      {open?.is === 'export' && (
        <Suspense>
          <ExportDialog onClose={close} />
        </Suspense>
      )}
      {open?.is === 'again' && <InviteDialog again={open.invitation} onInvited={changed} onClose={close} />}
      {open?.is === 'role' && (
        <RoleDialog member={open.member} onDone={() => done(text.roleChanged(nameOf(open.member)))} onClose={close} />
      )}
      {open?.is === 'remove' && (
        <ConfirmDialog
          title={open.member.you ? text.leaveTitle : text.removeTitle(nameOf(open.member))}
          action={open.member.you ? text.leave : text.remove}
          run={() => orThrow(api.DELETE('/v1/team/members/{id}', { params: { path: { id: open.member.id } } }))}
          // For who left, nothing here is theirs to see any more.
          onDone={() => (open.member.you ? window.location.assign('/') : done(text.removed(nameOf(open.member))))}
          onClose={close}
        >
          <p>{open.member.you ? text.leaveWhy : text.removeWhy}</p>
          {!open.member.you && <StillMade memberId={open.member.id} />}
        </ConfirmDialog>
      )}
      {open?.is === 'withdraw' && (
        <ConfirmDialog
          title={text.withdrawTitle(open.invitation.email)}
          action={text.withdraw}
          run={() => orThrow(api.DELETE('/v1/team/invitations/{id}', { params: { path: { id: open.invitation.id } } }))}
          onDone={() => done(text.withdrawn)}
          onClose={close}
        >
          <p>{text.withdrawWhy}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
