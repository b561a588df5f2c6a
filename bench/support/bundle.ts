// Bundles a small program as the functions are bundled, for comparing like with like.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { otherCredentials } from '../../scripts/leave-out.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** @returns the folder that holds `index.mjs`. */
export async function bundle(source: { code: string } | { file: string }, external: string[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bundle-'))
  await build({
    ...('file' in source
      ? { entryPoints: [source.file] }
      : { stdin: { contents: source.code, resolveDir: ROOT, loader: 'ts' } }),
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external,
    banner: {
      js: "import{createRequire as _createRequire}from'node:module';const require=_createRequire(import.meta.url);",
    },
    legalComments: 'none',
    plugins: [otherCredentials],
    logLevel: 'warning',
    absWorkingDir: ROOT,
  })
  return folder
}
