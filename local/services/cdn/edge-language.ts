// What CloudFront's JavaScript runtime 2.0 has: syntax, globals, methods. Anything that is not listed may be missing
// there, and a function that meets it answers every viewer with 503. Source, read in November 2026:
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
import { type Node, parse } from 'acorn'

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const MAX_CODE_BYTES = 10_240

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const TYPED = words(
  'Float32Array Float64Array Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array',
)
const ERRORS = words('Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError')

interface Listed {
  own?: string[]
  prototype?: string[]
}

/** Properties that every function and prototype has by the language itself; without these no value could become text. */
export const ALWAYS_KEPT = words('constructor length name prototype toString valueOf')

/** Globals with properties of their own and of their prototypes. */
export const LISTED: Record<string, Listed> = {
  Object: {
    own: words(
      `create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames
       getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal assign entries values is setPrototypeOf`,
    ),
    prototype: words('hasOwnProperty isPrototypeOf propertyIsEnumerable'),
  },
  String: {
    own: words('fromCharCode fromCodePoint'),
    prototype: words(
      `charAt concat indexOf lastIndexOf match replace search slice split substr substring toLowerCase trim toUpperCase
       codePointAt endsWith includes repeat startsWith padStart padEnd trimStart trimEnd replaceAll`,
    ),
  },
  Number: {
    own: words(
      `EPSILON MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE NaN NEGATIVE_INFINITY POSITIVE_INFINITY
       isFinite isInteger isNaN isSafeInteger parseInt parseFloat`,
    ),
    prototype: words('toExponential toFixed toPrecision'),
  },
  Boolean: {},
  Math: {
    own: words(
      `E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1
       floor fround hypot imul log log1p log2 log10 max min pow random round sign sinh sin sqrt tan tanh trunc`,
    ),
  },
  Date: {
    own: words('UTC now parse'),
    prototype: [
      ...['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'].flatMap((part) =>
        part === 'Day' ? ['getDay', 'getUTCDay'] : [`get${part}`, `getUTC${part}`, `set${part}`, `setUTC${part}`],
      ),
      ...words(
        `getTime getTimezoneOffset setTime toDateString toISOString toJSON toLocaleDateString toLocaleString
         toLocaleTimeString toTimeString toUTCString`,
      ),
    ],
  },
  Function: { prototype: words('apply bind call') },
  RegExp: { prototype: words('exec test flags global ignoreCase multiline source sticky') },
  JSON: { own: words('parse stringify') },
  Array: {
    own: words('isArray of'),
    prototype: words(
      `concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort
       splice unshift copyWithin fill find findIndex includes`,
    ),
  },
  ...Object.fromEntries(TYPED.map((name) => [name, { own: ['BYTES_PER_ELEMENT'], prototype: ['BYTES_PER_ELEMENT'] }])),
  ArrayBuffer: { own: ['isView'], prototype: words('slice byteLength') },
  Promise: {
    own: words('all allSettled any reject resolve race'),
    prototype: words('catch finally then'),
  },
  DataView: {
    prototype: words('get set').flatMap((verb) =>
      words('Float32 Float64 Int16 Int32 Int8 Uint16 Uint32 Uint8').map((type) => `${verb}${type}`),
    ),
  },
  Symbol: { own: words('for keyFor') },
  ...Object.fromEntries(ERRORS.map((name) => [name, { prototype: ['message'] }])),
}

/** The typed arrays' common ancestor, which has no global name. */
export const TYPED_ARRAY: Listed = {
  own: words('from of'),
  prototype: words(
    `copyWithin every fill filter find findIndex forEach includes indexOf join lastIndexOf map reduce reduceRight reverse
     some set slice sort subarray buffer byteLength byteOffset`,
  ),
}

export const OTHER_GLOBALS = words(
  `globalThis decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt atob btoa
   NaN Infinity undefined console`,
)

/** Syntax by the names of ESTree. Whatever is not here is not in the runtime: destructuring, spread, classes, `?.` ... */
const SYNTAX = new Set(
  words(
    `Program ExpressionStatement BlockStatement EmptyStatement ReturnStatement LabeledStatement BreakStatement
     ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement CatchClause WhileStatement
     DoWhileStatement ForStatement ForInStatement FunctionDeclaration VariableDeclaration VariableDeclarator
     ThisExpression ArrayExpression ObjectExpression Property FunctionExpression ArrowFunctionExpression UnaryExpression
     UpdateExpression BinaryExpression AssignmentExpression LogicalExpression MemberExpression ConditionalExpression
     CallExpression NewExpression SequenceExpression Identifier Literal TemplateLiteral TemplateElement AwaitExpression
     RestElement`,
  ),
)

/** How those that are met most are written. */
const WRITTEN: Record<string, string> = {
  ForOfStatement: 'for-of',
  SpreadElement: 'spread',
  ObjectPattern: 'destructuring',
  ArrayPattern: 'destructuring',
  AssignmentPattern: 'a default value of a parameter',
  ClassDeclaration: 'a class',
  ClassExpression: 'a class',
  ChainExpression: '?.',
  YieldExpression: 'a generator',
  ImportExpression: 'import()',
  TaggedTemplateExpression: 'a tagged template',
}

/** A node with whatever its type has. */
type Part = Node & Record<string, unknown>
const isPart = (value: unknown): value is Part => typeof (value as Part | null)?.type === 'string'
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value : [value]).filter(isPart)

/** @returns what of this one node the runtime lacks, or nothing. */
function lacking(node: Part, enclosing: readonly Part[]): string | undefined {
  if (!SYNTAX.has(node.type)) return WRITTEN[node.type] ?? node.type
  switch (node.type) {
    case 'Property':
      if (node.shorthand || node.method || node.computed) return 'a property that is not written name: value'
      return undefined
    case 'CatchClause':
      return node.param ? undefined : 'catch without a name'
    case 'LogicalExpression':
      return node.operator === '??' ? '??' : undefined
    case 'AssignmentExpression':
      return /^(&&|\|\||\?\?)=$/.test(String(node.operator)) ? String(node.operator) : undefined
    case 'Literal':
      return lackingLiteral(node)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.async ? 'an async function that is not declared at the top' : lackingGenerator(node)
    case 'FunctionDeclaration':
      if (node.async && enclosing.length > 1) return 'an async function that is not declared at the top'
      return lackingGenerator(node)
    case 'AwaitExpression':
      return awaitsInArguments(node, enclosing) ? 'await in the arguments of a call' : undefined
    default:
      return undefined
  }
}

const lackingGenerator = (node: Part): string | undefined => (node.generator ? 'a generator' : undefined)

function lackingLiteral({ bigint, regex, raw }: Part): string | undefined {
  if (bigint) return 'a BigInt'
  const { flags = '' } = (regex ?? {}) as { flags?: string }
  if (/[^gimy]/.test(flags)) return `the flags ${flags} of a regular expression`
  if (/^0[bo]/i.test(String(raw))) return 'a number in binary or octal digits'
  return /^['"]/.test(String(raw)) && /(^|[^\\])(\\\\)*\\u\{/.test(String(raw)) ? '\\u{...}' : undefined
}

function awaitsInArguments(node: Part, enclosing: readonly Part[]): boolean {
  let inner = node
  for (const outer of enclosing.toReversed()) {
    if (/Function/.test(outer.type)) return false
    if (partsOf(outer.arguments).includes(inner)) return true
    inner = outer
  }
  return false
}

/**
 * Whether CloudFront would take the code and its engine understand all of it. Strict mode, as there.
 * @throws {Error} that names the line and what the runtime lacks.
 */
export function checkEdgeCode(code: string, name: string): void {
  const bytes = Buffer.byteLength(code)
  if (bytes > MAX_CODE_BYTES) throw new Error(`${name} has ${bytes} bytes: CloudFront takes ${MAX_CODE_BYTES}.`)
  const refuse = (line: number, what: string) =>
    new Error(`${name}, line ${line}: CloudFront's JavaScript runtime 2.0 does not list ${what}.`)
  const module = /^\s*import\s/m.exec(code)
  if (module) {
    const line = code.slice(0, module.index + 1).split('\n').length
    throw new Error(`${name}, line ${line}: the local run does not know what its code imports.`)
  }
  const visit = (node: Part, enclosing: readonly Part[]): void => {
    const what = lacking(node, enclosing)
    if (what) throw refuse(node.loc?.start.line ?? 0, what)
    for (const value of Object.values(node)) {
      for (const part of partsOf(value)) visit(part, [...enclosing, node])
    }
  }
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'script', locations: true }) as Node as Part, [])
}
