// Drafts and templates, which a team shares.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import type { Caller } from '../core/api-keys/caller.ts'
import { LONGEST_CONTENT, LONGEST_HASHTAG, LONGEST_NAME, MOST_HASHTAGS } from '../core/drafts/draft.ts'
import { changeDraft, createDraft, deleteDraft, describeDraft, type Editor, listDrafts } from '../core/drafts/drafts.ts'
import { changeTemplate, createTemplate, deleteTemplate, listTemplates } from '../core/drafts/templates.ts'
import { Uuid } from '../core/ids.ts'
import { nfc } from '../core/nfc.ts'
import { POST_TYPE_NAMES } from '../core/platforms/enumerations.ts'
import { endpoint } from './endpoint.ts'

const editorOf = ({ owner_id, session }: Caller): Editor => ({
  ownerId: owner_id,
  personId: session?.person_id ?? null,
})

const answer = (data: unknown) => ({ status: 200, body: { success: true, data } })

const One = z.object({ id: Uuid })
const Content = { type: z.enum(POST_TYPE_NAMES), post: z.record(z.string(), z.unknown()) }
/** Both change what a team shares; an author writes posts. */
const WRITING = { needs: 'author', checkRole: checkRoleNow } as const

const text = (least: number, most: number) =>
  z.string().check(
    z.overwrite((value) => nfc(value.toWellFormed()).trim()),
    z.minLength(least),
    z.maxLength(most),
  )
const TemplateBody = z
  .strictObject({
    name: text(1, LONGEST_NAME),
    content: z._default(text(0, LONGEST_CONTENT), ''),
    hashtags: z._default(z.array(text(1, LONGEST_HASHTAG)).check(z.maxLength(MOST_HASHTAGS)), []),
  })
  .check(
    z.refine(({ content, hashtags }) => content !== '' || hashtags.length > 0, {
      path: ['content'],
      error: 'must not be empty where there are no hashtags',
    }),
  )

/** By method and path. */
export const DRAFTS = {
  'GET /v1/drafts': endpoint({
    needs: 'viewer',
    run: async ({ caller }) => answer(await listDrafts(caller.owner_id)),
  }),
  'POST /v1/drafts': endpoint({
    ...WRITING,
    body: z.strictObject(Content),
    run: async ({ caller, body, now }) => answer(await createDraft(editorOf(caller), body, now)),
  }),
  'GET /v1/drafts/{id}': endpoint({
    needs: 'viewer',
    params: One,
    run: async ({ caller, params }) => answer(await describeDraft(caller.owner_id, params.id)),
  }),
  'PUT /v1/drafts/{id}': endpoint({
    ...WRITING,
    params: One,
    body: z.strictObject({ version: z.int().check(z.minimum(1)), ...Content }),
    run: async ({ caller, params, body, now }) => answer(await changeDraft(editorOf(caller), params.id, body, now)),
  }),
  'DELETE /v1/drafts/{id}': endpoint({
    ...WRITING,
    params: One,
    run: async ({ caller, params }) => {
      await deleteDraft(caller.owner_id, params.id)
      return answer({ id: params.id })
    },
  }),
  'GET /v1/templates': endpoint({
    needs: 'viewer',
    run: async ({ caller }) => answer(await listTemplates(caller.owner_id)),
  }),
  'POST /v1/templates': endpoint({
    ...WRITING,
    body: TemplateBody,
    run: async ({ caller, body, now }) => answer(await createTemplate(editorOf(caller), body, now)),
  }),
  'PUT /v1/templates/{id}': endpoint({
    ...WRITING,
    params: One,
    body: TemplateBody,
    run: async ({ caller, params, body, now }) => answer(await changeTemplate(editorOf(caller), params.id, body, now)),
  }),
  'DELETE /v1/templates/{id}': endpoint({
    ...WRITING,
    params: One,
    run: async ({ caller, params }) => {
      await deleteTemplate(caller.owner_id, params.id)
      return answer({ id: params.id })
    },
  }),
}
