// Short toasts about what was done, in a region that is read out. A dialog makes everything else inert, so they are drawn in the
// topmost layer as a popover.

import { useEffect, useRef, useSyncExternalStore } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'

interface Toast {
  id: number
  kind: 'done' | 'failed'
  text: string
  /** The action that is offered while it is shown. */
  action?: { label: string; run: () => void; forMs: number }
}

/** How long a toast of success stays. One of a failure stays until it is closed, or until others of failures need its place. */
const SHOWN_MS = 8000

/** So many fit a phone; of successes there are at most three. */
const MOST = 5

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => replace(toasts.filter((toast) => toast.id !== id))

/** Shows and reads out a sentence. */
export function showToast({ kind, text, action }: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  const others = toasts.filter((toast, at) => toast.kind === 'failed' || at > toasts.length - 3)
  replace([...others.slice(1 - MOST), { id, kind, text, ...(action && { action }) }])
  if (kind === 'done') setTimeout(() => dismiss(id), action?.forMs ?? SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region of toasts, once on the page. */
export function Toasts() {
  const text = useTexts('parts', partsTexts)
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const layer = useRef<HTMLDivElement>(null)
  // Anew at each toast: above a dialog that was opened meanwhile.
  useEffect(() => {
    const element = layer.current
    if (element?.matches(':popover-open')) element.hidePopover()
    if (shown.length > 0) element?.showPopover()
  }, [shown])
  return (
    <section className="toasts" popover="manual" ref={layer} aria-label={text.notices}>
      <div role="status">
        {shown.map(({ id, kind, text: sentence, action }) => (
          <p key={id} className={`toast ${kind}`}>
            <span>{sentence}</span>
            {action && (
              <button
                type="button"
                className="button plain"
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {action.label}
              </button>
            )}
            <button type="button" className="button plain icon" aria-label={text.close} onClick={() => dismiss(id)}>
              <span aria-hidden="true">✕</span>
            </button>
          </p>
        ))}
      </div>
    </section>
  )
}
