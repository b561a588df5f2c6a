// Refuses a release of which a part has another version than its tag.   node scripts/check-release.ts v0.1.0
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MANIFESTS = [
  'package.json',
  ...['client', 'cli', 'mcp', 'deploy', 'n8n'].map((name) => `packages/${name}/package.json`),
]

/** Each part with its version. */
export function versions(): Map<string, string> {
  const found = MANIFESTS.map((file): [string, string] => {
    const { version } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { version: string }
    return [file, version]
  })
  const python = 'packages/python/pyproject.toml'
  const [, version = ''] = /^version = "([^"]+)"$/m.exec(readFileSync(join(ROOT, python), 'utf8')) ?? []
  return new Map([...found, [python, version]])
}

if (import.meta.main) {
  const [tag = ''] = process.argv.slice(2)
  const others = [...versions()].filter(([, version]) => `v${version}` !== tag)
  for (const [file, version] of others)
    console.error(`${file} has the version ${version}, which is not that of the tag ${tag}.`)
  if (others.length > 0) process.exitCode = 1
}
