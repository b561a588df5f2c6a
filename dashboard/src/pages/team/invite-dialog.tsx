import { type FormEvent, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import type { Invitation, Role } from '../../api/schemas.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { useStay } from '../../parts/stay.ts'
import { Time } from '../../parts/time.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Asks whom to invite as what; then shows the link to hand on. */
interface InviteDialogProps {
  /** An open invitation that is made again: its link is shown once, and ends with this. */
  again?: Invitation
  onInvited: () => void
  onClose: () => void
}

export function InviteDialog({ again, onInvited, onClose }: InviteDialogProps) {
  const text = useTexts('team', teamTexts)
  const fieldProblem = useFieldProblem()
  const of = `invited-${again?.id}`
  const first = again?.email ?? ''
  const [email, setEmail] = useKeptField(`${of}-email`, first)
  const [role, setRole] = useKeptField<Role>(`${of}-role`, again?.role ?? 'editor')
  const [tried, setTried] = useState(false)
  const inviting = useMutation({
    mutationFn: async () =>
      (await orThrow(api.POST('/v1/team/invitations', { body: { email: email.trim(), role } }))).data,
    onSuccess: () => {
      // Invited once more, the link that is shown would end.
      setEmail(first)
      onInvited()
    },
  })
  useStay(inviting.data !== undefined)
  // Whether an address is good only mail can tell; this catches slips.
  const wrong = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : text.emailWrong
  const refused = fieldProblem(inviting.error, 'email', text.email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined) inviting.mutate()
  }
  if (inviting.data !== undefined) {
    const { email: invited, expires_at, url, password_mail } = inviting.data
    return (
      <Dialog title={text.linkTitle} onClose={onClose} closable={false}>
        <div className="stack">
          <p>
            {text.linkWhy(invited)} <Time at={expires_at} />
          </p>
          {text.passwordMail[password_mail] !== '' && <p role="status">{text.passwordMail[password_mail]}</p>}
          <CopyField label={text.link} value={url} />
        </div>
        <footer>
          <button type="button" className="button primary" onClick={onClose}>
            {text.done}
          </button>
        </footer>
      </Dialog>
    )
  }
  return (
    <Dialog title={again ? text.againTitle : text.inviteTitle} onClose={onClose} closable={!inviting.isPending}>
      <DialogForm busy={inviting.isPending} onSubmit={submit}>
        {again && <p>{text.againWhy}</p>}
        <Field label={text.email} hint={text.emailHint} problem={(tried ? wrong : undefined) ?? refused}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              readOnly={again !== undefined}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <RoleChoice role={role} onChoose={setRole} />
        <FormFoot
          action={text.sendInvitation}
          onCancel={onClose}
          busy={inviting.isPending}
          error={refused === undefined ? inviting.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}
