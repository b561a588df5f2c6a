import { useFormats } from '../i18n/format.ts'
import { useLocale } from '../i18n/language.ts'
import { dayOf, noonOf } from './wall-time.ts'

const DAY = 86_400_000

/** A moment in few words: "9:30 AM", "tomorrow 9:30 AM", "Nov 24, 9:30 AM"; date, zone and year on pointing at it. */
export function ShortTime({ at }: { at: number }) {
  const locale = useLocale()
  const formats = useFormats()
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {shortTime(at, Date.now(), locale)}
    </time>
  )
}

/** @param at Unix milliseconds. @param now Unix milliseconds. */
export function shortTime(at: number, now: number, locale: string): string {
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  const time = new Intl.DateTimeFormat(locale, clock).format(at)
  const days = Math.round((noonOf(dayOf(at))!.getTime() - noonOf(dayOf(now))!.getTime()) / DAY)
  if (days === 0) return time
  if (Math.abs(days) === 1)
    return `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')} ${time}`
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? { weekday: 'short' } : { year: 'numeric' }),
    ...clock,
  }).format(at)
}
