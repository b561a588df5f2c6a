import { type ReactNode, useEffect } from 'react'
import { Brand } from './brand.tsx'

/** A page outside the frame: one card in the middle. */
export function SinglePage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Social publisher`
  }, [title])
  return (
    <div className="single">
      <header>
        <Brand />
      </header>
      <main className="card">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
