// Drafts and templates, which a team shares.
import { z } from 'zod'
import {
  LARGEST_DRAFT,
  LONGEST_CONTENT,
  LONGEST_NAME,
  MOST_DRAFTS,
  MOST_HASHTAGS,
  MOST_TEMPLATES,
} from '../../core/drafts/draft.ts'
import { DraftShown, TemplateShown } from '../../core/drafts/draft-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

const mina = { id: IDS.other, name: 'Mina Kim', email: 'mina.kim@acme.test' }
const post = { content: 'Our autumn menu is', accounts: [IDS.threads] }
const draft = {
  ...{ id: IDS.job, type: 'text', post, version: 1 },
  ...{ created_by: mina, updated_by: mina, created_at: NOW, updated_at: NOW },
}
const words = { name: 'Opening hours', content: 'We are open until 6 p.m. today.', hashtags: ['coffee', 'harbor'] }
const template = { id: IDS.job, ...words, updated_by: mina, created_at: NOW, updated_at: NOW }

const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})
const gone = data('It is deleted.', z.object({ id: z.uuid() }), 'Deleted', { id: IDS.job })

const content = {
  type: { description: 'The type of the post.' },
  post: {
    description: `The body of \`POST /v1/posts/<type>\` as far as it is written, at most ${LARGEST_DRAFT} bytes. It is not checked.`,
  },
}
const templateFields = {
  name: { maxLength: LONGEST_NAME, description: 'The name that the team sees.' },
  content: { maxLength: LONGEST_CONTENT, description: 'The text. Without one it is a group of hashtags.' },
  hashtags: { description: `Hashtags; at most ${MOST_HASHTAGS}.` },
}

export const drafts: Operations = {
  'GET /v1/drafts': {
    id: 'listDrafts',
    tag: 'Posts',
    summary: 'List drafts',
    description: 'The drafts that your team shares, the last changed first.',
    answers: { 200: data('The drafts.', z.array(DraftShown), 'One', [draft]) },
  },
  'POST /v1/drafts': {
    id: 'createDraft',
    tag: 'Posts',
    summary: 'Save a draft',
    description: `A draft is not published by itself. At most ${MOST_DRAFTS} are kept. Needs the role \`author\` or a higher one.`,
    fields: content,
    examples: { text: { summary: 'A text post', value: { type: 'text', post } } },
    answers: { 200: data('It is saved.', DraftShown, 'Saved', draft) },
    errors: ['conflict'],
  },
  'GET /v1/drafts/{id}': {
    id: 'getDraft',
    tag: 'Posts',
    summary: 'Get a draft',
    description: 'With who saved it last, and when.',
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
  'DELETE /v1/drafts/{id}': {
    id: 'deleteDraft',
    tag: 'Posts',
    summary: 'Delete a draft',
    description: 'Nothing of it is published.',
    answers: { 200: gone },
  },
  'GET /v1/templates': {
    id: 'listTemplates',
    tag: 'Posts',
    summary: 'List templates',
    description: 'Texts and groups of hashtags that your team begins posts with, by name.',
    answers: { 200: data('The templates.', z.array(TemplateShown), 'One', [template]) },
  },
  'POST /v1/templates': {
    id: 'createTemplate',
    tag: 'Posts',
    summary: 'Save a template',
    description: `A template has a text, hashtags, or both. At most ${MOST_TEMPLATES} are kept. Needs the role \`author\` or a higher one.`,
    fields: templateFields,
    examples: { hours: { summary: 'A text with hashtags', value: words } },
    answers: { 200: data('It is saved.', TemplateShown, 'Saved', template) },
    errors: ['conflict'],
  },
  'PUT /v1/templates/{id}': {
    id: 'changeTemplate',
    tag: 'Posts',
    summary: 'Change a template',
    description: 'Replaces it.',
    fields: templateFields,
    examples: { hours: { summary: 'A text with hashtags', value: words } },
    answers: { 200: data('It is saved.', TemplateShown, 'Saved', template) },
  },
  'DELETE /v1/templates/{id}': {
    id: 'deleteTemplate',
    tag: 'Posts',
    summary: 'Delete a template',
    description: 'Posts that began with it stay as they are.',
    answers: { 200: gone },
  },
}
