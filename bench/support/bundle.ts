// Bundles a small program as the functions are bundled, for comparing like with like.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BUNDLING } from '../../scripts/build.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** @returns the folder that holds `index.mjs`. */
export async function bundle(source: { code: string } | { file: string }, external: string[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bundle-'))
  await build({
    ...BUNDLING,
    ...('file' in source
      ? { entryPoints: [source.file] }
      : { stdin: { contents: source.code, resolveDir: ROOT, loader: 'ts' } }),
    outfile: join(folder, 'index.mjs'),
    external,
  })
  return folder
}
