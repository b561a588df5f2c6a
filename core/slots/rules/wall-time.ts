// Times on a wall as moments: what a clock in a zone shows, daylight saving included. Pure; zones by their IANA names.

/** Made once for each zone: making one takes longer than all that is asked of it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
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
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(name) || name.length > 64) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** What the wall shows at a moment, as if it were UTC, Unix ms. */
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
