// The publish queue's worker: one message, one publication taken as far as it goes now.
import * as z from 'zod/mini'
import { Tokens } from '../../core/accounts/credentials.ts'
import { tryAgain } from '../../core/posts/dispatch.ts'
import { PassFailed } from '../../core/posts/publishing/engine.ts'
import { publishPublication } from '../../core/posts/publishing/publish-publication.ts'
import { worker } from '../worker.ts'

const Message = z.object({ post_id: z.uuid(), account_id: z.optional(z.uuid()) })

export const handler = worker(
  (body) => Message.parse(body),
  async ({ message, remainingMs, receives, receipt, shared }) => {
    try {
      await publishPublication(message, remainingMs, shared)
    } catch (error) {
      await tryAgain(receipt, receives, error instanceof PassFailed ? error.from : undefined)
      throw error
    }
  },
  () => new Tokens(),
)
