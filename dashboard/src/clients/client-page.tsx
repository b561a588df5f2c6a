// A page for people without a user: with the operator's own name, logo and colour where the settings name them.
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { Schemas } from '../api/client.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { useKeptFocus } from '../parts/kept-focus.ts'
import './clients.css'

type Brand = Schemas['OpenedLink']['brand']

/** Black or white, as it reads better on a colour (WCAG's relative luminance). */
function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'black' : 'white'
}

/** Set by script: the page's content security policy takes no style of markup. */
const colors = (color: string | null | undefined): CSSProperties =>
  color ? ({ '--accent': color, '--accent-strong': color, '--on-accent': readableOn(color) } as CSSProperties) : {}

export function ClientPage({
  title,
  brand,
  wide = false,
  children,
}: {
  title: string
  brand?: Brand | undefined
  wide?: boolean
  children: ReactNode
}) {
  const { product } = useTexts('shell', shellTexts)
  const name = brand?.name ?? product
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className={wide ? 'single client-wide' : 'single'} style={colors(brand?.color)}>
      <header className="client-brand">
        <img src={brand?.logo_url ?? '/icon.svg'} alt="" />
        <span>{name}</span>
      </header>
      <main className="card" ref={main} tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
