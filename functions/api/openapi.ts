// GET /v1/openapi.json: the API as an OpenAPI document, made by `npm run docs`.
import document from '../../docs/openapi.json' with { type: 'json' }
import { endpoint } from '../endpoint.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'

const text = JSON.stringify(document)

export const handler = endpoint({
  auth: 'optional',
  run: async () => ({
    status: 200,
    headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'application/json; charset=utf-8' },
    text,
  }),
})
