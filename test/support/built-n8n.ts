// The nodes for n8n as `npm run build:n8n` makes them. It needs the registry, so tests of them are skipped where they are not built.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = join(ROOT, 'packages', 'n8n')
/** The folder of the package that is published. */
export const NODE_PACKAGE = join(ROOT, '.cache', 'n8n')
export const BUILT_NODES = join(NODE_PACKAGE, 'dist', 'nodes')

/** The copies that were built: tests of an older build would say nothing of these sources. */
const isCurrent = () =>
  globSync('{nodes,credentials}/**/*.ts', { cwd: SOURCES }).every((file) => {
    const copy = join(NODE_PACKAGE, file)
    return existsSync(copy) && readFileSync(copy).equals(readFileSync(join(SOURCES, file)))
  })

/** Why the nodes cannot be tested here, if they cannot. */
export function lacksNodes(): string | undefined {
  if (!existsSync(BUILT_NODES)) return 'the nodes are not built: npm run build:n8n'
  return isCurrent() ? undefined : 'the nodes were built from older sources: npm run build:n8n'
}

// biome-ignore lint/suspicious/noExplicitAny: what n8n gives a node is more than tests use
export const loadNode = (name: string): any =>
  createRequire(import.meta.url)(join(BUILT_NODES, name, `${name}.node.js`))
