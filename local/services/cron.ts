// AWS's `rate(...)` and `cron(...)` expressions: when the next time is. All times are UTC.

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** The allowed values of one field; undefined stands for all of them. */
function field(
  text: string,
  smallest: number,
  largest: number,
  names: readonly string[] = [],
): Set<number> | undefined {
  if (text === '*' || text === '?') return undefined
  const number = (part: string): number => {
    const named = names.indexOf(part.toUpperCase())
    const value = named >= 0 ? named + smallest : Number(part)
    if (!Number.isInteger(value) || value < smallest || value > largest)
      throw new Error(`cron: ${part} is not known here`)
    return value
  }
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '', step] = part.split('/')
    const [from, to] = range === '*' ? [smallest, largest] : range.split('-').map(number)
    const end = to ?? (step ? largest : from!)
    for (let value = from!; value <= end; value += Number(step ?? 1)) values.add(value)
  }
  return values
}

export type NextTime = (after: number) => number

/** @throws {Error} for an expression that the local run does not know. */
export function parseSchedule(expression: string): NextTime {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression)
  if (rate) {
    const period = Number(rate[1]) * UNITS[rate[2]!]!
    return (after) => after + period
  }
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(/\s+/)
  if (fields?.length !== 6) throw new Error(`The local run does not know the schedule ${expression}.`)
  const minutes = field(fields[0]!, 0, 59)
  const hours = field(fields[1]!, 0, 23)
  const days = field(fields[2]!, 1, 31)
  const months = field(fields[3]!, 1, 12, MONTHS)
  const weekdays = field(fields[4]!, 1, 7, DAYS)
  const years = field(fields[5]!, 1970, 2199)
  const fits = (values: Set<number> | undefined, value: number) => values === undefined || values.has(value)
  return (after) => {
    const time = new Date(after)
    time.setUTCSeconds(60, 0)
    const end = after + 4 * 366 * UNITS.day!
    while (time.getTime() < end) {
      const dayFits =
        fits(years, time.getUTCFullYear()) &&
        fits(months, time.getUTCMonth() + 1) &&
        fits(days, time.getUTCDate()) &&
        fits(weekdays, time.getUTCDay() + 1)
      if (!dayFits) time.setUTCHours(24, 0, 0, 0)
      else if (!fits(hours, time.getUTCHours())) time.setUTCHours(time.getUTCHours() + 1, 0, 0, 0)
      else if (!fits(minutes, time.getUTCMinutes())) time.setUTCMinutes(time.getUTCMinutes() + 1, 0, 0)
      else return time.getTime()
    }
    throw new Error(`The schedule ${expression} has no next time.`)
  }
}
