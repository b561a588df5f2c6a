import type { ReactNode } from 'react'
import './badge.css'

const MARKS = { good: '✓', warning: '!', bad: '✕', neutral: '•' } as const

/** A state in words, with a mark and a colour that repeat them. */
export function Badge({ tone, children }: { tone: keyof typeof MARKS; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">{MARKS[tone]}</span>
      <span>{children}</span>
    </span>
  )
}
