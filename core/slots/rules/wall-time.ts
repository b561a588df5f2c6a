// Local times of a time zone as moments, daylight saving included. Pure; zones by their IANA names.

/** Kept for a few zones: making one takes longer than all that is asked of it, and a name can be written in many ways. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 50

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    if (formats.size >= MOST_FORMATS) formats.clear()
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** Names such as `Europe/Berlin`; not offsets, which know no daylight saving. */
export function isZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The wall clock at a moment, as if it were UTC, Unix ms. */
export function wallAt(zone: string, moment: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
}

/** How far the wall is ahead of UTC, ms. */
const offsetAt = (zone: string, moment: number): number => {
  const whole = Math.floor(moment / 1000) * 1000
  return wallAt(zone, whole) - whole
}

const DAY = 24 * 3_600_000

/**
 * The moments of one day: what `momentOf` says of each, asked of the zone once where the day has no change of clocks near it.
 * @param day its beginning on the wall, as if it were UTC, Unix ms.
 */
export function momentsOn(zone: string, day: number): (msOfDay: number) => number {
  const offset = offsetAt(zone, day - DAY)
  const steady = offset === offsetAt(zone, day) && offset === offsetAt(zone, day + 2 * DAY)
  return (msOfDay) => (steady ? day + msOfDay - offset : momentOf(zone, day + msOfDay))
}

/**
 * The moment at which the wall shows this. Where it shows it twice, the first; where it never does, because clocks are put
 * forward over it, as much later as they are put forward.
 * @param wall as if it were UTC, Unix ms.
 */
export function momentOf(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY)
  const offsets = [before, offsetAt(zone, wall + DAY)]
  const moments = offsets.map((offset) => wall - offset).filter((moment) => wallAt(zone, moment) === wall)
  return moments.length > 0 ? Math.min(...moments) : wall - before
}
