// The sample files, and pictures that tests make themselves.
import { readFileSync } from 'node:fs'

/** A file of `test/samples`; its README says how each was made. */
export const sample = (name: string): Buffer => readFileSync(new URL(`../../samples/${name}`, import.meta.url))
