import { type ReactNode, useEffect } from 'react'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { Brand } from './brand.tsx'

/** A page outside the frame: one card in the middle. */
export function SinglePage({ title, children }: { title: string; children: ReactNode }) {
  const { product } = useTexts('shell', shellTexts)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
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
