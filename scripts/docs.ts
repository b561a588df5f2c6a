// Generates documents from the code: the OpenAPI document, the client's types, the list of errors, the table of
// retention, and the grants of each function.
//   node scripts/docs.ts
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { IDEMPOTENCY_HOURS } from '../core/idempotency/rules/answer-life.ts'
import { BY_EXTENSION } from '../core/media/rules/media-types.ts'
import { SMALLEST_PART_BYTES } from '../core/media/rules/transfer-limits.ts'
import { openApiDocument } from '../openapi/document.ts'
import { errorsPage } from '../openapi/errors-page.ts'
import { grantsPage, type TemplateParts } from './grants-page.ts'
import { platformsPage } from './platforms-page.ts'
import { withRetention } from './retention.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Turns forms that the document uses for the sake of code generators into plain ones, of which TypeScript's types are made: a boolean
 * that is not `false` becomes `true`, and a field that depends on a required one becomes required.
 */
function inPlainWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPlainWords)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as { type?: unknown; not?: { const?: unknown }; required?: unknown; dependentRequired?: object }
  const { type, not, required, dependentRequired } = schema
  const words: Record<string, unknown> =
    type === 'boolean' && typeof not?.const === 'boolean' ? { not: undefined, const: !not.const } : {}
  if (Array.isArray(required) && dependentRequired) {
    words.required = [...required, ...required.flatMap((name) => dependentRequired[name as never] ?? [])]
  }
  return Object.fromEntries(Object.entries({ ...schema, ...words }).map(([name, inner]) => [name, inPlainWords(inner)]))
}

const TYPES_HEAD = '// Made from docs/openapi.json by `npm run docs`.\n'

/** The facts of the service that the client needs before it asks. */
function limitsModule(): string {
  const types = Object.fromEntries([...BY_EXTENSION].map(([extension, { type }]) => [extension, type]))
  return [
    '// Made from the rules of the service by `npm run docs`.',
    '/** What is not larger is sent in one part, bytes. */',
    `export const SMALLEST_PART_BYTES = ${SMALLEST_PART_BYTES}`,
    '/** How long the service knows a request again by its `Idempotency-Key`. */',
    `export const KEYS_LAST_HOURS = ${IDEMPOTENCY_HOURS}`,
    '/** MIME types by the ending of a file name. */',
    `export const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = ${JSON.stringify(types, null, 2)}`,
    '',
  ].join('\n')
}

/** Platforms that have a page written by hand, which the made one links. */
const pagesOfPlatforms = async (): Promise<Set<string>> =>
  new Set((await readdir(join(ROOT, 'docs', 'platforms'))).map((file) => file.replace(/\.md$/, '')))

/** Every file that is made, by its path from the root, with what it must hold. */
export async function madeFiles(): Promise<Map<string, string>> {
  const document = `${JSON.stringify(await openApiDocument(), null, 2)}\n`
  const types = await openapiTS(inPlainWords(JSON.parse(document)) as OpenAPI3)
  return new Map([
    ['docs/openapi.json', document],
    ['docs/errors.md', errorsPage()],
    ['docs/platforms/README.md', platformsPage(await pagesOfPlatforms())],
    ['docs/restoring.md', withRetention(await readFile(join(ROOT, 'docs', 'restoring.md'), 'utf8'))],
    ['packages/client/src/generated/api.ts', TYPES_HEAD + astToString(types)],
    ['packages/client/src/generated/limits.ts', limitsModule()],
  ])
}

/** The parts of the stack with the settings that it has by default. Loads the CDK, which takes seconds. */
async function stackParts(): Promise<TemplateParts> {
  const [{ App }, { Template }, { AppStack }, { Settings }, { buildIfStale }, { buildDashboard }] = await Promise.all([
    import('aws-cdk-lib'),
    import('aws-cdk-lib/assertions'),
    import('../lib/app-stack.ts'),
    import('../lib/settings.ts'),
    import('./build.ts'),
    import('./build-dashboard.ts'),
  ])
  // The stack is made of bundles, and they of the document.
  await buildIfStale('host')
  const { context } = JSON.parse(await readFile(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const app = new App({ context: { ...context, 'aws:cdk:disable-asset-staging': true } })
  const settings = Settings.parse({ architecture: 'host', dashboardFiles: await buildDashboard() })
  return (Template.fromStack(new AppStack(app, settings)).toJSON() as { Resources: TemplateParts }).Resources
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(ROOT, path)), { recursive: true })
  await writeFile(join(ROOT, path), text)
  console.log(path)
}

if (import.meta.main) {
  for (const [path, text] of await madeFiles()) await write(path, text)
  await write('docs/grants.md', grantsPage(await stackParts()))
}
