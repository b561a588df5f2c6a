// Posts that wait for an editor.
import { z } from 'zod'
import { Time } from '../../core/answer-schema.ts'
import { LONGEST_COMMENT, LONGEST_REVIEWER } from '../../core/approvals/approval.ts'
import { ApprovalShown, ApprovalWithHistory, ReviewShown } from '../../core/approvals/approval-schema.ts'
import { SAYS_SOMETHING } from '../../core/platforms/text-field.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'
import { timeOr } from './posting.ts'

const mina = { id: IDS.other, name: 'Mina Kim', email: 'mina.kim@acme.test' }
const post = { content: 'Our autumn menu is here.', accounts: [IDS.threads] }
const approval = {
  id: IDS.job,
  type: 'text',
  post,
  state: 'waiting',
  version: 1,
  late: false,
  too_late: false,
  post_id: null,
  review_until: null,
  review_shown_until: null,
  created_by: mina,
  created_at: NOW,
  updated_at: NOW,
}

const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})
const Id = z.object({ id: z.uuid() })
const done = (description: string) => data(description, Id, 'Done', { id: IDS.job })

const sent = {
  type: { description: 'The type of the post.' },
  post: { description: 'The body of `POST /v1/posts/<type>`; it is checked as there.' },
  comment: { maxLength: LONGEST_COMMENT, description: 'For the person who approves it.' },
}
/** A comment that has to say something. */
const something = { minLength: 1, pattern: SAYS_SOMETHING, maxLength: LONGEST_COMMENT }
const version = {
  version: { description: 'The version that was seen: if the post was changed since, nothing is done.' },
}

export const approvals: Operations = {
  'GET /v1/approvals': {
    id: 'listApprovals',
    tag: 'Posts',
    summary: 'List posts that wait for approval',
    description: 'Posts that were sent for approval, the newest first.',
    fields: {
      state: { description: 'Only those in this state.' },
      before: {
        description:
          'Only posts before this one: `next_before` of the previous page. Reaches all of them, however many there are.',
      },
      page: { description: 'The page, from 1.' },
      limit: { description: 'Posts of a page.' },
    },
    answers: {
      200: {
        description: 'Newest first.',
        body: z.object({
          success: z.literal(true),
          data: z.array(ApprovalShown),
          next_before: z
            .string()
            .nullable()
            .describe(
              '`before` for the next page; null on the last one. A page may have fewer posts than `limit`, or none, and be followed by another.',
            ),
        }),
        examples: { example: { summary: 'One', value: { success: true, data: [approval], next_before: null } } },
      },
    },
  },
  'PATCH /v1/approvals/{id}': {
    id: 'setReviewLink',
    tag: 'Dashboard',
    summary: 'Make or end the link to review a post',
    description:
      'Somebody without a user who has the link sees this one post with what was said about it, and can approve it, ask for changes or comment: for 7 days, ' +
      'and while its maker is an editor. A new link takes the place of the one before. Needs the role `editor`.',
    fields: {
      review_link: {
        description:
          '`true` makes a link, while the post waits. `false` ends it, also after the post was approved or withdrawn: until then the link still shows it.',
      },
    },
    examples: { make: { summary: 'A link', value: { review_link: true } } },
    answers: {
      200: data(
        'The address of the link, shown this once.',
        z.object({ id: z.uuid(), review_link: z.object({ url: z.string(), expires_at: Time }).nullable() }),
        'A link',
        {
          id: IDS.job,
          review_link: {
            url: `https://dashboard.example/connect-link#${IDS.job}.srl_...`,
            expires_at: NOW + 7 * 86_400_000,
          },
        },
      ),
    },
    errors: ['not_found', 'conflict'],
  },
  'POST /v1/reviews': {
    id: 'reviewByLink',
    tag: 'Links',
    summary: 'Review a post by a link',
    description:
      'Shows the post of the link, after the `decision` if there is one. Exactly the version that was approved goes out; a change asks again.',
    fields: {
      link: { description: 'The part of its address after the `#`.' },
      decision: { description: 'Needs a `comment` unless the `action` is `approve`.' },
      'decision.name': {
        minLength: 1,
        maxLength: LONGEST_REVIEWER,
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*\\S[^\\u0000-\\u001f\\u007f-\\u009f]*$',
        description: 'Who reviews, as they call themselves.',
      },
      'decision.comment': { maxLength: LONGEST_COMMENT, description: 'For the team.' },
      ...Object.fromEntries(Object.entries(version).map(([name, words]) => [`decision.${name}`, words])),
    },
    examples: {
      look: { summary: 'Look', value: { link: `${IDS.job}.srl_...` } },
      approve: {
        summary: 'Approve',
        value: { link: `${IDS.job}.srl_...`, decision: { action: 'approve', name: 'Jun Park', version: 1 } },
      },
    },
    answers: {
      200: data('The post as it is now.', ReviewShown, 'It waits', {
        owner: { name: 'acme' },
        type: 'text',
        post: { content: post.content, scheduled_at: NOW + 86_400_000 },
        accounts: [
          {
            platform: { name: 'threads', display_name: 'Threads' },
            username: 'acme',
            profile_url: 'https://cdn.example.com/a.jpg',
          },
        ],
        state: 'waiting',
        version: 1,
        late: false,
        too_late: false,
        history: [{ kind: 'sent', text: '', version: 1, name: 'Mina Kim', reviewer: false, at: NOW }],
        expires_at: NOW + 7 * 86_400_000,
        brand: { name: null, logo_url: null, color: null },
      }),
    },
    errors: ['not_found', 'conflict', 'rate_limited', 'unprocessable', 'unavailable'],
  },
  'POST /v1/approvals': {
    id: 'sendForApproval',
    tag: 'Posts',
    summary: 'Send a post for approval',
    description:
      'The post is published only after an editor or admin approved it, exactly as it was approved. Needs the role `author` or a higher one.',
    fields: sent,
    examples: { text: { summary: 'A text post', value: { type: 'text', post, comment: 'Is the menu complete?' } } },
    answers: { 200: data('It waits.', ApprovalShown, 'Waiting', approval) },
  },
  'GET /v1/approvals/{id}': {
    id: 'getApproval',
    tag: 'Posts',
    summary: 'Get a post that waits for approval',
    description: 'With everything that was said and done about it.',
    answers: {
      200: data('The post and its history.', ApprovalWithHistory, 'Waiting', {
        ...approval,
        history: [{ kind: 'sent', text: 'Is the menu complete?', version: 1, by: mina, reviewer: null, at: NOW }],
      }),
    },
  },
  'PUT /v1/approvals/{id}': {
    id: 'changeApproval',
    tag: 'Posts',
    summary: 'Change a post that waits for approval',
    description: 'It waits for approval again. An author changes only posts of their own.',
    fields: { ...version, ...sent },
    examples: { text: { summary: 'Another text', value: { version: 1, type: 'text', post } } },
    answers: { 200: data('It waits again.', ApprovalShown, 'Waiting', { ...approval, version: 2 }) },
    errors: ['conflict'],
  },
  'DELETE /v1/approvals/{id}': {
    id: 'withdrawApproval',
    tag: 'Posts',
    summary: 'Withdraw a post that waits for approval',
    description: 'It is never published. An author withdraws only posts of their own.',
    answers: { 200: done('Withdrawn.') },
    errors: ['conflict'],
  },
  'POST /v1/approvals/{id}/comments': {
    id: 'commentOnApproval',
    tag: 'Posts',
    summary: 'Comment on a post that waits for approval',
    description: 'Needs the role `author` or a higher one.',
    fields: { comment: { ...something, description: 'The comment.' } },
    examples: { one: { summary: 'A comment', value: { comment: 'The menu is complete.' } } },
    answers: { 200: done('Stored.') },
  },
  'POST /v1/approvals/{id}/changes': {
    id: 'askForChanges',
    tag: 'Posts',
    summary: 'Ask for changes of a post',
    description: 'Needs the role `editor` or a higher one.',
    fields: { ...version, comment: { ...something, description: 'What is to be changed.' } },
    examples: { one: { summary: 'A change', value: { version: 1, comment: 'Please name the street.' } } },
    answers: { 200: done('Its author is asked.') },
  },
  'POST /v1/approvals/{id}/approve': {
    id: 'approvePost',
    tag: 'Posts',
    summary: 'Approve a post',
    description:
      'Accepts the post, exactly as it was seen, in the transaction that approves it: once, however often it is sent. If its time has ' +
      'passed meanwhile, it is published at once where its `not_after` allows that; otherwise `publish_at` has to say when. After ' +
      'its author was asked for changes it has to be changed first. Needs the role `editor` or a higher one.',
    fields: {
      ...version,
      publish_at: {
        description: '`now`, or another time than the one of the post: Unix milliseconds, or ISO 8601 with an offset.',
        ...timeOr('now'),
      },
    },
    examples: { one: { summary: 'As it is', value: { version: 1 } } },
    answers: {
      200: {
        description: 'Accepted. `Location` is the address of the post.',
        headers: ['Location'],
        body: z.object({
          success: z.literal(true),
          message: z.string(),
          data: Id.extend({ post_id: z.uuid() }),
        }),
        examples: {
          example: {
            summary: 'Accepted',
            value: {
              success: true,
              message: 'The text post was accepted for publishing to 1 account.',
              data: { id: IDS.job, post_id: IDS.post },
            },
          },
        },
      },
    },
  },
}
