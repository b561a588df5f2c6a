// Builds every package as it is published, checks it with the tools of its registry, and uses it against the local run: the client in
// each supported version of Node and in Chromium, the bundle for assistants, Python's wheel in an empty environment, n8n's node. What
// this machine lacks is named and left out.   npm run test:packages
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lacksN8n } from '../test/support/n8n.ts'
import { buildDeploy } from './build-deploy.ts'
import { buildN8n } from './build-n8n.ts'
import { buildPackage, PACKAGE_NAMES } from './build-packages.ts'

const ROOT = join(import.meta.dirname, '..')

const TOOLS = {
  attw: '@arethetypeswrong/cli@0.18.5',
  publint: 'publint@0.3.25',
  mcpb: '@anthropic-ai/mcpb@2.1.2',
  inspector: '@modelcontextprotocol/inspector@2.12.0',
} as const
/** The oldest version of Node that is promised, and the one between it and the one that everything here runs on. */
const OLDER_NODES = ['20.20.2', '22.23.3'] as const

const folder = mkdtempSync(join(tmpdir(), 'packages-'))

const run = (command: string, words: readonly string[], env: Record<string, string> = {}) => {
  process.stdout.write(`$ ${[command, ...words].join(' ')}\n`)
  execFileSync(command, words, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
}
const test = (env: Record<string, string>, ...files: string[]) =>
  run(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...files], env)
const tool = (name: keyof typeof TOOLS, ...words: string[]) => run('npx', ['--yes', TOOLS[name], ...words])
const said = (command: string, ...words: string[]): string | undefined => {
  try {
    return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

const lacksRegistry = said('npm', 'ping') === undefined ? 'the npm registry does not answer' : undefined
const lacksPython = (): string | undefined => {
  const version = said('python3', '-c', 'import ensurepip, sys; print(sys.version_info >= (3, 10))')
  if (version === undefined) return 'python3 with venv is not there'
  if (version !== 'True') return 'python3 is older than 3.10'
  return said('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, 'six==1.17.0') === undefined
    ? 'PyPI does not answer'
    : undefined
}

/** Programs of older versions, each from npm for this machine. */
const olderNodes = (): string[] =>
  OLDER_NODES.map((version) => {
    const program = said('npx', '--yes', `node@${version}`, '-p', 'process.execPath')
    if (!program) throw new Error(`Node ${version} is not on npm for this machine.`)
    return program
  })

interface Packed {
  name: string
  size: number
  unpackedSize: number
}
const kB = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`

/** @returns how many bytes are downloaded, and how many they are on the disk, of each package. */
function packedSizes(...directories: string[]): string {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', ...directories]
  // npm 11 answers with a list, npm 12 with an object by name.
  const packed = Object.values(JSON.parse(said('npm', ...words) ?? '[]') as Record<string, Packed>)
  if (packed.length !== directories.length) throw new Error(`npm cannot pack ${directories.join(' or ')}.`)
  return packed.map(({ name, size, unpackedSize }) => `${name} ${kB(size)} (${kB(unpackedSize)} unpacked)`).join(', ')
}

/** @throws {Error} where the template differs from that of this checkout. */
async function synthesizeInstalled(): Promise<string> {
  const directory = await buildDeploy()
  tool('publint', '--strict', directory)
  const empty = join(folder, 'deploy')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{"private":true}')
  const packed = said('npm', 'pack', '--silent', '--pack-destination', empty, directory)
  if (!packed) throw new Error('The package that deploys cannot be packed.')
  run('npm', ['install', '--prefix', empty, '--no-audit', '--no-fund', join(empty, packed)])
  run(join(empty, 'node_modules', '.bin', 'social-publisher-deploy'), ['synth', '--output', join(empty, 'installed')])
  run(join(ROOT, 'node_modules', '.bin', 'cdk'), ['synth', '--quiet', '--output', join(empty, 'checkout')])
  const [theirs, ours] = ['installed', 'checkout'].map((name) =>
    readFileSync(join(empty, name, 'SocialPublisher.template.json'), 'utf8'),
  )
  if (theirs !== ours) throw new Error('The installed package makes another template than this checkout.')
  return packedSizes(directory)
}

const built: Partial<Record<(typeof PACKAGE_NAMES)[number], string>> = {}
let nodes: string[] = []

interface Step {
  name: string
  /** Why it cannot be done on this machine. */
  lacks?: () => string | undefined
  /** @returns figures for the list at the end; only texts count. */
  run(): unknown
}

const steps: Step[] = [
  {
    name: 'build of the client, the command line and the MCP server',
    run: async () => {
      for (const name of PACKAGE_NAMES) built[name] = await buildPackage(name)
      return packedSizes(...Object.values(built))
    },
  },
  {
    name: 'manifests (publint)',
    lacks: () => lacksRegistry,
    run: () => {
      for (const directory of Object.values(built)) tool('publint', '--strict', directory)
    },
  },
  {
    name: 'types of the client (attw)',
    lacks: () => lacksRegistry,
    run: () => {
      tool('attw', '--pack', '--profile', 'esm-only', built.client!)
    },
  },
  {
    name: 'bundle of the MCP server, unpacked and started by the inspector',
    lacks: () => lacksRegistry,
    run: () => {
      const bundle = join(folder, 'social-publisher.mcpb')
      const unpacked = join(folder, 'mcpb')
      tool('mcpb', 'validate', join(built.mcp!, 'manifest.json'))
      tool('mcpb', 'pack', built.mcp!, bundle)
      tool('mcpb', 'unpack', bundle, unpacked)
      const server = [process.execPath, join(unpacked, 'main.js'), '--method', 'tools/list']
      // Neither is needed before a tool is called.
      const settings = ['-e', 'PUBLISHER_URL=http://127.0.0.1:9', '-e', 'PUBLISHER_API_KEY=none']
      const listed = said('npx', '--yes', TOOLS.inspector, '--cli', ...settings, ...server)
      const { tools } = JSON.parse(listed ?? '{"tools":[]}') as { tools: { name: string }[] }
      if (tools.length === 0) throw new Error('The inspector lists no tool of the unpacked bundle.')
      return `${kB(statSync(bundle).size)}, ${tools.length} tools`
    },
  },
  {
    name: "n8n's node, with n8n's linter and publint",
    lacks: () => lacksRegistry,
    run: () => {
      const directory = buildN8n()
      tool('publint', '--strict', directory)
      return packedSizes(directory)
    },
  },
  {
    name: "Python's wheel in an empty environment",
    lacks: lacksPython,
    run: () => {
      run(process.execPath, [join(ROOT, 'scripts', 'build-python.ts')])
      const dist = join(ROOT, 'packages', 'python', 'dist')
      return globSync('*.whl', { cwd: dist })
        .map((wheel) => `${wheel} ${kB(statSync(join(dist, wheel)).size)}`)
        .join()
    },
  },
  {
    name: 'package that deploys without a checkout, installed from its packed file, synthesizes what a checkout does',
    lacks: () => lacksRegistry,
    run: synthesizeInstalled,
  },
  {
    name: `Node ${OLDER_NODES.join(' and ')}`,
    lacks: () => lacksRegistry,
    run: () => {
      nodes = olderNodes()
    },
  },
  {
    name: "n8n's node by itself",
    lacks: () => lacksRegistry,
    run: () => test({}, 'test/unit/packages/n8n-node.test.ts'),
  },
  {
    name: 'each package, installed from its packed file and used against the local run',
    run: () => {
      test({ OLDER_NODES: nodes.join(':') }, 'test/local/packages.test.ts', 'test/browser/client-package.test.ts')
    },
  },
  {
    name: "workflows with n8n's node, run by n8n itself",
    lacks: lacksN8n,
    run: () => {
      test({}, 'test/local/n8n.test.ts')
    },
  },
]

const outcomes: string[] = []
try {
  for (const step of steps) {
    const lacking = step.lacks?.()
    if (lacking) {
      outcomes.push(`skipped  ${step.name}: ${lacking}`)
      continue
    }
    process.stdout.write(`\n${step.name}\n`)
    const began = performance.now()
    const took = () => `${Math.ceil((performance.now() - began) / 1000)} s`
    try {
      const figures = await step.run()
      outcomes.push(
        `passed   ${step.name} (${took()})${typeof figures === 'string' && figures !== '' ? `: ${figures}` : ''}`,
      )
    } catch (error) {
      process.exitCode = 1
      const reason = error instanceof Error ? error.message : String(error)
      process.stdout.write(`${reason}\n`)
      outcomes.push(`failed   ${step.name} (${took()}): ${reason.split('\n')[0]}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${outcomes.join('\n')}\n`)
