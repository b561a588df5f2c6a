// Imported first: what a program imports dynamically after it loads in half the time from the second start on.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const COMPILED = join(import.meta.dirname, '..', '.cache', 'compiled')
enableCompileCache(COMPILED)

/** The same for a process that is started. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: COMPILED }

/** Arguments for it, where it needs nothing of what they leave out: see there. */
export const LEAN_HTTP = ['--import', new URL('../local/lean-http.mjs', import.meta.url).href]
