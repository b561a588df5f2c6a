// Checks the packages as they are packed, with tools that come from the registry: types and entries for every kind of resolution
// (attw), the manifest (publint), and the client in each supported version of Node.   npm run test:packages
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage, PACKAGE_NAMES } from './build-packages.ts'

const TOOLS = {
  attw: '@arethetypeswrong/cli@0.18.5',
  publint: 'publint@0.3.25',
  mcpb: '@anthropic-ai/mcpb@2.1.2',
} as const
/** The oldest version of Node that is promised, the one between, and the one that everything here runs on. */
const NODES = ['20.20.2', '22.23.3', '24.21.0'] as const

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
const run = (command: string, ...words: string[]) => {
  process.stdout.write(`$ ${[command, ...words].join(' ')}\n`)
  execFileSync(command, words, { cwd: folder, stdio: 'inherit' })
}

try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  for (const name of PACKAGE_NAMES) {
    const built = await buildPackage(name)
    run('npx', '--yes', TOOLS.publint, '--strict', built)
    if (name === 'mcp') run('npx', '--yes', TOOLS.mcpb, 'validate', join(built, 'manifest.json'))
    if (name !== 'client') continue
    run('npx', '--yes', TOOLS.attw, '--pack', '--profile', 'esm-only', built)
    run('npm', 'install', '--no-audit', '--no-fund', '--install-links', built)
  }
  writeFileSync(
    join(folder, 'program.js'),
    `import { createPublisher, Unreachable } from '@social-publisher/client'
     const publisher = createPublisher({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', retries: 0 })
     const error = await publisher.accounts().catch((reason) => reason)
     if (!(error instanceof Unreachable)) throw error
     console.log('works in Node', process.version)`,
  )
  for (const version of NODES) run('npx', '--yes', `node@${version}`, 'program.js')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
