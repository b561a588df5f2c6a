import type { ReactNode } from 'react'
import './empty-state.css'

/** The note where there is nothing yet: says so, and what to do about it. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}
