import type { operations } from '../../../client/generated/api.ts'
import helpTexts from '../i18n/en/help.ts'
import { useTexts } from '../i18n/texts.ts'

/** Leads to what the service's own documentation says of the thing on this page, in a tab of its own. */
export function HelpLink({ operation }: { operation: keyof operations }) {
  const text = useTexts('help', helpTexts)
  return (
    <a href={`/api/docs#${operation}`} target="_blank" rel="noreferrer">
      {text.documentation}
    </a>
  )
}
