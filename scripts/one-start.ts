// Keeps the number of files small that a function in parts loads at its start.
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

const PART = 'part'

/**
 * A second entry point makes a file of its own of what the table needs, which is half of the start: V8 takes an eighth longer to
 * compile one file of 370 kB than two of half the size.
 */
export const OWN_FILE = { in: join(import.meta.dirname, '../core/aws/table.ts'), out: 'table' }

/**
 * A plugin for the bundle of one function in parts. esbuild makes a file for each set of parts that share modules: with seven parts, a
 * start read ten files, half of them of some kilobytes. Here every part begins with the function itself, which is loaded by then: all
 * that the function needs is then needed by every part, and is one file. A part's `default` is not passed on: none of ours has one.
 * @param entry the function's file
 */
export const oneStart = (entry: string): Plugin => ({
  name: 'one-start',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /\.ts$|^@smithy\// }, async ({ kind, path, resolveDir, importer, namespace }) => {
      if (kind !== 'dynamic-import' || namespace === PART) return undefined
      const found = await resolve(path, { kind: 'import-statement', resolveDir, importer })
      return found.errors.length > 0 ? found : { path: found.path, namespace: PART, pluginData: { path, resolveDir } }
    })
    onLoad({ filter: /.*/, namespace: PART }, ({ pluginData: { path, resolveDir } }) => ({
      contents: `import ${JSON.stringify(entry)}\nexport * from ${JSON.stringify(path)}`,
      resolveDir,
    }))
  },
})
