// Asks before what cannot be taken back. Its button repeats the action's name.

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The action's name, as on the button that asked: "Disconnect". */
  action: string
  run: () => Promise<unknown>
  /** After it worked. */
  onDone: () => void
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, run, onDone, onClose }: ConfirmDialogProps) {
  const text = useTexts('parts', partsTexts)
  const acting = useMutation({ mutationFn: run, onSuccess: onDone })
  return (
    <Dialog title={title} onClose={onClose} closable={!acting.isPending}>
      <div className="stack">{children}</div>
      <Problem error={acting.error} />
      <footer>
        <button type="button" className="button" onClick={onClose} disabled={acting.isPending}>
          {text.cancel}
        </button>
        <button type="button" className="button danger" onClick={() => acting.mutate()} disabled={acting.isPending}>
          {action}
        </button>
      </footer>
    </Dialog>
  )
}
