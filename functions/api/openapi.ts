// GET /v1/openapi.json: the API as an OpenAPI document, made by `npm run docs`.
import { endpoint } from '../endpoint.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'

let text: string | undefined

/** Made for the first request, not for the start: building the document takes a tenth of it. */
async function documentText(): Promise<string> {
  const { default: document } = await import('../../docs/openapi.json', { with: { type: 'json' } })
  return JSON.stringify(document)
}

export const handler = endpoint({
  auth: 'optional',
  run: async () => {
    text ??= await documentText()
    return {
      status: 200,
      headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'application/json; charset=utf-8' },
      text,
    }
  },
})
