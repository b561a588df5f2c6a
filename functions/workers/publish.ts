// The publish queue's worker: one message, one publication taken as far as it goes now.
import * as z from 'zod/mini'
import { Tokens } from '../../core/accounts/credentials.ts'
import { publishPublication } from '../../core/posts/publishing/publish-publication.ts'
import { worker } from '../worker.ts'

const Message = z.object({ post_id: z.uuid(), account_id: z.optional(z.uuid()) })

export const handler = worker(
  (body) => Message.parse(body),
  ({ message, remainingMs, shared }) => publishPublication(message, remainingMs, shared),
  () => new Tokens(),
)
