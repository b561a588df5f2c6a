// Asks before what cannot be taken back. Its button repeats the action's name.

import type { ReactNode } from 'react'
import { useMutation } from '../api/mutation.ts'
import { Dialog } from './dialog.tsx'
import { FormFoot } from './form-foot.tsx'

interface ConfirmDialogProps {
  title: string
  /** The consequence. */
  children: ReactNode
  /** The action's name, as on the button that asked: "Disconnect". */
  action: string
  run: () => Promise<unknown>
  /** After it worked. */
  onDone: () => void
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, run, onDone, onClose }: ConfirmDialogProps) {
  const acting = useMutation({
    mutationFn: run,
    onSuccess: onDone,
  })
  return (
    <Dialog title={title} onClose={onClose} closable={!acting.isPending}>
      <div>
        {/* What is chosen while it is under way would not be what was asked for. */}
        <fieldset className="stack" role="presentation" disabled={acting.isPending}>
          {children}
        </fieldset>
      </div>
      <FormFoot
        action={action}
        onAct={() => acting.mutate()}
        onCancel={onClose}
        busy={acting.isPending}
        danger
        error={acting.error}
      />
    </Dialog>
  )
}
