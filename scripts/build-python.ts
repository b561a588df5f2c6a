// Builds the Python client: the generated part from the API document, the wheel, and an environment that has nothing but the wheel and
// pytest, in which `npm test` runs its tests from then on. Needs Python 3.10 or later, and the registry.   npm run build:python
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages', 'python')
const TOOLS = join(ROOT, '.cache', 'python-tools')
const PINNED = ['openapi-python-client==0.29.0', 'uv==0.13.9']
/** The environment in which the wheel is installed. */
const INSTALLED = join(ROOT, '.cache', 'python')

const run = (command: string, ...words: string[]) => {
  process.stdout.write(`$ ${[command, ...words].join(' ')}\n`)
  execFileSync(command, words, { cwd: PACKAGE, stdio: 'inherit' })
}

if (!existsSync(join(TOOLS, 'bin', 'uv'))) {
  run('python3', '-m', 'venv', TOOLS)
  run(join(TOOLS, 'bin', 'pip'), 'install', '--quiet', ...PINNED)
}
const uv = join(TOOLS, 'bin', 'uv')
const generated = join('src', 'social_publisher', 'generated')
run(
  ...([join(TOOLS, 'bin', 'openapi-python-client'), 'generate', '--path', join(ROOT, 'docs', 'openapi.json')] as const),
  ...[
    '--meta',
    'none',
    '--config',
    'generator.yml',
    '--custom-template-path',
    'templates',
    '--output-path',
    generated,
    '--overwrite',
  ],
)
await rm(join(PACKAGE, 'dist'), { recursive: true, force: true })
// Only files of its own folder get into the wheel.
await copyFile(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'))
run(uv, 'build', '--wheel', '--out-dir', 'dist')
const [wheel] = globSync('dist/*.whl', { cwd: PACKAGE })
run(uv, 'venv', '--clear', INSTALLED)
run(uv, 'pip', 'install', '--python', join(INSTALLED, 'bin', 'python'), wheel!, 'pytest==9.2.0')
