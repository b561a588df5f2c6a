import { type ReactNode, useId } from 'react'

interface FoldProps {
  /** The heading. */
  name: string
  /** The choice that was made there, in short. */
  says?: string
  /** Marks that something is missing there. */
  wanting?: boolean
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}

/** A part that most posts do without: behind a button that says what is in it, with what was chosen beside it. */
export function Fold({ name, says = '', wanting = false, open, onOpen, children }: FoldProps) {
  const id = useId()
  return (
    <div className={`fold ${open ? 'open' : ''}`}>
      <div className="fold-head">
        <button
          type="button"
          className="fold-button"
          aria-expanded={open}
          aria-controls={open ? `${id}-part` : undefined}
          aria-describedby={says === '' ? undefined : `${id}-says`}
          onClick={() => onOpen(!open)}
        >
          {name}
        </button>
        {says !== '' && (
          <span className={wanting ? 'fold-says wanting' : 'fold-says'} id={`${id}-says`}>
            {says}
          </span>
        )}
      </div>
      {open && (
        <div className="fold-part stack" id={`${id}-part`}>
          {children}
        </div>
      )}
    </div>
  )
}
