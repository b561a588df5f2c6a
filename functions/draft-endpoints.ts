// Drafts and templates, which a team shares.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import type { Caller } from '../core/api-keys/caller.ts'
import { DRAFT_KINDS, LONGEST_NAME } from '../core/drafts/draft.ts'
import {
  changeDraft,
  createDraft,
  deleteDraft,
  describeDraft,
  type Editor,
  listDrafts,
  markEditing,
} from '../core/drafts/drafts.ts'
import { Uuid } from '../core/ids.ts'
import { wellFormed } from '../core/nfc.ts'
import { POST_TYPE_NAMES } from '../core/platforms/enumerations.ts'
import { personOf } from './chain/access.ts'
import { endpoint } from './endpoint.ts'
import { once } from './idempotent.ts'

const editorOf = ({ owner_id, session }: Caller): Editor => ({
  ownerId: owner_id,
  personId: session?.person_id ?? null,
})

const answer = (data: unknown) => ({ status: 200, body: { success: true, data } })

const One = z.object({ id: Uuid })
const Name = z.string().check(
  z.overwrite((value) => wellFormed(value).trim()),
  z.minLength(1),
  z.maxLength(LONGEST_NAME),
)
const Content = {
  type: z.enum(POST_TYPE_NAMES),
  post: z.record(z.string(), z.unknown()),
  name: z._default(z.nullable(Name), null),
}
/** They change what a team shares; an author writes posts. */
const WRITING = { needs: 'author', checkRole: checkRoleNow } as const

/** By method and path. */
export const DRAFTS = {
  'GET /v1/drafts': endpoint({
    needs: 'viewer',
    query: z.strictObject({ kind: z._default(z.enum(DRAFT_KINDS), 'draft') }),
    run: async ({ caller, query, now }) => answer(await listDrafts(caller.owner_id, query.kind, now)),
  }),
  'POST /v1/drafts': endpoint({
    ...WRITING,
    body: z.strictObject(Content),
    idempotent: once({ route: 'drafts', leaseSeconds: 30 }),
    run: async ({ caller, body, now, attempt }) => answer(await createDraft(editorOf(caller), body, now, attempt)),
  }),
  'GET /v1/drafts/{id}': endpoint({
    needs: 'viewer',
    params: One,
    run: async ({ caller, params, now }) => answer(await describeDraft(caller.owner_id, params.id, now)),
  }),
  'PUT /v1/drafts/{id}': endpoint({
    ...WRITING,
    params: One,
    body: z.strictObject({ version: z.int().check(z.minimum(1)), ...Content }),
    run: async ({ caller, params, body, now }) => answer(await changeDraft(editorOf(caller), params.id, body, now)),
  }),
  'PATCH /v1/drafts/{id}': endpoint({
    ...WRITING,
    auth: 'session',
    params: One,
    body: z.strictObject({ editing: z.boolean() }),
    run: async ({ caller, params, body, now }) => {
      const editor = { ownerId: caller.owner_id, personId: personOf(caller) }
      return answer(await markEditing(editor, params.id, body.editing, now))
    },
  }),
  'DELETE /v1/drafts/{id}': endpoint({
    ...WRITING,
    params: One,
    run: async ({ caller, params }) => {
      await deleteDraft(caller.owner_id, params.id)
      return answer({ id: params.id })
    },
  }),
}
