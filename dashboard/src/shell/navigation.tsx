import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { DESTINATIONS } from '../navigation.ts'
import { Icon } from '../parts/icons.tsx'

/** The pages. A column at the side; on a narrow screen a drawer that the button in the top row opens. */
export function Navigation() {
  const text = useTexts('shell', shellTexts)
  const drawer = useRef<HTMLElement>(null)
  return (
    <nav id="navigation" className="side" popover="auto" aria-label={text.main} ref={drawer}>
      <ul>
        {DESTINATIONS.map(({ to, name, icon }) => (
          <li key={to}>
            <Link to={to} onClick={() => drawer.current?.matches(':popover-open') && drawer.current.hidePopover()}>
              <Icon name={icon} />
              {text[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
