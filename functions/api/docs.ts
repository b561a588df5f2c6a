// GET /docs: the OpenAPI document as a page to read.
import { createHash } from 'node:crypto'
import { endpoint } from '../endpoint.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'
import { type Document, referencePage, STYLE } from '../reference-page.ts'

const styleHash = createHash('sha256').update(STYLE).digest('base64')
// Nothing is loaded, from here or elsewhere, and nothing runs.
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

let page: string | undefined

/** Made for the first request, not for the start: building the document takes a tenth of it. */
async function documentPage(): Promise<string> {
  const { default: document } = await import('../../docs/openapi.json', { with: { type: 'json' } })
  return referencePage(document as unknown as Document)
}

export const handler = endpoint({
  auth: 'optional',
  run: async () => {
    page ??= await documentPage()
    return {
      status: 200,
      headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
      text: page,
    }
  },
})
