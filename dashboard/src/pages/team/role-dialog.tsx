import { useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import type { Member } from '../../api/schemas.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'
import { useTeamTexts } from './team-texts.ts'

export function RoleDialog({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const text = useTeamTexts()
  const [role, setRole] = useState(member.role)
  return (
    <ConfirmDialog
      title={text.changeRoleTitle(member.name || member.email)}
      action={text.changeRole}
      run={() => orThrow(api.PATCH('/v1/team/members/{id}', { params: { path: { id: member.id } }, body: { role } }))}
      onDone={onDone}
      onClose={onClose}
    >
      <RoleChoice role={role} onChoose={setRole} />
      <p className="quiet">{text.changeRoleWhy}</p>
    </ConfirmDialog>
  )
}
