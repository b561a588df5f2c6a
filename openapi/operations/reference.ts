// The document itself, for programs and for people.
import type { Operations } from '../operation.ts'

export const reference: Operations = {
  'GET /v1/openapi.json': {
    id: 'getDocument',
    tag: 'Reference',
    summary: 'The API as an OpenAPI document',
    description: 'For tools and generated clients. Open to all.',
    answers: { 200: { description: 'OpenAPI 3.1.', types: ['application/json'] } },
  },
  'GET /docs': {
    id: 'getReference',
    tag: 'Reference',
    summary: 'The API as a page to read',
    description: 'Every operation with its fields, answers and examples. Open to all.',
    answers: { 200: { description: 'A page that loads nothing from elsewhere.', types: ['text/html'] } },
  },
}
