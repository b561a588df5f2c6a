// THE list of tools: what each is called, takes and does. The same by stdio and by HTTP, but for what only a program on the user's
// own machine can do: read a file, and wait for minutes.
import { PublisherError, Unreachable } from '@social-publisher/client'
import { getInsights, getPost, getSlots, getUsage, listAccounts, listPosts, waitForPost } from './tools/look.ts'
import { cancelPost, publishPost, retryPost, schedulePost, validatePost } from './tools/publish.ts'
import { type Place, type Tool, WrongInput } from './tools/tool.ts'
import { uploadMedia } from './tools/upload.ts'

export { type Place, WrongInput } from './tools/tool.ts'

/** The tools as they are at a place. */
export const toolsAt = (place: Place): readonly Tool[] => [
  listAccounts,
  uploadMedia(place),
  validatePost,
  publishPost(place),
  schedulePost,
  getPost,
  waitForPost(place),
  cancelPost,
  retryPost,
  listPosts,
  getUsage,
  getSlots,
  getInsights,
]

/** With a new key, as the service advises for a new post, the post of the call before would go out twice. */
const KEY_USED =
  'Nothing was done now. The key was used with another call, which may have taken effect: look with list_posts before you use another key.'

/** What to do where nobody knows whether the call took effect. */
function adviceFor({ changes, hasKey }: Failed): string {
  if (!changes) return 'Call it again.'
  return hasKey
    ? 'It may have taken effect: repeat the call with the same idempotency_key within 24 hours, or look with list_posts.'
    : 'It may have taken effect: look before you repeat it.'
}

/** The call that failed: whether it is one that changes something, and can be repeated with a key. */
export interface Failed {
  changes: boolean
  hasKey: boolean
}

/** The message to an assistant when a tool failed: what is wrong, and what to do. */
export function problemOf(error: unknown, failed: Failed): { error: Record<string, unknown> } {
  if (error instanceof PublisherError) {
    const { code, status, issues, requestId, retryAfterSeconds } = error
    const unclear = status >= 500 || code === 'idempotency_in_flight'
    // No code of the service comes with the refusal of something else.
    const advice = unclear
      ? adviceFor(failed)
      : { idempotency_mismatch: KEY_USED, unknown: 'Is PUBLISHER_URL the address of the API? Ask the user.' }[
          code as string
        ]
    return {
      error: {
        code,
        status,
        message: error.message,
        issues,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        ...(advice === undefined ? {} : { advice }),
        request_id: requestId ?? null,
      },
    }
  }
  if (error instanceof Unreachable)
    return { error: { code: 'unreachable', message: error.message, advice: adviceFor(failed) } }
  return {
    error: {
      code: error instanceof WrongInput ? 'wrong_input' : 'failed',
      message: error instanceof Error ? error.message : String(error),
    },
  }
}
