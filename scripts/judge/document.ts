// Judges of the OpenAPI document: Spectral and Redocly.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import { npx, parsed, ROOT } from './tools.ts'
import type { Finding } from './verdict.ts'

const DOCUMENT = join(ROOT, 'docs', 'openapi.json')
const SPECTRAL = '6.16.3'

export async function spectral(folder: string): Promise<Finding[]> {
  const rules = join(folder, 'spectral.yaml')
  writeFileSync(rules, 'extends: ["spectral:oas"]\n')
  const ended = await npx('@stoplight/spectral-cli', SPECTRAL, ['lint', DOCUMENT, '-r', rules, '-f', 'json', '--quiet'])
  return parsed<{ code: string; path: string[]; message: string }[]>('spectral', ended).map(
    ({ code, path, message }) => ({
      judge: 'spectral',
      rule: code,
      place: path.join(' '),
      message,
    }),
  )
}

export async function redocly(): Promise<Finding[]> {
  const problems = await lintDocument({
    document: makeDocumentFromString(readFileSync(DOCUMENT, 'utf8'), 'openapi.json'),
    externalRefResolver: new BaseResolver(),
    config: await createConfig({ extends: ['recommended'] }),
  })
  return problems.map(({ ruleId, message, location }) => ({
    judge: 'redocly',
    rule: ruleId,
    place: location[0]?.pointer ?? '',
    message,
  }))
}
