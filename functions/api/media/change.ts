// PATCH and DELETE /v1/media/{id}: change a file's title, description and tags, and delete it. In one function, because every
// function costs the stack resources.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { changeMedia } from '../../../core/media/change-media.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { DescriptionInput, TitleInput } from '../../../core/media/rules/media.ts'
import { TagsInput } from '../../../core/media/rules/tags.ts'
import { documented } from '../../../core/platforms/text-field.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'

const Medium = z.object({ id: Uuid })

const change = endpoint({
  checkRole: checkRoleNow,
  params: Medium,
  body: documented(
    z
      .strictObject({
        title: z.optional(TitleInput.check(z.refine((title) => title !== undefined, { error: 'must not be empty' }))),
        description: z.optional(DescriptionInput),
        tags: z.optional(TagsInput),
      })
      .check(
        z.refine((body) => Object.keys(body).length > 0, {
          error: 'must have a title, a description or tags to change',
        }),
      ),
    { minProperties: 1 },
  ),
  run: async ({ caller, params, body, now }) => {
    const { title, tags } = body
    // Empty is a description that is taken away.
    const description = 'description' in body ? (body.description ?? '') : undefined
    const given = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined ? {} : { tags }),
    }
    const data = await changeMedia(params.id, caller.owner_id, given, now)
    return { status: 200, body: { success: true, message: 'The media was changed.', data } }
  },
})

const remove = endpoint({
  checkRole: checkRoleNow,
  params: Medium,
  run: async ({ caller, params, now }) => {
    await deleteMedia(params.id, caller.owner_id, now)
    return { status: 200, body: { success: true, message: 'The media was deleted.' } }
  },
})

export const handler = byRoute({ 'PATCH /v1/media/{id}': change, 'DELETE /v1/media/{id}': remove })
