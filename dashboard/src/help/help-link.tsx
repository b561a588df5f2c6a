import type { operations } from '../../../client/generated/api.ts'
import { useHelpTexts } from './help-texts.ts'

/** Leads to what the service's own documentation says of the thing on this page, in a tab of its own. */
export function HelpLink({ operation }: { operation: keyof operations }) {
  const text = useHelpTexts()
  return (
    <a href={`/api/docs#${operation}`} target="_blank" rel="noreferrer">
      {text.documentation}
    </a>
  )
}
