import type { ReactNode } from 'react'

interface NoteProps {
  says: ReactNode
  /** Read out at once: somebody has to decide before they go on. */
  urgent?: boolean
  /** Ways to go on. */
  children?: ReactNode
}

/** A note above what it is about, with ways to go on. */
export function Note({ says, urgent = false, children }: NoteProps) {
  return (
    <div className="problem warning" role={urgent ? 'alert' : 'status'}>
      <p>{says}</p>
      {children}
    </div>
  )
}
