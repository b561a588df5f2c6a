// CloudFront's JavaScript runtime 2.0 on this machine: a world of its own without Node.js, cut down to what is listed.
import vm from 'node:vm'
import { ALWAYS_KEPT, checkEdgeCode, LISTED, OTHER_GLOBALS, TYPED_ARRAY } from './edge-language.ts'

/** CloudFront gives a function about a millisecond of its own; here it is the clock on the wall, on a busy machine. */
const TIMEOUT_MS = 5000

/** Runs first inside the realm: it removes everything that CloudFront does not list. */
const CUT_DOWN = new vm.Script(
  `((listed, typedArray, others, kept, now, fromBase64, toBase64) => {
    'use strict'
    const { ownKeys, deleteProperty, construct, has } = Reflect
    const cut = (target, names) => {
      if (!target) return
      for (const key of ownKeys(target)) {
        if (typeof key === 'string' && !names.includes(key) && !kept.includes(key)) deleteProperty(target, key)
      }
    }
    globalThis.InternalError = class InternalError extends Error {}
    const converter = (convert) => (text) => {
      const converted = convert('' + text)
      if (converted === undefined) throw new TypeError('the text cannot be converted')
      return converted
    }
    globalThis.atob = converter(fromBase64)
    globalThis.btoa = converter(toBase64)
    globalThis.console = { log() {} }
    // The clock stands still while a function runs.
    const RealDate = Date
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now).toString(),
      construct: (target, given) => (given.length === 0 ? new RealDate(now) : construct(target, given)),
    })
    RealDate.now = () => now
    RealDate.prototype.constructor = globalThis.Date
    const { create } = Object
    Object.create = (prototype, properties) => {
      if (properties !== undefined) throw new TypeError('Object.create takes no list of properties here')
      return create(prototype)
    }
    const ancestor = Object.getPrototypeOf(Int8Array)
    for (const name of Object.keys(listed)) {
      const target = globalThis[name]
      const { own = [], prototype = [] } = listed[name]
      cut(target.prototype, prototype)
      cut(target, own)
    }
    cut(ancestor.prototype, typedArray.prototype)
    cut(ancestor, typedArray.own)
    for (const key of ownKeys(globalThis)) {
      if (typeof key === 'string' && !has(listed, key) && !others.includes(key)) deleteProperty(globalThis, key)
    }
  })`,
  { filename: 'edge-runtime' },
)

/** Errors of Node.js are not let in: their constructor leads out of the world. */
const guarded =
  (work: (text: string) => string) =>
  (text: string): string | undefined => {
    try {
      return work(text)
    } catch {
      return undefined
    }
  }

function newWorld(): vm.Context {
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } })
  const known = vm.runInContext('(text) => JSON.parse(text)', context) as (text: string) => unknown
  const cutDown = CUT_DOWN.runInContext(context) as (...given: unknown[]) => void
  const [listed, typedArray, others, kept] = [LISTED, TYPED_ARRAY, OTHER_GLOBALS, ALWAYS_KEPT].map((list) =>
    known(JSON.stringify(list)),
  )
  cutDown(listed, typedArray, others, kept, Date.now(), guarded(atob), guarded(btoa))
  return context
}

/**
 * A CloudFront function as CloudFront runs it: each call in a new world, with nothing left of the call before.
 * @param code declares a function named handler, and uses only what the runtime lists.
 * @param name for messages.
 * @returns runs it on an event. Rejects where the function throws: CloudFront answers 503 then.
 * @throws {Error} where CloudFront would not take the code, or would not understand it.
 */
export function edgeFunction(code: string, name: string): (event: unknown) => Promise<unknown> {
  checkEdgeCode(code, name)
  const script = new vm.Script(
    `'use strict';${code}\n;Promise.resolve(handler(JSON.parse(__event))).then((answer) => JSON.stringify(answer))`,
    { filename: name },
  )
  return async (event) => {
    const context = newWorld()
    context.__event = JSON.stringify(event)
    return JSON.parse(await (script.runInContext(context, { timeout: TIMEOUT_MS }) as Promise<string>)) as unknown
  }
}
