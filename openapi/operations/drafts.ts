// Drafts and templates, which a team shares.
import { z } from 'zod'
import { EDITING_MS, LARGEST_DRAFT, LONGEST_NAME, MOST_DRAFTS } from '../../core/drafts/draft.ts'
import { DraftShown } from '../../core/drafts/draft-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

const mina = { id: IDS.other, name: 'Mina Kim', email: 'mina.kim@acme.test' }
const post = { content: 'Our autumn menu is', accounts: [IDS.threads] }
const draft = {
  ...{ id: IDS.job, name: null, type: 'text', post, version: 1 },
  ...{ created_by: mina, updated_by: mina, created_at: NOW, updated_at: NOW, editing: [] },
}
const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})
const gone = data('It is deleted.', z.object({ id: z.uuid() }), 'Deleted', { id: IDS.job })

const content = {
  name: {
    maxLength: LONGEST_NAME,
    description:
      'Makes it a template, which posts begin with again and again. A template without a text is a group of hashtags.',
  },
  type: { description: 'The type of the post.' },
  post: {
    description: `The body of \`POST /v1/posts/<type>\` as far as it is written, at most ${LARGEST_DRAFT} bytes. It is not checked.`,
  },
}
export const drafts: Operations = {
  'GET /v1/drafts': {
    id: 'listDrafts',
    tag: 'Posts',
    summary: 'List drafts or templates',
    description: 'What your team shares, the last changed first.',
    fields: { kind: { description: 'Drafts, or templates.' } },
    answers: { 200: data('The drafts.', z.array(DraftShown), 'One', [draft]) },
  },
  'POST /v1/drafts': {
    id: 'createDraft',
    tag: 'Posts',
    summary: 'Save a draft',
    description: `A draft is not published by itself. With a name it is a template. At most ${MOST_DRAFTS} of each are kept. Needs the role \`author\` or a higher one.`,
    fields: content,
    examples: {
      text: { summary: 'A text post', value: { type: 'text', post } },
      hashtags: {
        summary: 'A group of hashtags',
        value: { type: 'text', name: 'City', post: { hashtags: ['harbor', 'coffee'] } },
      },
    },
    answers: { 200: data('It is saved.', DraftShown, 'Saved', draft) },
    errors: ['conflict'],
  },
  'GET /v1/drafts/{id}': {
    id: 'getDraft',
    tag: 'Posts',
    summary: 'Get a draft',
    description:
      'With who saved it last, and when. Publish it with the `Idempotency-Key` `draft-<id>-<version>`, or send it for approval with it: whoever does so at the same moment, as a post of whatever type, makes one post of that version. The further posts of a series have `-1`, `-2` … behind it, made in this order: it becomes one series, too.',
    answers: { 200: data('The draft.', DraftShown, 'A draft', draft) },
  },
  'PUT /v1/drafts/{id}': {
    id: 'changeDraft',
    tag: 'Posts',
    summary: 'Change a draft',
    description: 'Replaces it, unless somebody else saved it since the version that you name.',
    fields: { version: { description: 'The version that the change began from.' }, ...content },
    examples: { text: { summary: 'Another text', value: { version: 1, type: 'text', post } } },
    answers: { 200: data('It is saved.', DraftShown, 'Saved', { ...draft, version: 2 }) },
    errors: ['conflict'],
  },
  'PATCH /v1/drafts/{id}': {
    id: 'editDraft',
    tag: 'Dashboard',
    summary: 'Say that you are editing a draft',
    description: `The team sees it in \`editing\` for ${EDITING_MS / 1000} seconds; say it again while you go on. It keeps nobody from saving. Needs the role \`author\` or a higher one.`,
    fields: { editing: { description: '`true` while you write, `false` once you stopped.' } },
    examples: { writing: { summary: 'Writing', value: { editing: true } } },
    answers: { 200: data('It is noted.', DraftShown, 'Noted', { ...draft, editing: [mina] }) },
  },
  'DELETE /v1/drafts/{id}': {
    id: 'deleteDraft',
    tag: 'Posts',
    summary: 'Delete a draft',
    description: 'Nothing of it is published.',
    answers: { 200: gone },
  },
}
