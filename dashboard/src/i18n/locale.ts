// How times, dates and numbers are written: in the language of the page, as in the person's country.

/**
 * The language with the country that the browser names ("en-GB"); where it names none of this language, with the browser's
 * clock of 12 or 24 hours.
 * @param tags the browser's languages; it may call one what the functions of languages refuse ("en-US@posix").
 */
export function localeOf(language: string, tags: readonly string[]): string {
  const own = tags.find((tag) => tag.split('-')[0] === language && /^[a-z\d-]+$/i.test(tag))
  if (own !== undefined) return own
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return `${language}-u-hc-${hourCycle}`
}

/** Writes full hours: "9 AM", and "09:00" where a day has 24. */
export function hourFormat(locale: string): Intl.DateTimeFormat {
  const short = new Intl.DateTimeFormat(locale, { hour: 'numeric' })
  return short.resolvedOptions().hour12
    ? short
    : new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
}
