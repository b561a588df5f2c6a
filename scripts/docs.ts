// What is made from the code: the OpenAPI document, the client's types and the list of errors.
//   node scripts/docs.ts
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument } from '../openapi/document.ts'
import { errorsPage } from '../openapi/errors-page.ts'

const ROOT = join(import.meta.dirname, '..')

const TYPES_HEAD = '// Made from docs/openapi.json by `npm run docs`.\n'

/** Every file that is made, by its path from the root, with what it must hold. */
export async function madeFiles(): Promise<Map<string, string>> {
  const document = `${JSON.stringify(await openApiDocument(), null, 2)}\n`
  const types = await openapiTS(document)
  return new Map([
    ['docs/openapi.json', document],
    ['docs/errors.md', errorsPage()],
    ['client/generated/api.ts', TYPES_HEAD + astToString(types)],
  ])
}

if (import.meta.main) {
  for (const [path, text] of await madeFiles()) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), text)
    console.log(path)
  }
}
