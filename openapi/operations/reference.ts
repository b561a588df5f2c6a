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
  'GET /reference': {
    id: 'getInteractiveReference',
    tag: 'Reference',
    summary: 'Read the API as a page on which requests can be tried',
    description: 'Needs JavaScript; `GET /docs` does not. No key is needed to read it.',
    answers: {
      200: { description: 'A page that loads one program from the dashboard of the service.', types: ['text/html'] },
      302: { description: 'Asked at the dashboard’s address: the page is at that of the API.', headers: ['Location'] },
    },
  },
}
