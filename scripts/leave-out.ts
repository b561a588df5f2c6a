// What no function uses but a bundler cannot tell: parts of packages, half of what a cold start would load, and our own prose.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { ERROR_CODES } from '../core/errors.ts'

const ROOT = join(import.meta.dirname, '..')

const INSTEAD: Record<string, string> = {
  // A function's credentials are always in its environment: profiles, single sign-on and the like are for people.
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
  // What file-type takes archives apart with tells a terminal about it, if asked to: looking for one is half of its load.
  debug: 'export default () => () => undefined',
}

const LIST = /define\(\{.*?\n\}\)/s

/** The list of error codes without what it says of them: that is for the reference, and was more than a function's own code. */
const kindsAlone = (source: string): string => {
  if (!LIST.test(source)) throw new Error('core/errors.ts has no list of codes in the form that is looked for')
  const kinds = Object.entries(ERROR_CODES).map(([code, { kind }]) => [code, { kind }])
  return source.replace(LIST, `define(${JSON.stringify(Object.fromEntries(kinds))})`)
}

export const leaveOut: Plugin = {
  name: 'leave-out',
  setup: ({ onResolve, onLoad }) => {
    const filter = new RegExp(`^(${Object.keys(INSTEAD).join('|')})$`)
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'instead' }))
    onLoad({ filter, namespace: 'instead' }, ({ path }) => ({ contents: INSTEAD[path], resolveDir: ROOT }))
    onLoad({ filter: /[\\/]core[\\/]errors\.ts$/ }, async ({ path }) => ({
      contents: kindsAlone(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
