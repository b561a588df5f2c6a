// No pattern in what is deployed takes the square of a text's length: each is looked at for places where a run of one
// character could be divided, or started, in many ways.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Patterns whose text is always short, each with the reason. */
const BOUNDED: Record<string, string> = {
  '/\\S*$/': 'redact.ts looks at 4,000 characters of what a platform said',
  '/\\/+$/': "addresses.ts reads the operator's own settings",
}

interface Pattern {
  file: string
  text: string
}

function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ file, text: node.text })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(ROOT + file, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

/** `/a+b/i` as what the analysis takes. */
function partsOf(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

const slow = (text: string): boolean => analyse(partsOf(text)).reports.length > 0

it('finds what is slow', () => {
  for (const text of ['/[. ]+$/', '/(a*)*b/', '/\\d*\\.?\\d+x/']) expect(slow(text)).toBe(true)
  for (const text of ['/^[. ]+$/', '/a+b/y', '/\\d{1,9}$/']) expect(slow(text)).toBe(false)
})

it('every pattern of what is deployed is quick on any text, or its text is short', () => {
  const files = globSync(['core/**/*.ts', 'functions/**/*.{ts,js}'], { cwd: ROOT })
  const patterns = files.flatMap(patternsIn)
  expect(patterns.length).toBeGreaterThan(50)
  expect(patterns.filter(({ text }) => slow(text) && !(text in BOUNDED))).toEqual([])
  // Each excused pattern is still there.
  for (const text of Object.keys(BOUNDED)) expect(patterns.map((pattern) => pattern.text)).toContain(text)
})
