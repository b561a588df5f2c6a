// The languages of the dashboard. A language is a folder here with a file for each area and an index, and its row.
import type { Catalogues } from './catalogue.ts'

interface LanguageRow {
  /** The language's own name. */
  name: string
  /** Loads its catalogues. English has none to load: its texts come with the pages, and are shown where others are missing. */
  load?: () => Promise<{ default: Catalogues }>
}

export const LANGUAGES = {
  en: { name: 'English' },
  ko: { name: '한국어', load: () => import('./ko/index.ts') },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof LANGUAGES

/** The row of a language, with what every row may have. */
export const rowOf = (language: Language): LanguageRow => LANGUAGES[language]
