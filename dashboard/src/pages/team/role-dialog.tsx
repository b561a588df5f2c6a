import { useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import type { Member } from '../../api/schemas.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

export function RoleDialog({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const text = useTexts('team', teamTexts)
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
