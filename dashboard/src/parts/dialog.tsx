// The browser's own dialog: it keeps the focus inside, gives it back, and closes on Escape.

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { useKeptFocus } from './kept-focus.ts'
import './dialog.css'

interface DialogProps {
  title: string
  children: ReactNode
  /** Asked to close: by Escape or a button. */
  onClose: () => void
  /** False while something is under way that must be seen to its end. */
  closable?: boolean
}

/** A dialog that the head of the page asks for, in the page's main part: elsewhere its own head and foot would be those of the page. */
export const inMain = (dialog: ReactNode) => createPortal(dialog, document.getElementById('main') ?? document.body)

/** Open as long as it is drawn. */
export function Dialog({ title, children, onClose, closable = true }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useTexts('parts', partsTexts)
  const heading = useId()
  useKeptFocus(dialog)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (element !== null && !element.open) {
      element.showModal()
      // Where one types or chooses; else the first button below, which does no harm. By itself it would be "Close".
      element.querySelector<HTMLElement>('input, select, textarea, footer button')?.focus()
    }
    return () => {
      element?.close()
      // The browser gives the focus back only to a dialog that is closed before it is taken away.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (closable) onClose()
      }}
      // Chrome closes at a second Escape whatever `cancel` said.
      onClose={() => {
        if (closable) onClose()
        else dialog.current?.showModal()
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {closable && (
          <button type="button" className="button plain icon" aria-label={text.close} onClick={onClose}>
            <span aria-hidden="true">✕</span>
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
