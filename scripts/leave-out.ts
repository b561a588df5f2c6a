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

const REQUESTS = `
import Agent from 'undici/lib/dispatcher/agent.js'
import send from 'undici/lib/api/api-request.js'
import { parseURL } from 'undici/lib/core/util.js'
export { Agent }
let shared
export const request = (address, { dispatcher = (shared ??= new Agent()), ...options } = {}) => {
  const { origin, pathname, search } = parseURL(address)
  return send.call(dispatcher, { ...options, origin, path: pathname + search, method: options.method ?? 'GET' })
}
`

/** Of undici only `request` and `Agent` are used: its own `fetch`, caches, sockets and the like are as large again. */
export const otherClients: Plugin = {
  name: 'other-clients',
  setup: ({ initialOptions, onResolve, onLoad }) => {
    // What Node's own copy is built with: no second parser.
    initialOptions.define = { ...initialOptions.define, esbuildDetection: '1' }
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'requests-only' }))
    // Every processor that Lambda has knows SIMD.
    onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, () => ({
      contents: 'module.exports = undefined',
    }))
    onLoad({ filter: /.*/, namespace: 'requests-only' }, () => ({ contents: REQUESTS, resolveDir: ROOT }))
  },
}
