// The imports of a file, read from its lines.
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
const TYPE_ONLY = /^\s*(?:import|export)\s+type\s/

/** Imports of a file as paths from the root, or as package names; whether each only brings types. */
export function importsOf(file: string): { target: string; types: boolean }[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2]!
    const target = name.startsWith('.') ? normalize(join(dirname(file), name)) : name
    return { target, types: TYPE_ONLY.test(match[0]) }
  })
}
