// Plans of posts from files, and posts with their results as files.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { refuse } from '../core/errors.ts'
import { exportPosts } from '../core/imports/export-posts.ts'
import { checkPlan, importPlan, sendPlanForApproval } from '../core/imports/import-plan.ts'
import { LONGEST_PLAN, MOST_POSTS } from '../core/imports/plan-csv.ts'
import { actorOf } from './approval-actor.ts'
import { commentField } from './comment-field.ts'
import { endpoint } from './endpoint.ts'
import { notesOnPlan } from './notes-on-mentions.ts'
import { LimitParameter, PageParameter, TimeParameter } from './paging.ts'
import { readPost } from './read-post.ts'

const Plan = {
  csv: z.string().check(z.minLength(1), z.maxLength(LONGEST_PLAN)),
  time_zone: z.string().check(z.maxLength(64)),
}

const planOf = (ownerId: string, { csv, time_zone: timeZone }: { csv: string; time_zone: string }, now: number) => ({
  ...{ ownerId, csv, timeZone, readPost, now },
  notesOn: notesOnPlan,
})

const check = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  body: z.strictObject(Plan),
  run: async ({ caller, body, now }) => {
    const data = await checkPlan(planOf(caller.owner_id, body, now))
    return { status: 200, body: { success: true, data } }
  },
})

const importAll = endpoint({
  // An author's plan is sent for approval.
  needs: 'author',
  checkRole: checkRoleNow,
  body: z.strictObject({
    ...Plan,
    leave_out: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(MOST_POSTS))).check(z.maxLength(MOST_POSTS))),
    for_approval: z.optional(z.boolean()),
    comment: z.optional(commentField(0)),
  }),
  run: async ({ caller, body, now, afterwards }) => {
    const plan = planOf(caller.owner_id, body, now)
    const leaveOut = body.leave_out ?? []
    if (body.for_approval) {
      const data = await sendPlanForApproval(actorOf(caller), plan, leaveOut, body.comment ?? '')
      return { status: 200, body: { success: true, data } }
    }
    if (body.comment !== undefined)
      throw refuse(
        'invalid_value',
        'comment: Only posts that are sent for approval have one (`for_approval`).',
        'comment',
      )
    const person = caller.session ?? caller.assistant
    if (person?.role === 'author')
      throw refuse(
        'approval_required',
        'An author does not publish: import the plan with `for_approval`, and an editor approves its posts.',
      )
    if (person) await checkRoleNow(caller.owner_id, person.person_id, 'editor')
    const { result, dispatch } = await importPlan(actorOf(caller), plan, leaveOut)
    afterwards(dispatch)
    return { status: 200, body: { success: true, data: result } }
  },
})

const exportAll = endpoint({
  needs: 'viewer',
  query: z.strictObject({
    page: PageParameter,
    limit: LimitParameter,
    publish_from: z.optional(TimeParameter),
    publish_to: z.optional(TimeParameter),
  }),
  run: async ({ caller, query, now }) => ({
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="posts.csv"',
    },
    text: await exportPosts(caller.owner_id, query, now),
  }),
})

/** By method and path. */
export const IMPORTS = {
  'POST /v1/imports/check': check,
  'POST /v1/imports': importAll,
  'GET /v1/exports/posts': exportAll,
}
