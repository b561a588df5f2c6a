// GET /docs, GET /reference and GET /v1/openapi.json: the API as a page to read, as one to try requests on, and as an OpenAPI
// document, which `npm run docs` makes.
import { createHash } from 'node:crypto'
import { setting } from '../../core/config.ts'
import { API_STAGE, DASHBOARD_HEADER, ENV } from '../../core/contract.ts'
import { byRoute } from '../by-route.ts'
import { endpoint } from '../endpoint.ts'
import { interactivePage, interactivePolicy } from '../interactive-page.ts'
import { originOf } from '../own-address.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'
import { type Document, referencePage, STYLE } from '../reference-page.ts'

const styleHash = createHash('sha256').update(STYLE).digest('base64')
// Nothing is loaded, from here or elsewhere, and nothing runs.
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Loaded for the first request, not for the start. `scripts/packed-document.ts` makes it a tenth as large as it is. */
const load = async () => (await import('../../docs/openapi.json', { with: { type: 'json' } })).default

const HTML = { ...PUBLIC_DOCUMENT, 'Content-Type': 'text/html; charset=utf-8' }

let page: string | undefined
let text: string | undefined

const docs = endpoint({
  auth: 'optional',
  run: async () => {
    page ??= referencePage((await load()) as unknown as Document, setting(ENV.dashboardUrl))
    return { status: 200, headers: { ...HTML, 'Content-Security-Policy': POLICY }, text: page }
  },
})

const reference = endpoint({
  auth: 'optional',
  run: async ({ header }) => {
    // Its program is not ours and loads what the page names: it runs where nobody is signed in.
    if (header(DASHBOARD_HEADER) !== undefined) {
      const own = `${originOf(header('host') ?? '')}/${API_STAGE}/reference`
      return { status: 302, headers: { Location: own, 'Cache-Control': 'no-store' }, text: '' }
    }
    const dashboard = setting(ENV.dashboardUrl)
    const headers = { ...HTML, 'Content-Security-Policy': interactivePolicy(dashboard) }
    return { status: 200, headers, text: interactivePage(dashboard) }
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

export const handler = byRoute({ 'GET /docs': docs, 'GET /reference': reference, 'GET /v1/openapi.json': openapi })
