// Posts that wait for an editor: sent, discussed, changed, approved.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { APPROVAL_STATES } from '../core/approvals/approval.ts'
import { describeApproval, listApprovals } from '../core/approvals/approval-view.ts'
import {
  approve,
  askForChanges,
  changeApproval,
  commentOn,
  NOW,
  withdrawApproval,
} from '../core/approvals/approvals.ts'
import { endReviewLink, makeReviewLink } from '../core/approvals/review-links.ts'
import { sendForApproval } from '../core/approvals/send-for-approval.ts'
import { API_STAGE } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { POST_TYPE_NAMES, type PostType } from '../core/platforms/enumerations.ts'
import { type PostRequest, timeField } from '../core/posts/rules/post-request.ts'
import { actorOf } from './approval-actor.ts'
import { personOf } from './chain/access.ts'
import { withFurther } from './chain/issues.ts'
import { commentField } from './comment-field.ts'
import { endpoint } from './endpoint.ts'
import { furtherIssues } from './further-issues.ts'
import { once } from './idempotent.ts'
import { notesOnMentions } from './notes-on-mentions.ts'
import { BeforeParameter, LimitParameter, PageParameter } from './paging.ts'
import { readPost } from './read-post.ts'

/** The post as the endpoint of its type would take it. @throws {AppError} with every issue, below `post`. */
async function postOf(type: PostType, raw: unknown, ownerId: string, now: number): Promise<PostRequest> {
  const read = await readPost(type, raw)
  if ('request' in read) return read.request
  const issues = withFurther(read.issues, await furtherIssues({ type, ownerId, now }, raw))
  throw new AppError(issues.map((issue) => ({ ...issue, path: issue.path ? `post.${issue.path}` : 'post' })))
}

const Version = z.int().check(z.minimum(1))
const One = z.object({ id: Uuid })
const Sent = {
  type: z.enum(POST_TYPE_NAMES),
  post: z.record(z.string(), z.unknown()),
  comment: z.optional(commentField(0)),
}

const list = endpoint({
  query: z.strictObject({
    state: z.optional(z.enum(APPROVAL_STATES)),
    before: z.optional(BeforeParameter),
    page: PageParameter,
    limit: LimitParameter,
  }),
  run: async ({ caller, query, now }) => {
    const { approvals, next_before } = await listApprovals(caller.owner_id, query, now)
    return { status: 200, body: { success: true, data: approvals, next_before } }
  },
})

const get = endpoint({
  params: One,
  run: async ({ caller, params, now }) => ({
    status: 200,
    body: { success: true, data: await describeApproval(caller.owner_id, params.id, now) },
  }),
})

const send = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  body: z.strictObject(Sent),
  idempotent: once({ route: 'approvals', makesPost: true, leaseSeconds: 30 }),
  run: async ({ caller, body, now, attempt }) => {
    const request = await postOf(body.type, body.post, caller.owner_id, now)
    const given = { type: body.type, request, comment: body.comment ?? '' }
    const data = await sendForApproval(actorOf(caller), given, now, attempt)
    return { status: 200, body: { success: true, data } }
  },
})

const change = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  params: One,
  body: z.strictObject({ version: Version, ...Sent }),
  run: async ({ caller, params, body, now }) => {
    const request = await postOf(body.type, body.post, caller.owner_id, now)
    const given = { version: body.version, type: body.type, request, comment: body.comment ?? '' }
    const data = await changeApproval(actorOf(caller), params.id, given, now)
    return { status: 200, body: { success: true, data } }
  },
})

const done = (id: string) => ({ status: 200, body: { success: true, data: { id } } })

const withdraw = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  params: One,
  run: async ({ caller, params, now }) => {
    await withdrawApproval(actorOf(caller), params.id, now)
    return done(params.id)
  },
})

const comment = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  params: One,
  body: z.strictObject({ comment: commentField(1) }),
  idempotent: once({ route: 'approvals/comments', leaseSeconds: 30 }),
  run: async ({ caller, params, body, now, attempt }) => {
    await commentOn(actorOf(caller), params.id, body.comment, now, attempt)
    return done(params.id)
  },
})

const changes = endpoint({
  needs: 'editor',
  checkRole: checkRoleNow,
  params: One,
  body: z.strictObject({ version: Version, comment: commentField(1) }),
  idempotent: once({ route: 'approvals/changes', leaseSeconds: 30 }),
  run: async ({ caller, params, body, now, attempt }) => {
    await askForChanges(actorOf(caller), params.id, body.version, body.comment, now, attempt)
    return done(params.id)
  },
})

const approveOne = endpoint({
  needs: 'editor',
  checkRole: checkRoleNow,
  params: One,
  body: z.strictObject({ version: Version, publish_at: z.optional(timeField('publish_at', NOW)) }),
  idempotent: once({ route: 'approvals/approve', leaseSeconds: 30 }),
  run: async ({ caller, params, body, now, attempt, afterwards }) => {
    const given = { version: body.version, publishAt: body.publish_at }
    const actor = actorOf(caller)
    const { postId, message, dispatch } = await approve(actor, params.id, given, now, notesOnMentions, attempt)
    if (dispatch) afterwards(dispatch)
    return {
      status: 200,
      headers: { Location: `/${API_STAGE}/v1/posts/${postId}` },
      body: { success: true, message, data: { id: params.id, post_id: postId } },
    }
  },
})

/** The link by which somebody without a user reviews the post: made again, or ended. */
const reviewLink = endpoint({
  auth: 'session',
  needs: 'editor',
  checkRole: checkRoleNow,
  params: One,
  body: z.strictObject({ review_link: z.boolean() }),
  run: async ({ caller, params, body, now }) => {
    const actor = { ...actorOf(caller), person: { id: personOf(caller), role: 'editor' as const } }
    const review_link = await (body.review_link ? makeReviewLink : endReviewLink)(actor, params.id, now)
    return { status: 200, body: { success: true, data: { id: params.id, review_link } } }
  },
})

/** By method and path. */
export const APPROVALS = {
  'GET /v1/approvals': list,
  'POST /v1/approvals': send,
  'GET /v1/approvals/{id}': get,
  'PUT /v1/approvals/{id}': change,
  'DELETE /v1/approvals/{id}': withdraw,
  'PATCH /v1/approvals/{id}': reviewLink,
  'POST /v1/approvals/{id}/comments': comment,
  'POST /v1/approvals/{id}/changes': changes,
  'POST /v1/approvals/{id}/approve': approveOne,
}
