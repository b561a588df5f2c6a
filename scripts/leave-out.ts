// Parts of packages that no function uses but that a bundler cannot tell: half of what a cold start would load.
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** A function's credentials are always in its environment: profiles, single sign-on and the like are for people. */
export const otherCredentials: Plugin = {
  name: 'other-credentials',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'environment-only',
    }))
    onLoad({ filter: /.*/, namespace: 'environment-only' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      resolveDir: ROOT,
    }))
  },
}
