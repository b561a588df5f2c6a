import type { operations } from '@social-publisher/client'
import helpTexts from '../i18n/en/help.ts'
import { useTexts } from '../i18n/texts.ts'
import './help.css'

/** Leads to the page of the service's documentation about this page, in a tab of its own. */
export function HelpLink({ operation }: { operation: keyof operations }) {
  const text = useTexts('help', helpTexts)
  return (
    <a
      className="help"
      href={`/api/docs#${operation}`}
      target="_blank"
      rel="noreferrer"
      aria-label={text.documentation}
      title={text.documentation}
    >
      ?
    </a>
  )
}
