// What Lambda does with the lines of a function that logs as JSON: those below the function's level do not get into its log group.
// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
import { Transform } from 'node:stream'

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']
const INFO = LEVELS.indexOf('INFO')

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** A longer line is not looked into; CloudWatch Logs splits it. */
const MAX_LINE = 1024 * 1024

/** The level that Lambda takes a line for: INFO where it names none, an unknown one, or no time as it should be. */
function levelOf(line: string): number {
  if (!line.startsWith('{')) return INFO
  try {
    const { level, timestamp } = JSON.parse(line) as { level?: unknown; timestamp?: unknown }
    if (typeof level !== 'string' || typeof timestamp !== 'string' || !RFC_3339.test(timestamp)) return INFO
    const known = LEVELS.indexOf(level.toUpperCase())
    return known < 0 ? INFO : known
  } catch {
    return INFO
  }
}

/** @param level of the function's `ApplicationLogLevel`. @returns a stream that passes on the lines which Lambda keeps. */
export function logFilter(level: string): Transform {
  const from = LEVELS.indexOf(level)
  let rest = ''
  const decoder = new TextDecoder()
  const kept = (text: string, ended: boolean): string => {
    const lines = (rest + text).split('\n')
    rest = ended ? '' : (lines.pop() ?? '')
    if (rest.length > MAX_LINE) {
      lines.push(rest)
      rest = ''
    }
    return lines
      .filter((line) => line !== '' && levelOf(line) >= from)
      .map((line) => `${line}\n`)
      .join('')
  }
  return new Transform({
    decodeStrings: true,
    transform(chunk: Buffer, _encoding, done) {
      done(null, kept(decoder.decode(chunk, { stream: true }), false))
    },
    flush(done) {
      done(null, kept(decoder.decode(), true))
    },
  })
}
