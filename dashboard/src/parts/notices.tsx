// Short notices of what was done, in a region that is read out. A dialog makes all else inert, so they are drawn in the
// topmost layer as a popover.

import { useEffect, useRef, useSyncExternalStore } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'

interface Notice {
  id: number
  kind: 'done' | 'failed'
  text: string
  /** What can be done about it while it is shown. */
  action?: { label: string; run: () => void; forMs: number }
}

/** How long a notice of success stays. One of a failure stays until it is closed. */
const SHOWN_MS = 8000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => replace(notices.filter((notice) => notice.id !== id))

/** Shows and reads out a sentence. */
export function notify({ kind, text, action }: Omit<Notice, 'id'>): void {
  lastId += 1
  const id = lastId
  replace([...notices.slice(-2), { id, kind, text, ...(action && { action }) }])
  if (kind === 'done') setTimeout(() => dismiss(id), action?.forMs ?? SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region of notices, once on the page. */
export function Notices() {
  const text = useTexts('parts', partsTexts)
  const shown = useSyncExternalStore(subscribe, () => notices)
  const layer = useRef<HTMLDivElement>(null)
  // Anew at each notice: above a dialog that was opened meanwhile.
  useEffect(() => {
    const element = layer.current
    if (element?.matches(':popover-open')) element.hidePopover()
    if (shown.length > 0) element?.showPopover()
  }, [shown])
  return (
    <section className="notices" popover="manual" ref={layer} aria-label={text.notices}>
      <div role="status">
        {shown.map(({ id, kind, text: sentence, action }) => (
          <p key={id} className={`notice ${kind}`}>
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
