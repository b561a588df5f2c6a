// GET /docs and GET /v1/openapi.json: the API as a page to read, and as an OpenAPI document, which `npm run docs` makes.
import { createHash } from 'node:crypto'
import { byRoute } from '../by-route.ts'
import { endpoint } from '../endpoint.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'
import { type Document, referencePage, STYLE } from '../reference-page.ts'

const styleHash = createHash('sha256').update(STYLE).digest('base64')
// Nothing is loaded, from here or elsewhere, and nothing runs.
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Loaded for the first request, not for the start: building the document takes a tenth of it. */
const load = async () => (await import('../../docs/openapi.json', { with: { type: 'json' } })).default

let page: string | undefined
let text: string | undefined

const docs = endpoint({
  auth: 'optional',
  run: async () => {
    page ??= referencePage((await load()) as unknown as Document)
    return {
      status: 200,
      headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
      text: page,
    }
  },
})

const openapi = endpoint({
  auth: 'optional',
  run: async () => {
    text ??= JSON.stringify(await load())
    return {
      status: 200,
      headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'application/json; charset=utf-8' },
      text,
    }
  },
})

export const handler = byRoute({ 'GET /docs': docs, 'GET /v1/openapi.json': openapi })
