// A typed client of the API. Its types are made from the OpenAPI document; added here are the key, idempotency, patience, uploads
// of any size, and errors.
export { type ErrorCode, type Issue, orThrow, PublisherError, Unreachable } from './errors.ts'
export type { components, operations, paths } from './generated/api.ts'
export {
  type CallOptions,
  createPublisher,
  type MediaFilters,
  type PostBody,
  type PostFilters,
  type PostType,
  type Publisher,
  type PublisherOptions,
  type ReadOptions,
  type Schemas,
  type SettledOptions,
  TimeoutError,
} from './publisher.ts'
export { type Sending, type Steps, sendFile } from './send-file.ts'
export { typeOfName, type Upload, type UploadOptions } from './uploads.ts'
