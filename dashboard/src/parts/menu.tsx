// A button that opens a list of links and buttons above the page; Escape and a click elsewhere close it.
import { type ReactNode, useId, useRef, useState } from 'react'

interface MenuProps {
  /** The button's name. */
  label: string
  /** The button's content. */
  face: ReactNode
  className?: string
  children: ReactNode
}

export function Menu({ label, face, className = '', children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div className={`menu ${className}`}>
      <button type="button" className="button plain" popoverTarget={id} aria-label={label} aria-expanded={open}>
        {face}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is chosen in it are links and buttons; this closes it afterwards */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key pressed on them is a click too */}
      <div
        id={id}
        ref={list}
        popover="auto"
        className="menu-list"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </div>
  )
}
