// Sessions of people who are signed in, and the team of an owner.
import { z } from 'zod'
import { ACTIVITY_DAYS } from '../../core/activity/rules/activity.ts'
import { Time } from '../../core/answer-schema.ts'
import { ExportedShown } from '../../core/owners/export-schema.ts'
import { MadeShown } from '../../core/owners/made-schema.ts'
import { ActivityShown } from '../../core/people/activity-schema.ts'
import { InvitationShown, MemberShown, Role, SessionListed, SessionShown } from '../../core/people/people-schema.ts'
import {
  FIRST_PASSWORD_MAILS_A_DAY,
  FIRST_PASSWORD_WAIT_MS,
  PASSWORD_MAILS,
} from '../../core/people/rules/invitation-mails.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

const person = { id: IDS.other, email: 'mina@acme.test', name: 'Mina' }
const owner = { id: IDS.post, name: 'acme', role: 'admin' }
const hour = 3_600_000
const session = {
  person,
  session: { id: IDS.job, created_at: NOW, expires_at: NOW + 12 * hour },
  owner,
  owners: [owner],
}

const data = <S extends z.ZodType>(description: string, schema: S, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})

const OfOne = z.object({ id: z.uuid() })
const Removed = OfOne.extend({
  invitations_ended: z
    .int()
    .describe('The number of open invitations by the member that ended: their links no longer work.'),
  made: MadeShown.nullable().describe(
    'Active API keys, webhooks and connections that the member made: they keep working. Null where they could not be read; the ' +
      'lists of keys, webhooks and connections name who made each.',
  ),
})
const SignedOut = z.object({
  sign_out_url: z
    .string()
    .nullable()
    .describe('The address at which the browser is also signed out at the provider; null if that is not needed.'),
})
const signedOut = data('The session has ended.', SignedOut, 'Continue at the provider', {
  sign_out_url: 'https://login.acme.test/logout?client_id=dashboard',
})
const described = (description: string) => data(description, SessionShown, 'Signed in', session)

export const sessions: Operations = {
  'GET /v1/session': {
    id: 'getSession',
    tag: 'Dashboard',
    summary: 'Get the session',
    description: 'The person, the chosen owner, the role, and the other owners that the session can switch to.',
    answers: { 200: described('The session.') },
  },
  'PATCH /v1/session': {
    id: 'switchOwner',
    tag: 'Dashboard',
    summary: 'Switch to another owner',
    description: 'Takes effect in every tab of the browser.',
    fields: { owner_id: { description: 'One of `owners`.' } },
    answers: { 200: described('The session; the change takes effect with the next request.') },
    errors: ['not_found'],
  },
  'DELETE /v1/session': {
    id: 'signOut',
    tag: 'Dashboard',
    summary: 'Sign out',
    description: 'Ends the session and deletes its cookie.',
    answers: { 200: signedOut },
    errors: ['not_found'],
  },
  'GET /v1/sessions': {
    id: 'listSessions',
    tag: 'Dashboard',
    summary: 'List your sessions',
    description: 'The sessions of the person who is signed in that have not expired, one for each browser.',
    answers: {
      200: {
        description: 'Newest first.',
        body: z.object({
          success: z.literal(true),
          data: z.array(SessionListed),
          passkeys_url: z
            .string()
            .nullable()
            .describe(
              'The address at which the person adds a passkey; null if people sign in with a provider other than the stack’s own.',
            ),
        }),
        examples: {
          example: {
            summary: 'One browser',
            value: {
              success: true,
              data: [
                {
                  id: IDS.job,
                  created_at: NOW,
                  last_used_at: NOW,
                  expires_at: NOW + 12 * hour,
                  current: true,
                  user_agent: 'Mozilla/5.0',
                },
              ],
              passkeys_url: 'https://login.acme.test/passkeys/add?client_id=dashboard',
            },
          },
        },
      },
    },
  },
  'DELETE /v1/sessions': {
    id: 'signOutEverywhere',
    tag: 'Dashboard',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the person, including this one.',
    answers: { 200: signedOut },
  },
  'DELETE /v1/sessions/{id}': {
    id: 'endSession',
    tag: 'Dashboard',
    summary: 'End one of your sessions',
    description: 'Only a session of the person who is signed in; others are not found.',
    answers: { 200: signedOut },
  },
  'GET /v1/team': {
    id: 'getTeam',
    tag: 'Dashboard',
    summary: 'List the team',
    description: 'The members and open invitations of the owner that is chosen in the session.',
    answers: {
      200: data(
        'Members and open invitations.',
        z.object({ members: z.array(MemberShown), invitations: z.array(InvitationShown) }),
        'One member',
        {
          members: [{ ...person, role: 'admin', joined_at: NOW, last_seen_at: NOW, you: true }],
          invitations: [],
        },
      ),
    },
  },
  'GET /v1/activity': {
    id: 'listActivity',
    tag: 'Dashboard',
    summary: 'List what was changed',
    description:
      'Changes of keys, accounts, members, invitations, webhooks and settings, and deletions, for the owner that is chosen in the ' +
      `session: who made them, when, and from where. Kept for ${ACTIVITY_DAYS} days. Needs the role \`admin\`.`,
    fields: {
      before: { description: 'Only changes before this one: `next_before` of the previous page.' },
      limit: { description: 'How many to show.' },
    },
    answers: {
      200: data(
        'The latest first.',
        z.object({
          result: z.array(ActivityShown),
          next_before: z.string().nullable().describe('`before` for the next page; null on the last one.'),
        }),
        'One change',
        {
          result: [
            {
              id: IDS.job,
              at: NOW,
              action: 'key.created',
              target: { id: IDS.other, name: 'Shop' },
              details: { rate_limit: 60 },
              actor: { kind: 'person', id: person.id, name: person.name, email: person.email },
              from: '203.0.113.7',
              through: null,
            },
          ],
          next_before: null,
        },
      ),
    },
  },
  'GET /v1/exports/records': {
    id: 'exportRecords',
    tag: 'Dashboard',
    summary: 'Export all records',
    description:
      'All records of the owner that is chosen in the session, a page at a time: one for each line of the files that ' +
      '`admin owner export` writes. Originals of media are not in it: fetch those of `media` records whose `status` is `active`. ' +
      'That an export was begun is in the record of changes. Needs the role `admin`.',
    fields: {
      after: {
        description:
          '`next` of the previous page; absent for the first. It holds for 30 days, and for who asked for the first page.',
      },
    },
    answers: {
      200: data(
        'A page.',
        z.object({
          records: z.array(ExportedShown),
          next: z.string().nullable().describe('`after` for the next page; null on the last one.'),
        }),
        'One record',
        {
          records: [{ kind: 'owner', record: { id: IDS.post, name: 'acme', created_at: NOW } }],
          next: null,
        },
      ),
    },
  },
  'POST /v1/team/invitations': {
    id: 'inviteMember',
    tag: 'Dashboard',
    summary: 'Invite a person',
    description:
      'Valid for 7 days and for that address only. Needs the role `admin`. Ends an earlier invitation of the address. If the stack ' +
      'has its own user pool and the address has no password yet, it is mailed a first password: at most once in ' +
      `${FIRST_PASSWORD_WAIT_MS / 60_000} minutes, and ${FIRST_PASSWORD_MAILS_A_DAY} times a day (UTC) for an owner. The link ` +
      'works without the mail, too.',
    fields: { email: { description: 'The address that the person signs in with.', format: 'email' } },
    answers: {
      200: data(
        'Invited.',
        InvitationShown.pick({ id: true, email: true, role: true, expires_at: true }).extend({
          url: z.string().describe('The link to pass on; it is shown only once.'),
          password_mail: z
            .enum(PASSWORD_MAILS)
            .describe(
              'The state of the mail with the first password. `sent`; `not_needed`: the address has a password, or people sign in ' +
                'with another provider; `waiting`: one was mailed a moment ago; `team_limit`: the owner has reached the limit of ' +
                'such mails for the day; `service_limit`: the user pool sends no more mail today; `failed`: sending failed. ' +
                'After the last three, invite again later.',
            ),
        }),
        'An editor',
        {
          id: IDS.job,
          email: 'jun@acme.test',
          role: 'editor',
          expires_at: NOW + 7 * 24 * hour,
          url: 'https://dashboard.acme.test/invitations/spi_...',
          password_mail: 'sent',
        },
      ),
    },
  },
  'DELETE /v1/team/invitations/{id}': {
    id: 'withdrawInvitation',
    tag: 'Dashboard',
    summary: 'Withdraw an invitation',
    description: 'Its link no longer works. Needs the role `admin`.',
    answers: { 200: data('Withdrawn.', OfOne, 'Withdrawn', { id: IDS.job }) },
  },
  'PATCH /v1/team/members/{id}': {
    id: 'changeRole',
    tag: 'Dashboard',
    summary: 'Change the role of a member',
    description:
      'Takes effect with the next request. Needs the role `admin`. The open invitations of a member who is no longer an admin end.',
    answers: {
      200: data('Changed.', z.object({ id: z.uuid(), role: Role }), 'A viewer now', { id: IDS.other, role: 'viewer' }),
    },
    errors: ['conflict'],
  },
  'DELETE /v1/team/members/{id}': {
    id: 'removeMember',
    tag: 'Dashboard',
    summary: 'Remove a member',
    description:
      'Takes effect with the next request. An admin can remove anyone, other members only themselves. An owner always keeps an ' +
      'admin. Open invitations by the member end; API keys, webhooks and connections keep working, and the answer lists them.',
    answers: {
      200: data('Removed.', Removed, 'Removed', {
        id: IDS.other,
        invitations_ended: 0,
        made: { keys: [{ id: IDS.job, name: 'Shop' }], webhooks: [], connections: [] },
      }),
    },
    errors: ['conflict'],
  },
  'GET /v1/invitations/{token}': {
    id: 'getInvitation',
    tag: 'Dashboard',
    summary: 'Get an invitation',
    description: 'For the person who received the link, before joining.',
    fields: { token: { description: 'The last part of the link.' } },
    answers: {
      200: data(
        'An open invitation.',
        z.object({ owner: z.object({ name: z.string() }), role: Role, email: z.string(), expires_at: Time }),
        'An invitation as editor',
        { owner: { name: 'acme' }, role: 'editor', email: 'jun@acme.test', expires_at: NOW + 7 * 24 * hour },
      ),
    },
  },
  'POST /v1/invitations/{token}/accept': {
    id: 'acceptInvitation',
    tag: 'Dashboard',
    summary: 'Join the team that invited you',
    description:
      'Only with the invited address. The session switches to that owner. Sent again by the same member, it is answered as the first time.',
    fields: { token: { description: 'The last part of the link.' } },
    answers: { 200: described('Joined.') },
  },
}
