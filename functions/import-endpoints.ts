// Plans of posts from files, and posts with their results as files.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { exportPosts } from '../core/imports/export-posts.ts'
import { checkPlan, importPlan } from '../core/imports/import-plan.ts'
import { LONGEST_PLAN, MOST_POSTS } from '../core/imports/plan-csv.ts'
import { endpoint } from './endpoint.ts'
import { LimitParameter, PageParameter, TimeParameter } from './paging.ts'
import { readPost } from './read-post.ts'

const Plan = {
  csv: z.string().check(z.minLength(1), z.maxLength(LONGEST_PLAN)),
  time_zone: z.string().check(z.maxLength(64)),
}

const check = endpoint({
  needs: 'editor',
  checkRole: checkRoleNow,
  body: z.strictObject(Plan),
  run: async ({ caller, body, now }) => {
    const data = await checkPlan({ ownerId: caller.owner_id, csv: body.csv, timeZone: body.time_zone, readPost, now })
    return { status: 200, body: { success: true, data } }
  },
})

const importAll = endpoint({
  needs: 'editor',
  checkRole: checkRoleNow,
  body: z.strictObject({
    ...Plan,
    leave_out: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(MOST_POSTS))).check(z.maxLength(MOST_POSTS))),
  }),
  run: async ({ caller, body, now, afterwards }) => {
    const plan = { ownerId: caller.owner_id, csv: body.csv, timeZone: body.time_zone, readPost, now }
    const { result, dispatch } = await importPlan(plan, body.leave_out ?? [])
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
