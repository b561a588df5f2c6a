import { useEffect, useState } from 'react'
import { useFormats } from '../i18n/format.ts'

/** A moment with its date, time of day and zone. @param at Unix milliseconds. */
export function Time({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{useFormats().dateTime(at)}</time>
}

/** The time in Unix milliseconds: what shows it is drawn again twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago or ahead a moment is; the moment itself on pointing at it. @param at Unix milliseconds. */
export function RelativeTime({ at }: { at: number }) {
  const formats = useFormats()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {formats.relative(at, now)}
    </time>
  )
}
