// What a page says: one catalogue per language, of the same shape, held by the compiler.
import { type Language, useLanguage } from './language.ts'

/** The shape of a catalogue: the same names, the same arguments, other words. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Texts<T[K]>
}

/**
 * A hook that gives a page's texts in the language of the page. Catalogues stand in `i18n/<language>/<page>.ts` and
 * load with the page that uses them.
 */
export function texts<T>(catalogues: { en: T; ko: Texts<T> }): () => Texts<T> {
  return () => catalogues[useLanguage()] as Texts<T>
}

/** What loads the texts of the frame in a language. */
const loaders: ((language: Language) => Promise<void>)[] = []

/**
 * The same for texts of the first load: those of the other language are loaded when they are wanted, by `loadTexts`. Where
 * that did not work the page speaks English.
 */
export function laterTexts<T>({ en, ko }: { en: T; ko: () => Promise<{ default: Texts<T> }> }): () => Texts<T> {
  const loaded: Partial<Record<Language, Texts<T>>> = { en: en as Texts<T> }
  loaders.push(async (language) => {
    if (language === 'ko') loaded.ko ??= (await ko()).default
  })
  return () => loaded[useLanguage()] ?? (en as Texts<T>)
}

/** To be waited for before the page speaks a language. Never throws: what cannot be loaded is said in English. */
export const loadTexts = async (language: Language): Promise<void> => {
  await Promise.allSettled(loaders.map((load) => load(language)))
}

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
