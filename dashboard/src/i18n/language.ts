// The language of the page: `?lang=`, else what was chosen here before, else the browser's, else English.
import { useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from './languages.ts'
import { localeOf } from './locale.ts'

const KEPT = 'language'

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** Storage that the browser may refuse (blocked cookies): then nothing is kept. */
function kept(storage: 'localStorage' | 'sessionStorage'): string | null {
  try {
    return window[storage].getItem(KEPT)
  } catch {
    return null
  }
}

function keep(storage: 'localStorage' | 'sessionStorage', value: string): void {
  try {
    window[storage].setItem(KEPT, value)
  } catch {
    // The page speaks it all the same, until it is reloaded.
  }
}

function firstLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get('lang')
  if (isLanguage(asked)) {
    // For this tab: signing in leads away from the address and back.
    keep('sessionStorage', asked)
    return asked
  }
  for (const storage of ['sessionStorage', 'localStorage'] as const) {
    const value = kept(storage)
    if (isLanguage(value)) return value
  }
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

let language: Language = firstLanguage()
const listeners = new Set<() => void>()

// A browser may call its language what the functions of languages refuse ("en-US@posix"). Libraries ask it as they load.
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
}
document.documentElement.lang = language

export const currentLanguage = (): Language => language

/** Speaks `next` from now on, also after the page is reloaded. */
export function setLanguage(next: Language): void {
  language = next
  document.documentElement.lang = next
  keep('sessionStorage', next)
  keep('localStorage', next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language, as a part of the page that is redrawn when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

const locales = new Map<Language, string>()

/** For `Intl`: the language of the page, as the person's country writes it. */
export function useLocale(): string {
  const spoken = useLanguage()
  const locale = locales.get(spoken) ?? localeOf(spoken, navigator.languages)
  locales.set(spoken, locale)
  return locale
}
