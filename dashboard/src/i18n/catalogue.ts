// The shape of the dashboard's texts, and numbers with their nouns: the catalogues of every language are made with these.
import type * as english from './en/index.ts'

/** The shape of a catalogue: the same names, the same arguments, other words. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Texts<T[K]>
}

export type English = typeof english

/** All that a language says, by area: the areas, names and arguments of English. */
export type Catalogues = { readonly [A in keyof English]: Texts<English[A]> }

const rules = new Map<string, Intl.PluralRules>()

/**
 * A number with its noun: `plural('en', 2, { one: '# post', other: '# posts' })` is "2 posts". `#` becomes the number
 * as the language writes it.
 */
export function plural(language: string, count: number, forms: { one?: string; other: string }): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  const form = (rule.select(count) === 'one' ? forms.one : undefined) ?? forms.other
  return form.replaceAll('#', new Intl.NumberFormat(language).format(count))
}
