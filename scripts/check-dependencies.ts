// Dependencies point one way: handlers and workers -> features, storage, platforms -> rules. Reads every import line,
// those of types too, and names each one that points the other way; `npm run check` runs it.
import { globSync } from 'node:fs'
import { importsOf } from './imports.ts'

interface Rule {
  why: string
  from: RegExp
  /** Imports that match this are not allowed ... */
  to: RegExp
  /** ... unless they match this. */
  unless?: RegExp
}

/** The pure rules of a feature, and what all of them may read. */
const RULES_OF =
  /^core\/(([\w-]+\/)?rules\/|(contract|errors|ids|nfc)\.ts$|platforms\/((outcome|account-limits|providers|facts|platform-facts|setting-names|count-text|options|option-registry|option-fields|enumerations|text-field|thread-part|web-address|countries|one-form|caption-words|caption-length|post-types|video-codings)\.ts$|[\w-]+\/(facts|session-facts|video-coding|options[\w-]*|enumerations)\.ts$))/

const TABLE_KEYS = /^core\/table-keys(\.ts$|\/)/

/** The folders of the platforms: those that have facts. */
const PLATFORMS = globSync('core/platforms/*/facts.ts').map((file) => file.split('/')[2]!)
/** The folders of the simulated platforms: those that have a row. */
const SIMULATED = globSync('local/fake-platforms/*/index.ts').map((file) => file.split('/')[2]!)

const RULES: Rule[] = [
  {
    why: 'rules import no other part of the product',
    from: RULES_OF,
    to: /^(core|functions|lib|local|bin)\//,
    unless: RULES_OF,
  },
  {
    why: 'rules import no AWS, HTTP or Node I/O: only pure packages',
    from: RULES_OF,
    to: /^[^./]/,
    unless: /^(zod\/mini$|ipaddr\.js$|core\/)/,
  },
  { why: 'the AWS SDK is used in core/aws alone', from: /^(core\/(?!aws\/)|functions\/)/, to: /^@aws-sdk\// },
  {
    why: 'the whole of zod costs a cold start four times what zod/mini does',
    from: /^(core|functions)\/(?!.*-schema\.ts$)/,
    to: /^zod$/,
  },
  {
    why: 'the schemas of answers are there for the document: no function loads one',
    from: /^(?!openapi\/|test\/|core\/.*-schema\.ts$)/,
    to: /^core\/.*-schema\.ts$/,
  },
  { why: 'core knows nothing of what calls it', from: /^core\//, to: /^(functions|lib|local|bin|scripts)\// },
  { why: 'core knows nothing of Lambda and middy', from: /^core\//, to: /^(@middy\/|aws-lambda$|@types\/aws-lambda)/ },
  { why: 'functions know nothing of the stack', from: /^functions\//, to: /^(lib|local|bin|scripts)\/|^aws-cdk-lib/ },
  {
    why: 'the stack imports no handler code',
    from: /^lib\//,
    to: /^(functions|local|core|bin)\//,
    // Grants name the shapes of keys.
    unless: new RegExp(`${RULES_OF.source}|${TABLE_KEYS.source}`),
  },
  {
    why: 'the shapes of keys are data: the stack and functions read them, and load nothing else',
    from: TABLE_KEYS,
    to: /./,
    unless: TABLE_KEYS,
  },
  {
    why: 'the files of table-keys are its own: all others import table-keys.ts',
    from: new RegExp(`^(?!${TABLE_KEYS.source.slice(1)})`),
    to: /^core\/table-keys\//,
  },
  {
    why: 'what documents the API is no part of it',
    // The tools for assistants are a program that uses the API, which the stack runs as a function.
    from: /^(core|functions\/(?!api\/mcp\.ts$)|lib|local|bin)\//,
    to: /^(openapi|packages)\/|^@social-publisher\//,
  },
  {
    why: 'the client knows the document alone',
    // `open-file.ts` reads files: programs in Node share it, and the client does not use it.
    from: /^packages\/client\/(?!src\/open-file\.ts$)/,
    to: /^(?!packages\/client\/|openapi-fetch$)|^packages\/client\/src\/open-file\.ts$/,
  },
  {
    why: 'programs that use the API know it by the client alone',
    from: /^packages\/(?!client\/)/,
    to: /^(?!packages\/)[\w-]+\/.*\.tsx?$/,
  },
  { why: 'the local run executes what is deployed', from: /^local\//, to: /^(core|functions|lib)\// },
  {
    why: 'platforms know no storage and no feature: posts need platforms, platforms need nothing of posts',
    from: /^core\/platforms\//,
    to: /^core\//,
    unless:
      /^core\/platforms\/|^core\/(contract|config|errors|ids|log|nfc)\.ts$|^core\/outbound\/(http-request|ask-host|text-records|exact-json)\.ts$/,
  },
  {
    why: 'the way out of the network serves every feature and knows none',
    from: /^core\/outbound\//,
    to: /^core\/(?!outbound\/|platforms\/)[\w-]+\//,
  },
  { why: 'posts need accounts, accounts need nothing of posts', from: /^core\/accounts\//, to: /^core\/posts\// },
  {
    why: 'posts announce events, webhooks need nothing of posts but the schemas for the document',
    from: /^core\/webhooks\/(?!.*-schema\.ts$)/,
    to: /^core\/posts\//,
  },
  {
    why: 'the dashboard knows the API by its client alone',
    from: /^dashboard\//,
    to: /^(?!dashboard\/)[\w-]+\/.*\.tsx?$/,
    // Facts and pure rules are written once.
    unless:
      /^core\/(platforms\/((\w+\/)?enumerations|facts|caption-length|post-types)|media\/rules\/(media-types|transfer-limits)|idempotency\/rules\/(answer-life|draft-key)|imports\/rules\/spreadsheet-cell)\.ts$/,
  },
  { why: 'the dashboard is served, not imported', from: /^(?!dashboard\/)/, to: /^dashboard\/.*\.tsx?$/ },
  {
    why: 'storing and accepting know nothing of the publishing engine',
    from: /^core\/(?!posts\/publishing\/)/,
    to: /^core\/posts\/publishing\//,
  },
  // Code shared by platforms is in `meta` and beside the folders.
  ...PLATFORMS.map((platform) => ({
    why: 'one platform knows no other',
    from: new RegExp(`^core/platforms/${platform}/`),
    to: new RegExp(`^core/platforms/(?!meta/|${platform}/)[\\w-]+/`),
  })),
  {
    why: 'what platforms share knows none of them, and who knows a platform asks the registries',
    from: /^(?!core\/platforms\/([\w-]+\/|(facts|connectors|parameters|option-registry|option-fields|platform-words|video-codings)\.ts$)|dashboard\/)|^core\/platforms\/meta\//,
    to: new RegExp(`^core/platforms/(${PLATFORMS.join('|')})/`),
  },
  {
    why: 'the dashboard knows its platforms by their registry alone',
    from: /^dashboard\/src\/(?!platforms\/([\w-]+\/|registry\.ts$))/,
    to: /^dashboard\/src\/platforms\/[\w-]+\//,
  },
  // Code shared by a family of platforms (`graph`) is beside their folders.
  {
    why: 'the frame of the simulators knows platforms by the registry alone',
    from: /^local\/(?!fake-platforms\/([\w-]+\/|registry\.ts$))/,
    to: /^local\/fake-platforms\/[\w-]+\//,
  },
  {
    why: 'what simulated platforms share knows none of them',
    from: /^local\/fake-platforms\/graph\//,
    to: /^local\/fake-platforms\/(?!graph\/)[\w-]+\//,
  },
  ...SIMULATED.map((platform) => ({
    why: 'one simulated platform knows no other',
    from: new RegExp(`^local/fake-platforms/${platform}/`),
    to: new RegExp(`^local/fake-platforms/(?!graph/|${platform}/)[\\w-]+/`),
  })),
]

/** Circles of imports that are there when the code runs. */
function circles(graph: ReadonlyMap<string, string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push([...path.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

const files = globSync('{bin,packages/*/src,lib,functions,core,local,openapi,scripts,dashboard/src}/**/*.{ts,tsx,mjs}')
const graph = new Map<string, string[]>()
const problems: string[] = []
for (const file of files) {
  const imports = importsOf(file)
  graph.set(
    file,
    imports
      .filter(({ types }) => !types)
      .map(({ target }) => target)
      .filter((target) => files.includes(target)),
  )
  for (const { target } of imports) {
    for (const { why, from, to, unless } of RULES) {
      if (from.test(file) && to.test(target) && !unless?.test(target))
        problems.push(`${file} imports ${target}: ${why}`)
    }
  }
}
for (const circle of circles(graph)) problems.push(`a circle: ${circle.join(' -> ')}`)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
} else {
  process.stdout.write(`${files.length} files, dependencies point one way\n`)
}
