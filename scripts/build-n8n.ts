// Builds and lints the n8n node with n8n's own tools, which come from the registry: from then on `npm test` runs it against the local
// run.   npm run build:n8n
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..', 'packages', 'n8n')

// Not a workspace: its tools are as many packages as the rest of the repository together.
const steps = [
  ['install', '--workspaces=false', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'],
  ['run', 'lint'],
  ['run', 'build'],
]
for (const words of steps) {
  process.stdout.write(`$ npm ${words.join(' ')}\n`)
  execFileSync('npm', words, { cwd: PACKAGE, stdio: 'inherit' })
}
