import insightsTexts from '../../i18n/en/insights.ts'
import { useTexts } from '../../i18n/texts.ts'

/** The name of a figure in the language of the page; as the platform calls it where it has none there. */
export function useFigureName(): (name: string) => string {
  const known: Readonly<Record<string, string>> = useTexts('insights', insightsTexts).names
  return (name) => known[name] ?? name.replaceAll('_', ' ')
}
