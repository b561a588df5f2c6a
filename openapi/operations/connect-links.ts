// Links by which clients connect their accounts.
import { z } from 'zod'
import {
  BegunByLinkShown,
  ConnectLinkMade,
  ConnectLinkShown,
  FinishedByLinkShown,
  OpenedLinkShown,
} from '../../core/accounts/connect-link-schema.ts'
import { MOST_LINKED_ACCOUNTS } from '../../core/people/connect-link.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

const WEEK = 7 * 24 * 3_600_000
const instagram = { name: 'instagram', display_name: 'Instagram' }
const secret = 'scl_...'
const visit = 'q1Jc0yV3S6m2Kx9TzPfB7w'
const link = {
  id: IDS.job,
  label: 'Harbor Coffee',
  platforms: [instagram],
  max_accounts: 1,
  connected: [],
  state: 'open',
  created_by: { id: IDS.other, name: 'Mina Kim', email: 'mina.kim@acme.test' },
  created_at: NOW,
  expires_at: NOW + WEEK,
}

const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})

const ofClient = {
  link: { description: 'The secret of the link: the part of its address after the `#`.' },
}
const inBrowser = {
  ...ofClient,
  visit: { description: 'A random text that the browser makes: what it begins, no other browser can finish.' },
}

export const connectLinks: Operations = {
  'GET /v1/accounts/connect-links': {
    id: 'listConnectLinks',
    tag: 'Dashboard',
    summary: 'List connect links',
    description: 'The links of the owner, newest first, without their secrets. Needs the role `admin`.',
    answers: {
      200: data('The links; those that ended are listed for 30 days.', z.array(ConnectLinkShown), 'One', [link]),
    },
  },
  'POST /v1/accounts/connect-links': {
    id: 'createConnectLink',
    tag: 'Dashboard',
    summary: 'Create a connect link',
    description:
      'A client who has the link can connect accounts without signing in: for 7 days, for each account once, and while the admin ' +
      'who created it is one. Needs the role `admin`.',
    fields: {
      platforms: { description: 'The platforms whose accounts it connects.' },
      max_accounts: { description: `How many accounts it connects, up to ${MOST_LINKED_ACCOUNTS}.` },
      label: { description: 'What it is for; the client sees it.' },
    },
    examples: {
      client: {
        summary: 'One Instagram account',
        value: { platforms: ['instagram'], max_accounts: 1, label: 'Harbor Coffee' },
      },
    },
    answers: {
      200: data('The link.', ConnectLinkMade, 'For Instagram', {
        ...link,
        url: `https://dashboard.acme.test/connect-link#${secret}`,
      }),
    },
    errors: ['conflict'],
  },
  'DELETE /v1/accounts/connect-links/{id}': {
    id: 'revokeConnectLink',
    tag: 'Dashboard',
    summary: 'Revoke a connect link',
    description: 'Takes effect at once; accounts that it connected stay connected. Needs the role `admin`.',
    answers: { 200: data('Revoked.', z.object({ id: z.uuid() }), 'Revoked', { id: IDS.job }) },
  },
  'POST /v1/connect-links': {
    id: 'connectByLink',
    tag: 'Links',
    summary: 'Open a connect link, and connect accounts by it',
    description:
      'Without `visit` the answer says what the link is for. A link that cannot be used is not found, whatever the reason.\n\n' +
      "Begin with `platform`: the answer has the page on which the account's owner agrees. It can be finished once, with the same link in the same browser, within an hour.\n\n" +
      'Finish with the values that the platform appended to the address. A sign-in that gives several accounts connects none of them: it is answered with ' +
      'a `choice`, of which as many accounts as the link still connects can be chosen within a quarter of an hour, with `choice` and `accounts`.',
    fields: {
      ...inBrowser,
      platform: { description: `One of the link's: ${PLATFORM_IDS.join(', ')}.` },
      state: { description: 'As the platform returned it.' },
      code: { description: 'As the platform returned it.' },
      error: { description: 'The reason why the platform did not grant it.' },
      choice: { description: 'The `id` of the choice.' },
      accounts: {
        uniqueItems: true,
        description: `The ids of accounts of the choice, at most ${MOST_LINKED_ACCOUNTS}.`,
      },
    },
    examples: {
      open: { summary: 'What it is for', value: { link: secret } },
      begin: { summary: 'Begin', value: { link: secret, visit, platform: 'instagram' } },
      finish: { summary: 'Granted', value: { link: secret, visit, state: '...', code: '...' } },
      choose: { summary: 'Two are chosen', value: { link: secret, visit, choice: '...', accounts: ['105', '106'] } },
    },
    answers: {
      200: {
        description: 'What the link is for, the page of the platform, or what was connected.',
        body: z.object({
          success: z.literal(true),
          data: z.union([OpenedLinkShown, BegunByLinkShown, FinishedByLinkShown]),
        }),
        examples: {
          opened: {
            summary: 'For one Instagram account',
            value: {
              success: true,
              data: {
                owner: { name: 'acme' },
                label: 'Harbor Coffee',
                platforms: [instagram],
                accounts_left: 1,
                connected: [],
                expires_at: NOW + WEEK,
                brand: { name: null, logo_url: null, color: null },
              },
            },
          },
          begun: {
            summary: 'A page',
            value: {
              success: true,
              data: {
                url: 'https://www.instagram.com/oauth/authorize?client_id=...',
                expires_at: NOW + 3_600_000,
              },
            },
          },
          connected: {
            summary: 'One account',
            value: {
              success: true,
              data: {
                connected: [
                  {
                    platform: instagram,
                    username: 'harbor.coffee',
                    name: 'Harbor Coffee',
                    granted: ['publish'],
                    permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
                  },
                ],
                accounts_left: 0,
                choice: null,
                refused: [],
              },
            },
          },
        },
      },
    },
    errors: ['not_found', 'conflict', 'rate_limited', 'unprocessable', 'unavailable'],
  },
}
