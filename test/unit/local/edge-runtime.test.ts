// CloudFront's JavaScript runtime as the local run has it: what is listed works, and what is not throws, as there.
import { describe, expect, it } from 'vitest'
import { edgeFunction } from '../../../local/services/cdn/edge-runtime.ts'

const run = (body: string, event: unknown = {}) => edgeFunction(`function handler(event) { ${body} }`, 'Edge.js')(event)
const evaluate = (expression: string) =>
  run(`return { value: ${expression} }`).then((answer) => (answer as { value: unknown }).value)

describe('what CloudFront lists works', () => {
  it.each<[string, unknown]>([
    ['event.a', undefined],
    ['2 ** 10 + 1_000', 2024],
    [`\`a\${1 + 1}\``, 'a2'],
    ["Object.prototype.hasOwnProperty.call({ a: 1 }, 'a')", true],
    ['Object.keys({ a: 1 }).concat(Object.values({ a: 2 })).join()', 'a,2'],
    ["'a-b'.replaceAll('-', '+').padEnd(5, '.')", 'a+b..'],
    ["/(?<year>\\d+)/.exec('in 2026').groups.year", '2026'],
    ["'a,b'.split(/,/).map((part) => part.toUpperCase()).join(';')", 'A;B'],
    ['[3, 1, 2].sort().find((one) => one > 1)', 2],
    ["decodeURIComponent('%C3%BC') + encodeURIComponent('/')", 'ü%2F'],
    ["atob(btoa('edge'))", 'edge'],
    ["new Date('2026-12-24T09:00:00Z').toISOString()", '2026-12-24T09:00:00.000Z'],
    ['new Date().getTime() === Date.now() && Date.now() > 1e12', true],
    ['new Uint8Array([1, 2]).map((one) => one * 2).join()', '2,4'],
    ['Math.hypot(3, 4) + Number.parseInt("2", 10)', 7],
    ['String([1, 2])', '1,2'],
    ['(function () { return arguments.length })(1, 2)', 2],
    ['((...rest) => rest.length)(1, 2, 3)', 3],
    ['new InternalError("x") instanceof Error', true],
    ['JSON.stringify(JSON.parse("[1]"))', '[1]'],
  ])('%s', async (expression, value) => {
    expect(await evaluate(expression)).toEqual(value)
  })

  it('async and await, in functions that are declared at the top', async () => {
    const code = `
      async function later(value) { return value + 1 }
      async function handler(event) {
        const all = await Promise.all([later(event.one), later(1)])
        try { throw new Error('x') } catch (error) { console.log(error.message) }
        for (const name in event) { if (name === 'one') continue }
        return { sum: all[0] + all[1] }
      }`
    expect(await edgeFunction(code, 'Edge.js')({ one: 1 })).toEqual({ sum: 4 })
  })
})

describe('what CloudFront does not list fails', () => {
  it.each([
    "Object.hasOwn({}, 'a')",
    'Object.fromEntries([])',
    'Object.groupBy([], String)',
    'Object.create(null, {})',
    '[1].at(0)',
    '[[1]].flat()',
    '[1].toSorted()',
    '[1].findLast(Boolean)',
    'Array.from("ab")',
    '"a".at(0)',
    '"a".charCodeAt(0)',
    '"a".normalize()',
    '"a".matchAll(/a/g)',
    '"a".localeCompare("b")',
    '(1).toLocaleString()',
    'new Map()',
    'new Set()',
    'new URL("https://example.com")',
    'new URLSearchParams("a=1")',
    'new Proxy({}, {})',
    'Reflect.ownKeys({})',
    'Intl.DateTimeFormat()',
    'structuredClone(1)',
    'setTimeout(String, 1)',
    'fetch("https://example.com")',
    'process.env',
    'require("crypto")',
    'eval("1")',
    'Function("return 1")()',
    'event.constructor.constructor("return process")()',
    'atob.constructor("return process")()',
    'Promise.withResolvers()',
    'crypto.randomUUID()',
    'atob("%")',
  ])('%s', async (expression) => {
    await expect(evaluate(expression)).rejects.toThrow()
  })

  it('strict mode cannot be left', async () => {
    await expect(run('undeclared = 1; return event')).rejects.toThrow(/undeclared/)
  })
})

describe('syntax that CloudFront does not list is refused before anything runs', () => {
  it.each([
    ['for (const one of [1]) {}', 'for-of'],
    ['const { a } = event', 'destructuring'],
    ['const [a] = [1]', 'destructuring'],
    ['const a = [...[1]]', 'spread'],
    ['Math.max(...[1])', 'spread'],
    ['class A {}', 'a class'],
    ['const f = (a = 1) => a', 'a default value of a parameter'],
    ['const a = event?.a', '?.'],
    ['const a = event ?? 1', '??'],
    ['event.a ||= 1', '||='],
    ['function* f() {}', 'a generator'],
    ['const a = 1; const b = { a }', 'a property that is not written name: value'],
    ['const b = { a() {} }', 'a property that is not written name: value'],
    ['const b = { ["a"]: 1 }', 'a property that is not written name: value'],
    ['try {} catch {}', 'catch without a name'],
    ['const a = 1n', 'a BigInt'],
    ['const a = 0b1', 'a number in binary or octal digits'],
    ['const a = /a/u', 'the flags u of a regular expression'],
    ['const a = "\\u{61}"', '\\u{...}'],
    ['const f = async () => 1', 'an async function that is not declared at the top'],
    ['async function f() {}', 'an async function that is not declared at the top'],
    ['const a = String.raw`x`', 'a tagged template'],
  ])('%s', (body, what) => {
    expect(() => run(`\n${body}`)).toThrow(
      new Error(`Edge.js, line 2: CloudFront's JavaScript runtime 2.0 does not list ${what}.`),
    )
  })

  it('await in the arguments of a call', () => {
    const code = 'async function handler(event) { return String(await event) }'
    expect(() => edgeFunction(code, 'Edge.js')).toThrow(/await in the arguments of a call/)
    expect(() => edgeFunction('async function handler(event) { return (await event).a }', 'Edge.js')).not.toThrow()
  })

  it('imports, code that is too large, and what is no JavaScript', () => {
    expect(() => edgeFunction("import cf from 'cloudfront'\nfunction handler() {}", 'Edge.js')).toThrow(
      'Edge.js, line 1: the local run does not know what its code imports.',
    )
    const long = `function handler() {} //${'é'.repeat(5108)}`
    expect(() => edgeFunction(long, 'Edge.js')).not.toThrow()
    expect(() => edgeFunction(`${long}é`, 'Edge.js')).toThrow('Edge.js has 10242 bytes: CloudFront takes 10240.')
    expect(() => edgeFunction('function handler( {', 'Edge.js')).toThrow(SyntaxError)
  })
})
