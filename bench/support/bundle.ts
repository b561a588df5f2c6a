// Bundles a small program as the functions are bundled, for comparing like with like.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BUNDLING } from '../../scripts/build.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

interface Options {
  external?: string[]
  /** As the functions of `IN_PARTS` are. */
  inParts?: boolean
}

/** @returns the folder that holds `index.mjs`; it is gone when the bench ends. */
export async function bundle(source: { code: string } | { file: string }, options: Options = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bundle-'))
  made.push(folder)
  await build({
    ...BUNDLING,
    ...('file' in source
      ? { entryPoints: [source.file] }
      : { stdin: { contents: source.code, resolveDir: ROOT, loader: 'ts' } }),
    outdir: folder,
    entryNames: 'index',
    outExtension: { '.js': '.mjs' },
    external: options.external,
    splitting: options.inParts,
  })
  return folder
}
