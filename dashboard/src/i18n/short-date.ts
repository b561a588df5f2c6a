/**
 * A day in few words: "Nov 24", with its year unless it is this one's.
 * @param at Unix milliseconds. @param now Unix milliseconds.
 */
export function shortDate(at: number, now: number, locale: string): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at)
}
