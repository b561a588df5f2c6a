// Connecting accounts in the dashboard, and how connections stand.
import { z } from 'zod'
import { CapabilitiesShown, Connected, ConnectionShown } from '../../core/accounts/connection-schema.ts'
import { Time } from '../../core/answer-schema.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { MAX_SLOTS } from '../../core/slots/rules/slots.ts'
import { SlotsShown } from '../../core/slots/slots-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

const slots = {
  account_id: IDS.instagram,
  time_zone: 'Europe/Berlin',
  slots: [
    { weekday: 'monday', time: '09:30' },
    { weekday: 'thursday', time: '18:00' },
  ],
  next_free: [NOW + 3_600_000],
  updated_at: NOW,
}

const acme = {
  id: IDS.instagram,
  platform: { name: 'instagram', display_name: 'Instagram' },
  username: 'acme.coffee',
  name: 'Acme Coffee',
  profile_url: `https://d111111abcdef8.cloudfront.net/profile/${IDS.instagram}.jpg`,
  status: 'connected',
  status_reason: null,
  token_ends_at: NOW + 60 * 24 * 3_600_000,
  last_synced_at: NOW,
  last_error: null,
  missing_permissions: [],
  scheduled_posts: 2,
}

const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})

export const connections: Operations = {
  'GET /v1/accounts/connections': {
    id: 'listConnections',
    tag: 'Accounts',
    summary: 'See how the connections of your accounts stand',
    description: 'What the keeper found out last: whether each can publish, until when, and what is to be done.',
    answers: { 200: data('In the order of connecting.', z.array(ConnectionShown), 'One account', [acme]) },
  },
  'GET /v1/accounts/social/{id}/capabilities': {
    id: 'getCapabilities',
    tag: 'Accounts',
    summary: 'See what can be posted to an account, and how much more',
    description:
      'Types, options and limits, what the granted permissions allow, and the quota that is left: the platform is asked for it.',
    answers: {
      200: data('As the platform says.', CapabilitiesShown, 'An Instagram account', {
        account_id: IDS.instagram,
        platform: 'instagram',
        post_types: ['feed', 'reels', 'stories'],
        permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
        limits: {
          caption: { max: 2200, counts: 'utf16_units' },
          posts: {
            reels: {
              images: null,
              videos: { min: 1, max: 1 },
              mixed: false,
              total: { min: 1, max: 1 },
              max_image_bytes: 0,
              max_video_bytes: 314_572_800,
            },
          },
          daily_posts: 50,
          daily_deletions: null,
        },
        options: [
          {
            option: 'first_comment',
            goes_with: ['image', 'reel', 'carousel'],
            available: false,
            permission: 'instagram_business_manage_comments',
            needs_facebook_login: false,
          },
        ],
        insights: { available: false, permission: 'instagram_business_manage_insights' },
        deletion: { available: false, permission: null },
        quota: { used: 3, total: 100, period_ms: 86_400_000 },
        quota_problem: null,
      }),
    },
  },
  'GET /v1/accounts/social/{id}/slots': {
    id: 'getSlots',
    tag: 'Accounts',
    summary: 'See the weekly slots of an account',
    description: 'When posts go out there whose `scheduled_at` is `next_slot`.',
    answers: { 200: data('The slots, and the next that are free.', SlotsShown, 'Two a week', slots) },
  },
  'PUT /v1/accounts/social/{id}/slots': {
    id: 'setSlots',
    tag: 'Accounts',
    summary: 'Set the weekly slots of an account',
    description:
      'In place of those before; what is queued already stays where it is. A time that daylight saving leaves out is as much later ' +
      'as clocks are put forward; of one that comes twice the first counts.',
    fields: {
      time_zone: { description: 'By its IANA name.' },
      slots: { uniqueItems: true, description: `At most ${MAX_SLOTS}; none ends the queue.` },
    },
    examples: { two: { summary: 'Two a week', value: { time_zone: slots.time_zone, slots: slots.slots } } },
    answers: { 200: data('As they are now.', SlotsShown, 'Two a week', slots) },
  },
  'POST /v1/accounts/social/authorizations': {
    id: 'beginConnection',
    tag: 'Dashboard',
    summary: 'Begin to connect an account',
    description: 'Needs the role `admin`. What is begun can be finished once, in the same session, within an hour.',
    fields: { platform: { description: `One of ${PLATFORM_IDS.join(', ')}.` } },
    answers: {
      200: data(
        "Where the account's owner agrees.",
        z.object({ url: z.string(), expires_at: Time }),
        'A consent page',
        { url: 'https://www.instagram.com/oauth/authorize?client_id=...', expires_at: NOW + 3_600_000 },
      ),
    },
  },
  'POST /v1/accounts/social/authorizations/finish': {
    id: 'finishConnection',
    tag: 'Dashboard',
    summary: 'Finish connecting an account',
    description:
      'With what the platform appended to the address. An account that the owner had before keeps its id, posts and schedules.',
    fields: {
      state: { description: 'As it came back.' },
      code: { description: 'As it came back.' },
      error: { description: 'Why the platform did not grant it.' },
    },
    answers: { 200: data('Connected.', Connected, 'Connected', { ...acme, again: false }) },
  },
  'DELETE /v1/accounts/social/{id}': {
    id: 'disconnectAccount',
    tag: 'Dashboard',
    summary: 'Disconnect an account',
    description: 'Its token is erased; what was still to go out there fails. Needs the role `admin`.',
    answers: {
      200: data(
        'Disconnected.',
        z.object({ id: z.uuid(), scheduled_posts_stopped: z.int() }),
        'Two posts do not go out',
        { id: IDS.instagram, scheduled_posts_stopped: 2 },
      ),
    },
  },
}
