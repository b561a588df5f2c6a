// Colours and sizes stand in one file: what looks alike is alike, in light and dark.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src')
const TOKENS = join('styles', 'tokens.css')
const files = (pattern: RegExp): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))

/** Without comments, and without the conditions of at-rules: no property can stand there. */
const rulesOf = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@(?:media|container|supports)[^{]*\{/g, '{')

const LITERAL =
  /#[\da-f]{3,8}\b(?=[^{]*[;}])|\b(?:rgba?|hsla?|oklch|oklab|light-dark)\(|-?\b\d*\.?\d+(?:px|rem|pt|cm)\b|(?<![\d.])[1-9]\d*m?s\b/gi

describe('the tokens of the design', () => {
  const styles = files(/\.css$/).filter((name) => name !== TOKENS)
  const tokens = readFileSync(join(source, TOKENS), 'utf8')
  const defined = new Set(Array.from(tokens.matchAll(/^\s+(--[\w-]+):/gm), ([, name]) => name))

  test('are many, and so are the files that use them', () => {
    expect(defined.size).toBeGreaterThan(50)
    expect(styles.length).toBeGreaterThan(10)
  })

  test.each(styles)('are all that %s takes colours and sizes from', (name) => {
    const rules = rulesOf(readFileSync(join(source, name), 'utf8'))
    expect(rules.match(LITERAL) ?? []).toEqual([])
    const used = Array.from(rules.matchAll(/var\((--[\w-]+)\)/g), ([, token]) => token!)
    const own = new Set(Array.from(rules.matchAll(/(--[\w-]+):/g), ([, token]) => token!))
    expect(used.filter((token) => !defined.has(token) && !own.has(token))).toEqual([])
  })

  test('have no other beside them in a component', () => {
    const found = files(/\.tsx$/).filter((name) =>
      /style=\{\{[^}]*(?:#[\da-f]{3}|\d(?:px|rem))|['"`](?:#[\da-f]{3}|#[\da-f]{6}|rgba?\()/i.test(
        readFileSync(join(source, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
      ),
    )
    expect(found.map((name) => relative('.', name))).toEqual([])
  })

  test('stand beside conditions on the window in em: with letters twice as large it has the layout of one half as wide', () => {
    const inPixels = files(/\.(css|tsx?)$/).filter((name) =>
      /(?:@media|matchMedia\().*\((?:min-|max-)?(?:width|height)[^)]*\dpx/.test(
        readFileSync(join(source, name), 'utf8'),
      ),
    )
    expect(inPixels).toEqual([])
  })

  test('leave nothing faint where somebody asks for more contrast', () => {
    const [, more = ''] = /@media \(prefers-contrast: more\) \{\s*:root \{([^}]*)\}/.exec(tokens) ?? []
    for (const faint of ['--line', '--line-strong', '--text-quiet']) expect(more).toContain(`${faint}: var(--text);`)
  })

  test('are all used', () => {
    const all = files(/\.(css|tsx?)$/)
      .map((name) => readFileSync(join(source, name), 'utf8'))
      .join('\n')
    expect([...defined].filter((name) => all.split(name!).length < 3 && !all.includes(`var(${name})`))).toEqual([])
  })
})
