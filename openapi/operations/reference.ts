// The document itself, for programs and for people.
import type { Operations } from '../operation.ts'

export const reference: Operations = {
  'GET /v1/openapi.json': {
    id: 'getDocument',
    tag: 'Reference',
    summary: 'Get the API as an OpenAPI document',
    description: 'For tools and generated clients. No key is needed.',
    answers: { 200: { description: 'OpenAPI 3.1.', types: ['application/json'] } },
  },
  'GET /docs': {
    id: 'getReference',
    tag: 'Reference',
    summary: 'Read the API as a page',
    description: 'Every operation with its fields, answers and examples. No key is needed.',
    answers: { 200: { description: 'A page without external resources.', types: ['text/html'] } },
  },
}
