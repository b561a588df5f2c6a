// Connecting accounts in the dashboard, and the state of connections.
import { z } from 'zod'
import { MOST_CHOSEN } from '../../core/accounts/choice-store.ts'
import {
  CapabilitiesShown,
  ChosenShown,
  ConnectionShown,
  SignedInShown,
} from '../../core/accounts/connection-schema.ts'
import { HashtagShown, PlacesShown } from '../../core/accounts/look-ups-schema.ts'
import { Time } from '../../core/answer-schema.ts'
import { factsOf, inWords, PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { MOST_DAYS } from '../../core/slots/account-slots.ts'
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

/** Why a field may be sent, and for which platforms it must be. */
const namedBy = (field: 'host' | 'handle', what: string): string => {
  const asking = PLATFORM_IDS.filter((id) => factsOf(id).sign_in.asks === field)
  return asking.length === 0 ? `${what}. No platform asks for it.` : `${what}. Required only for ${inWords(asking)}.`
}
const inPasswords = PLATFORM_IDS.filter((id) => factsOf(id).sign_in.ways.some((way) => way === 'password'))

const signedIn = data(
  'Connected; or, if the sign-in gives several accounts, the accounts to choose from.',
  SignedInShown,
  'Connected',
  { ...acme, again: false },
)

export const connections: Operations = {
  'GET /v1/accounts/connections': {
    id: 'listConnections',
    tag: 'Accounts',
    summary: 'List the connections of your accounts',
    description:
      'The state at the last check: whether each account can publish, until when, and what its owner has to do.',
    answers: {
      200: data('In the order in which they were connected.', z.array(ConnectionShown), 'One account', [acme]),
    },
  },
  'GET /v1/accounts/social/{id}/capabilities': {
    id: 'getCapabilities',
    tag: 'Accounts',
    summary: 'Get the capabilities of an account',
    description:
      'Types of post, options and limits, what the granted permissions allow, and the remaining quota, which is read from the platform.',
    answers: {
      200: data('The capabilities.', CapabilitiesShown, 'An Instagram account', {
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
        quota_problem_code: null,
      }),
    },
  },
  'GET /v1/accounts/social/{id}/places': {
    id: 'findPlaces',
    tag: 'Accounts',
    summary: 'Find places for the location of a post',
    description:
      'For Instagram accounts that are connected with Facebook Login: Pages with coordinates, by words of their name or address. ' +
      'Their ids are what `options.instagram.location_id` takes.',
    fields: { q: { description: 'The text to search for.' } },
    answers: {
      200: data('The places, 25 at most.', PlacesShown, 'A place', {
        account_id: IDS.instagram,
        places: [
          {
            ...{ id: '106377336067638', name: 'Harbor Bakery', address: 'Am Hafen 1, 20457 Hamburg, Germany' },
            ...{ latitude: 53.5439, longitude: 9.9665 },
          },
        ],
      }),
    },
    errors: ['conflict', 'unavailable'],
  },
  'GET /v1/accounts/social/{id}/hashtags': {
    id: 'findHashtag',
    tag: 'Accounts',
    summary: 'Find out whether a hashtag is used',
    description:
      'For Instagram accounts that are connected with Facebook Login: the most popular posts with a hashtag. Instagram lets an account ' +
      'search for 30 different hashtags within 7 days; asking for one of them again does not count.',
    fields: { q: { description: 'One hashtag, with or without `#`; emoji are not searched for.' } },
    answers: {
      200: data('The hashtag.', HashtagShown, 'A hashtag that is used', {
        ...{ account_id: IDS.instagram, hashtag: 'coffee', found: true },
        posts: [
          {
            ...{ permalink: 'https://www.instagram.com/p/C8exampleA/', caption: 'Good morning #coffee' },
            ...{ media_type: 'image', likes: 412, comments: 9 },
          },
        ],
        searches: { used: 4, limit: 30, period_ms: 604_800_000 },
      }),
    },
    errors: ['conflict', 'unavailable'],
  },
  'GET /v1/accounts/social/{id}/slots': {
    id: 'getSlots',
    tag: 'Accounts',
    summary: 'Get the weekly slots of an account',
    description:
      'Posts with the `scheduled_at` `next_slot` are published at these times. `next_free` has the next ten that are free; with `to` all ' +
      `from \`from\`, or now, to \`to\`, over ${MOST_DAYS} days at most.`,
    fields: {
      from: { description: 'Only slots at or after this time.' },
      to: { description: 'All free slots up to this time.' },
    },
    answers: { 200: data('The slots, and the next free ones.', SlotsShown, 'Two a week', slots) },
  },
  'PUT /v1/accounts/social/{id}/slots': {
    id: 'setSlots',
    tag: 'Accounts',
    summary: 'Set the weekly slots of an account',
    description:
      'Replaces all slots; posts that are queued already keep their times. A time that does not exist on the day the clocks go forward ' +
      'moves by the same amount; of a time that occurs twice, the first counts.',
    fields: {
      time_zone: { description: 'The IANA name of the time zone.' },
      slots: { uniqueItems: true, description: `At most ${MAX_SLOTS}; an empty list ends the queue.` },
      updated_at: {
        description:
          'As the answer had it that the slots were read from, null where none were ever set: slots that somebody set since are then ' +
          'not replaced, and the answer is 409 `conflict`. Without it they are replaced.',
      },
    },
    examples: { two: { summary: 'Two a week', value: { time_zone: slots.time_zone, slots: slots.slots } } },
    answers: { 200: data('The new slots.', SlotsShown, 'Two a week', slots) },
    errors: ['conflict'],
  },
  'POST /v1/accounts/social/authorizations': {
    id: 'beginConnection',
    tag: 'Dashboard',
    summary: 'Start connecting an account',
    description: 'Needs the role `admin`. The connection can be finished once, in the same session, within an hour.',
    fields: {
      platform: { description: `One of ${PLATFORM_IDS.join(', ')}.` },
      host: { description: namedBy('host', 'The server that the account is on: its name or its address') },
      handle: { description: namedBy('handle', "The account's handle") },
    },
    answers: {
      200: data(
        "The page on which the account's owner agrees.",
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
      'Send the values that the platform appended to the address. An account that the owner had before keeps its id, posts and schedules.',
    fields: {
      state: { description: 'As the platform returned it.' },
      code: { description: 'As the platform returned it.' },
      error: { description: 'The reason why the platform did not grant it.' },
    },
    answers: { 200: signedIn },
  },
  'POST /v1/accounts/social/authorizations/password': {
    id: 'connectWithPassword',
    tag: 'Dashboard',
    summary: 'Connect an account with a password for apps',
    description:
      'For platforms on which a person can make a password for one app. The password is not kept. Needs the role `admin`.',
    fields: {
      platform: { description: `One of ${inPasswords.join(', ')}.` },
      identifier: { description: "The account's handle." },
      password: { description: "A password that was made for apps, never the person's own." },
      host: { description: 'The server that the account is on, where it is not found by the handle.' },
    },
    answers: { 200: signedIn },
  },
  'POST /v1/accounts/social/authorizations/choose': {
    id: 'connectChosen',
    tag: 'Dashboard',
    summary: 'Connect some of the accounts of one sign-in',
    description:
      'One sign-in can give several accounts; then its answer lists them. They can be chosen in the same session, within ' +
      'a quarter of an hour. What cannot be connected does not keep the others from it.',
    fields: {
      choice: { description: 'The `id` of the choice.' },
      accounts: { uniqueItems: true, description: `The ids of accounts of the choice, at most ${MOST_CHOSEN}.` },
    },
    answers: {
      200: data('What became of each.', ChosenShown, 'One is connected', {
        accounts: [{ ...acme, again: false }],
        refused: [],
      }),
    },
  },
  'DELETE /v1/accounts/social/{id}': {
    id: 'disconnectAccount',
    tag: 'Dashboard',
    summary: 'Disconnect an account',
    description: 'Erases its token; scheduled posts to it fail. Needs the role `admin`.',
    answers: {
      200: data(
        'Disconnected.',
        z.object({ id: z.uuid(), scheduled_posts_stopped: z.int() }),
        'Two scheduled posts are stopped',
        { id: IDS.instagram, scheduled_posts_stopped: 2 },
      ),
    },
  },
}
