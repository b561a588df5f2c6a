// Bundles a small program as the functions are bundled, for comparing like with like.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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
  /** Where packages that stay outside are found by their names. */
  amongPackages?: boolean
  external?: string[]
  /** As the functions of `IN_PARTS` are. */
  inParts?: boolean
}

/** @returns the folder that holds `index.mjs`; it is gone when the bench ends. */
export async function bundle(source: { code: string } | { file: string }, options: Options = {}): Promise<string> {
  const parent = options.amongPackages ? join(ROOT, 'node_modules', '.cache') : tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'bench-bundle-'))
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
