// Sessions of people who are signed in, and the team of an owner.
import { z } from 'zod'
import { Time } from '../../core/answer-schema.ts'
import {
  InvitationShown,
  MadeShown,
  MemberShown,
  Role,
  SessionListed,
  SessionShown,
} from '../../core/people/people-schema.ts'
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
  invitations_ended: z.int().describe('Open invitations that the member had made: their links are of no use any more.'),
  made: MadeShown.nullable().describe(
    'What the member had made and goes on working: revoke what they may know the secret of. Null where it could not be read; ' +
      'the lists of keys, webhooks and connections name who made each.',
  ),
})
const SignedOut = z.object({
  sign_out_url: z
    .string()
    .nullable()
    .describe('Where the browser goes to be signed out at the provider too; null where there is nothing to do.'),
})
const signedOut = data('It has ended.', SignedOut, 'On to the provider', {
  sign_out_url: 'https://login.acme.test/logout?client_id=dashboard',
})
const described = (description: string) => data(description, SessionShown, 'Signed in', session)

export const sessions: Operations = {
  'GET /v1/session': {
    id: 'getSession',
    tag: 'Dashboard',
    summary: 'See who is signed in',
    description: 'For whom it works, with which role, and which other owners it can be switched to.',
    answers: { 200: described('Who, for which owner, and which others there are.') },
  },
  'PATCH /v1/session': {
    id: 'switchOwner',
    tag: 'Dashboard',
    summary: 'Work for another owner',
    description: 'In every tab of the browser.',
    fields: { owner_id: { description: 'One of `owners`.' } },
    answers: { 200: described('From the next request on.') },
    errors: ['not_found'],
  },
  'DELETE /v1/session': {
    id: 'signOut',
    tag: 'Dashboard',
    summary: 'Sign out',
    description: 'The session and its cookie end.',
    answers: { 200: signedOut },
    errors: ['not_found'],
  },
  'GET /v1/sessions': {
    id: 'listSessions',
    tag: 'Dashboard',
    summary: 'List your sessions',
    description: 'Of the person who is signed in, one for each browser, as far as they have not run out.',
    answers: {
      200: {
        description: 'The newest first.',
        body: z.object({
          success: z.literal(true),
          data: z.array(SessionListed),
          passkeys_url: z
            .string()
            .nullable()
            .describe(
              'Where the person adds a passkey; null where a provider other than the stack’s own signs people in.',
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
    description: 'All sessions of the person end, the one that asks among them.',
    answers: { 200: signedOut },
  },
  'DELETE /v1/sessions/{id}': {
    id: 'endSession',
    tag: 'Dashboard',
    summary: 'End one of your sessions',
    description: 'Of the person who is signed in; another’s is not found.',
    answers: { 200: signedOut },
  },
  'GET /v1/team': {
    id: 'getTeam',
    tag: 'Dashboard',
    summary: 'See who belongs to the owner',
    description: 'Members and open invitations of the owner that the session works for.',
    answers: {
      200: data(
        'Members, and invitations that are open.',
        z.object({ members: z.array(MemberShown), invitations: z.array(InvitationShown) }),
        'One member',
        {
          members: [{ ...person, role: 'admin', joined_at: NOW, last_seen_at: NOW, you: true }],
          invitations: [],
        },
      ),
    },
  },
  'POST /v1/team/invitations': {
    id: 'inviteMember',
    tag: 'Dashboard',
    summary: 'Invite a person',
    description:
      'For 7 days, for that address alone. Needs the role `admin`. An earlier invitation of the address ends. Where the stack ' +
      'has a user pool of its own, the address is mailed a first password unless it has one: at most once in ' +
      `${FIRST_PASSWORD_WAIT_MS / 60_000} minutes, and ${FIRST_PASSWORD_MAILS_A_DAY} times a day (UTC) for an owner. Without the mail ` +
      'the link is good all the same.',
    fields: { email: { description: 'The address that the person signs in with.', format: 'email' } },
    answers: {
      200: data(
        'Invited.',
        InvitationShown.pick({ id: true, email: true, role: true, expires_at: true }).extend({
          url: z.string().describe('The link to hand on, shown this once.'),
          password_mail: z
            .enum(PASSWORD_MAILS)
            .describe(
              'What became of the mail with the first password. `sent`; `not_needed`: the address has a password, or signs in ' +
                'with a provider of its own; `waiting`: one was mailed a moment ago; `team_limit`: the owner had as many mailed ' +
                'as a day allows; `service_limit`: the user pool sends no more mail today; `failed`: it could not send this one. ' +
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
    description: 'Its link is of no use from then on. Needs the role `admin`.',
    answers: { 200: data('Withdrawn.', OfOne, 'Withdrawn', { id: IDS.job }) },
  },
  'PATCH /v1/team/members/{id}': {
    id: 'changeRole',
    tag: 'Dashboard',
    summary: 'Change the role of a member',
    description:
      'From the next request on. Needs the role `admin`. Of a member who stops being an admin the open invitations end.',
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
      'From the next request on. An admin removes anyone, others themselves. An owner keeps an admin. The invitations that ' +
      'the member made and nobody has accepted end; API keys, webhooks and connections go on, and the answer lists them.',
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
    summary: 'See what a link invites to',
    description: 'For the person who was handed the link, before joining.',
    fields: { token: { description: 'The last part of the link.' } },
    answers: {
      200: data(
        'An invitation that is open.',
        z.object({ owner: z.object({ name: z.string() }), role: Role, email: z.string(), expires_at: Time }),
        'To be an editor',
        { owner: { name: 'acme' }, role: 'editor', email: 'jun@acme.test', expires_at: NOW + 7 * 24 * hour },
      ),
    },
  },
  'POST /v1/invitations/{token}/accept': {
    id: 'acceptInvitation',
    tag: 'Dashboard',
    summary: 'Join the team that invited you',
    description: 'Only with the address that was invited. The session works for that owner from then on.',
    fields: { token: { description: 'The last part of the link.' } },
    answers: { 200: described('Joined.') },
  },
}
