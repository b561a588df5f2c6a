// What the dashboard says: one folder of catalogues per language, of the same shape, held by the compiler.
import type * as english from './en/index.ts'
import { useLanguage } from './language.ts'
import { type Language, rowOf } from './languages.ts'

/** The shape of a catalogue: the same names, the same arguments, other words. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Texts<T[K]>
}

type English = typeof english

/** All that a language says, by area: the areas, names and arguments of English. */
export type Catalogues = { readonly [A in keyof English]: Texts<English[A]> }

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

const rules = new Map<Language, Intl.PluralRules>()

/**
 * A number with its noun: `plural('en', 2, { one: '# post', other: '# posts' })` is "2 posts". `#` becomes the number
 * as the language writes it.
 */
export function plural(language: Language, count: number, forms: { one?: string; other: string }): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  const form = (rule.select(count) === 'one' ? forms.one : undefined) ?? forms.other
  return form.replaceAll('#', new Intl.NumberFormat(language).format(count))
}
