// Parts of packages that no function uses, which a bundler cannot know: half of what a cold start would load.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { clientOfSchemas, errorsOf, withoutUnused } from './sdk-schemas.ts'

const ROOT = join(import.meta.dirname, '..')

const INSTEAD: Record<string, string> = {
  // A function's credentials are always in its environment: profiles, single sign-on and the like are for people.
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
  // The SDK asks it which browser it runs in, and only there.
  bowser: 'export default {}',
  // The archive reader of file-type reports to a terminal, if asked to: looking for one is half of its load.
  debug: 'export default () => () => undefined',
  // The table's client makes one for commands that ask AWS for their endpoint; it has none.
  '@aws-sdk/endpoint-cache': 'export class EndpointCache {}',
  // Some clients have commands that answer with a stream of events; none of them is ours.
  '@smithy/core/event-streams':
    'export const eventStreamSerdeProvider = () => undefined, resolveEventStreamSerdeConfig = (config) => config',
}

export const leaveOut: Plugin = {
  name: 'leave-out',
  setup: ({ onResolve, onLoad }) => {
    const filter = new RegExp(`^(${Object.keys(INSTEAD).join('|')})$`)
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'instead' }))
    onLoad({ filter, namespace: 'instead' }, ({ path }) => ({ contents: INSTEAD[path], resolveDir: ROOT }))
    // Each client of the SDK says its version with every request, and brings the whole of its package.json for it.
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
    onLoad({ filter: /[\\/]schemas_0\.js$/ }, ({ path }) => {
      const client = clientOfSchemas(path)
      if (!client) return undefined
      return { contents: withoutUnused(readFileSync(path, 'utf8'), errorsOf(client)), loader: 'js' }
    })
  },
}
