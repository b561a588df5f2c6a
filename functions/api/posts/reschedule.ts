// PATCH /v1/posts/{id}: moves a scheduled post that has not started.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { postAnswer } from '../../../core/posts/post-view.ts'
import { reschedulePost } from '../../../core/posts/reschedule-post.ts'
import { NotAfter, ScheduledAt } from '../../../core/posts/rules/post-request.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  body: z.strictObject({ scheduled_at: ScheduledAt, not_after: z.optional(NotAfter) }),
  run: async ({ caller, params, body, now, afterwards }) => {
    const moved = await reschedulePost(
      caller.owner_id,
      params.id,
      { time: body.scheduled_at, notAfter: body.not_after },
      now,
    )
    afterwards(moved.dispatch)
    const message = `The post was moved to ${new Date(body.scheduled_at).toISOString()}.`
    return { status: 200, body: { success: true, message, data: postAnswer(moved.post, moved.publications, now) } }
  },
})
