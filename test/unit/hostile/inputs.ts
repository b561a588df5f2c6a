// Inputs that are made to be slow to read: a few pieces, each repeated for as long as the input may be. The same ones every
// time.
import fc from 'fast-check'

/** Marks in the wrong order, joiners, what unfolds, halves of pairs. */
const UNICODE = [
  '\u0327\u0301',
  '\u0f74\u0f71\u0f72',
  'a\u0301',
  '\u200d',
  '\ufdfa',
  '\u1100\u1161\u11a8',
  'Σ.',
  'İ',
  '\ud800',
  '😀',
]
const PLAIN = [
  'a',
  'A',
  '0',
  '1',
  ' ',
  '.',
  '. ',
  '\t',
  '\n',
  '\r\n',
  '-',
  '_',
  '%',
  '%E5',
  '&',
  '=',
  '/',
  '\\',
  '*',
  ':',
  '@',
]
const QUOTES = ['"', "'", '\\"', '""', ';', ',', ', ', '; ', '(', ')', '[', ']', '{', '}', '<', '>']
const MARKUP = [
  '<!--',
  '-->',
  '<!-',
  '<?',
  '?>',
  '<svg ',
  '<a:',
  'svg',
  ' width="',
  " width='1",
  ' viewBox="0 0 1 1"',
  '<!doctype [',
  '<![CDATA[',
]
const HEADERS = [
  'bytes=',
  '0-',
  '-0',
  'W/"',
  '"a',
  ' "',
  'filename="',
  ';filename=',
  ";filename*=UTF-8''",
  'Mon, ',
  'GMT',
  ';q=0.0',
  '1e',
]
const PIECES = [...UNICODE, ...PLAIN, ...QUOTES, ...MARKUP, ...HEADERS]

/** Longest input, UTF-16 units: what takes the square of it takes seconds, each time. */
export const LONGEST = 48_000
const RUNS = 1000

const run = fc
  .record({ piece: fc.constantFrom(...PIECES), share: fc.constantFrom(0, 0.001, 0.3, 1) })
  .map(({ piece, share }) => ({ piece, times: Math.max(1, Math.floor((share * LONGEST) / piece.length)) }))

/**
 * A thousand inputs, and each of `own` repeated to the full length as well.
 * @param own pieces of the parser's syntax. @param prefix so that it gets that far.
 */
export function hostile(own: readonly string[] = [], prefixes: readonly string[] = ['']): readonly string[] {
  const about = JSON.stringify([own, prefixes])
  const inputs = made.get(about) ?? inputsOf(own, prefixes)
  made.set(about, inputs)
  return inputs
}

/** Many parsers have neither pieces nor prefixes of their own: they are given the same inputs. */
const made = new Map<string, readonly string[]>()

function inputsOf(own: readonly string[], prefixes: readonly string[]): string[] {
  const text = fc
    .record({
      prefix: fc.constantFrom(...prefixes, ''),
      runs: fc.array(
        fc.oneof(
          run,
          fc.constantFrom(...PIECES, ...own).map((piece) => ({ piece, times: 1 })),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    })
    .map(({ prefix, runs }) =>
      (prefix + runs.map(({ piece, times }) => piece.repeat(times)).join('')).slice(0, LONGEST),
    )
  const whole = [...own, ...PIECES].flatMap((piece) =>
    prefixes.flatMap((prefix) => [
      prefix + piece.repeat(LONGEST / piece.length),
      `${prefix}${piece.repeat(LONGEST / piece.length)}!`,
    ]),
  )
  return [...fc.sample(text, { numRuns: RUNS, seed: 20261122 }), ...whole]
}
