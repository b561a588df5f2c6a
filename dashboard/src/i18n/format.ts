// Times and numbers as the person reads them; every time of day names its zone.
import { useLocale } from './language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const SIZES = [
  { from: 1, unit: 'byte' },
  { from: 1e3, unit: 'kilobyte' },
  { from: 1e6, unit: 'megabyte' },
  { from: 1e9, unit: 'gigabyte' },
] as const

export interface Formats {
  /** "Nov 22, 2026, 10:15 AM GMT+9" */
  dateTime(ms: number): string
  /** "Nov 22, 2026" */
  date(ms: number): string
  /** "3 minutes ago", "in 2 days"; `now` in Unix milliseconds. */
  relative(ms: number, now: number): string
  number(value: number): string
  /** "4.2 MB"; `bytes` are counted by 1000, as the language's unit means. */
  size(bytes: number): string
}

function formatsOf(locale: string): Formats {
  const dateTime = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  return {
    dateTime: (ms) => dateTime.format(ms),
    date: (ms) => date.format(ms),
    number: (value) => number.format(value),
    size: (bytes) => {
      const step = SIZES.findLast(({ from }) => bytes >= from) ?? SIZES[0]
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: step.unit,
        // In short it is "0 byte".
        unitDisplay: step.unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: bytes < 10 * step.from ? 1 : 0,
      }).format(bytes / step.from)
    },
    relative: (ms, now) => {
      const away = ms - now
      const far = Math.abs(away)
      if (far < MINUTE) return relative.format(0, 'second')
      if (far < HOUR) return relative.format(Math.round(away / MINUTE), 'minute')
      if (far < DAY) return relative.format(Math.round(away / HOUR), 'hour')
      if (far < 60 * DAY) return relative.format(Math.round(away / DAY), 'day')
      return date.format(ms)
    },
  }
}

const made = new Map<string, Formats>()

/** How the language of the page writes times and numbers. */
export function useFormats(): Formats {
  const locale = useLocale()
  const formats = made.get(locale) ?? formatsOf(locale)
  made.set(locale, formats)
  return formats
}
