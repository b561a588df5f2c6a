import { type ReactNode, useEffect } from 'react'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'

/** A page: its heading, which is also the tab's title, its actions and what it holds. */
export function Page({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { product } = useTexts('shell', shellTexts)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {intro !== undefined && <p className="quiet">{intro}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}
