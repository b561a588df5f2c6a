// The dashboard's texts: one folder of catalogues per language, of the same shape, held by the compiler.
import type { Catalogues, English } from './catalogue.ts'
import { useLanguage } from './language.ts'
import { type Language, rowOf } from './languages.ts'

const loaded: Partial<Record<Language, Catalogues>> = {}

/**
 * Loads what the dashboard says in a language, to be waited for before the page speaks it. Never throws: what cannot be
 * loaded is said in English.
 */
export async function loadTexts(language: Language): Promise<void> {
  const { load } = rowOf(language)
  if (load === undefined || loaded[language] !== undefined) return
  try {
    loaded[language] = (await load()).default
  } catch {
    // The next wish for the language loads it again.
  }
}

/** The texts of an area in a language that was loaded; else the English ones, which come with the page that uses them. */
export const textsIn = <A extends keyof Catalogues>(
  language: Language,
  area: A,
  inEnglish: English[A],
): Catalogues[A] => loaded[language]?.[area] ?? (inEnglish as Catalogues[A])

/** The texts of an area in the language of the page. */
export const useTexts = <A extends keyof Catalogues>(area: A, inEnglish: English[A]): Catalogues[A] =>
  textsIn(useLanguage(), area, inEnglish)
