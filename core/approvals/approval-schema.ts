// Posts that wait for an editor, as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { BrandShown } from '../owners/brand-schema.ts'
import { MakerShown } from '../people/people-schema.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import { APPROVAL_STATES, ENTRY_KINDS } from './approval.ts'
import type { ApprovalView, EntryView } from './approval-view.ts'
import type { ReviewView } from './review-links.ts'

const SaidText = z
  .string()
  .describe('A comment; for `approved`, the names of people in the post that nobody has and that stay plain text.')

const fields = {
  id: z.uuid(),
  type: z.enum(['feed', 'reels', 'stories', 'text']),
  post: z.custom<PostRequest>().meta({ type: 'object' }).describe('The body of `POST /v1/posts/<type>`.'),
  state: z
    .enum(APPROVAL_STATES)
    .describe('`changes_asked`: of its author; any change of the post makes it `waiting` again.'),
  version: z.int().describe('Goes up with every change of the post. A decision names the version that it is about.'),
  late: z.boolean().describe('Its time passed while it waited.'),
  too_late: z.boolean().describe('Its `not_after` passed too: it cannot be approved as it is.'),
  post_id: z.uuid().nullable().describe('The post that it became.'),
  review_until: Time.nullable().describe(
    'Until when the link to review it is good. Null without one, and once it is decided.',
  ),
  review_shown_until: Time.nullable().describe(
    'Until when the link shows it and what is said about it, also after it was decided. Null without one.',
  ),
  created_by: MakerShown.nullable(),
  created_at: Time,
  updated_at: Time,
}

export const ApprovalShown = shows<ApprovalView>()(z.object(fields)).meta({ id: 'Approval' })

const Entry = shows<EntryView>()(
  z.object({
    kind: z.enum(ENTRY_KINDS),
    text: SaidText,
    version: z.int(),
    by: MakerShown.nullable(),
    reviewer: z
      .string()
      .nullable()
      .describe('What a reviewer without a user is called; `by` is then the editor who made the link.'),
    at: Time,
  }),
).meta({ id: 'ApprovalEntry' })

export const ApprovalWithHistory = z.object({ ...fields, history: z.array(Entry) }).meta({ id: 'ApprovalWithHistory' })

export const ReviewShown = shows<ReviewView>()(
  z.object({
    owner: z.object({ name: z.string() }),
    type: fields.type,
    post: z
      .custom<ReviewView['post']>()
      .meta({ type: 'object' })
      .describe('The body of `POST /v1/posts/<type>`, without its accounts.'),
    accounts: z.array(
      z.object({
        platform: z.object({ name: z.string(), display_name: z.string() }),
        username: z.string(),
        profile_url: z.string(),
      }),
    ),
    state: fields.state,
    version: fields.version,
    late: fields.late,
    too_late: fields.too_late,
    history: z.array(
      z.object({
        kind: z.enum(ENTRY_KINDS),
        text: SaidText,
        version: z.int(),
        name: z.string().describe('Name of the member or reviewer; empty if it is not known.'),
        reviewer: z.boolean().describe('Said or done by a link.'),
        at: Time,
      }),
    ),
    expires_at: Time,
    brand: BrandShown,
  }),
).meta({ id: 'Review' })
