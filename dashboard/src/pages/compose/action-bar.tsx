import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { PATIENCE_MS } from './send-post.ts'

/** A request that is not answered by then is reported as slow. */
const LONG_MS = 5000

interface ActionBarProps {
  /** The question that has to be decided before anything else. */
  alerts: ReactNode
  /** When it goes out; false for what goes out at once. */
  when: ReactNode
  /** The summary: moment, accounts, problems. */
  says: ReactNode
  /** The actions, the filled button last. */
  buttons: ReactNode
  isSending: boolean
  locked: boolean
}

/** Always in sight: when and where it goes out, what is missing, and the button that does it. */
export function ActionBar({ alerts, when, says, buttons, isSending, locked }: ActionBarProps) {
  const text = useTexts('compose', composeTexts)
  return (
    <div className="action-bar">
      {alerts}
      <div className="bar-row">
        {when && (
          <fieldset className="bar-when" disabled={locked} aria-label={text.timeOfPost}>
            {when}
          </fieldset>
        )}
        <div className="bar-end">
          <div className="bar-says">
            {says}
            <div role="status">{isSending && <Waiting />}</div>
          </div>
          <div className="actions bar-buttons">{buttons}</div>
        </div>
      </div>
    </div>
  )
}

/** That it is being sent; after a while, that no answer came yet and what can be done meanwhile. */
function Waiting() {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!long) return <p className="quiet">{text.sending}</p>
  return (
    <p>
      {text.sendingLong(formats.number(PATIENCE_MS / 1000))} <Link to="/posts">{text.look}</Link>
    </p>
  )
}
