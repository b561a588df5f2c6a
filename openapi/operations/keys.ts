// API keys as people manage them.
import { z } from 'zod'
import { OLD_SECRET_HOURS } from '../../core/api-keys/api-key.ts'
import type { OwnerKeyView } from '../../core/api-keys/owner-keys.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'
import { shows } from '../schema.ts'
import { Time } from '../shared.ts'

const Key = shows<OwnerKeyView>()(
  z.object({
    id: z.uuid(),
    name: z.string(),
    rate_limit: z.int().describe('Requests a minute.'),
    status: z.enum(['active', 'revoked']),
    created_at: Time,
    last_used_at: Time.nullable(),
    revoked_at: Time.nullable(),
    rotated_at: Time.nullable(),
    old_secret_until: Time.nullable().describe('Until when the secret before the last rotation lives on.'),
    requests_last_day: z.int().describe('In the last 24 hours, those over its rate among them.'),
  }),
).meta({ id: 'Key' })

const key = {
  id: IDS.job,
  name: 'Shop',
  rate_limit: 60,
  status: 'active',
  created_at: NOW,
  last_used_at: NOW,
  revoked_at: null,
  rotated_at: null,
  old_secret_until: null,
  requests_last_day: 212,
}
const api_key = 'spk_...'
const Secret = z.string().describe('Shown this once.')

export const keys: Operations = {
  'GET /v1/keys': {
    id: 'listKeys',
    tag: 'Dashboard',
    summary: 'List the API keys',
    description: 'Of the owner that the session works for, revoked ones among them.',
    answers: {
      200: {
        description: 'The oldest first, without their secrets.',
        body: z.object({
          success: z.literal(true),
          data: z.array(Key),
          rate_limit_max: z.int().describe('The highest rate that a key may be given here.'),
        }),
        examples: { one: { summary: 'One key', value: { success: true, data: [key], rate_limit_max: 60 } } },
      },
    },
  },
  'POST /v1/keys': {
    id: 'createKey',
    tag: 'Dashboard',
    summary: 'Create an API key',
    description: 'Needs the role `admin`.',
    fields: {
      name: { minLength: 1, maxLength: 100, description: 'What it is for.' },
      rate_limit: { description: 'Requests a minute, up to `rate_limit_max`. 60 if left out, or less where that is.' },
    },
    answers: {
      200: {
        description: 'The key with its secret.',
        body: z.object({
          success: z.literal(true),
          data: Key.pick({ id: true, name: true, rate_limit: true }).extend({ api_key: Secret }),
        }),
        examples: {
          shop: {
            summary: 'A key',
            value: { success: true, data: { id: key.id, name: 'Shop', rate_limit: 60, api_key } },
          },
        },
      },
    },
    errors: ['not_found'],
  },
  'POST /v1/keys/{id}/rotate': {
    id: 'rotateKey',
    tag: 'Dashboard',
    summary: 'Give an API key a new secret',
    description: 'Needs the role `admin`.',
    fields: {
      keep_old_hours: { description: `How long the old secret lives on: ${OLD_SECRET_HOURS.join(', ')} hours.` },
    },
    answers: {
      200: {
        description: 'The new secret.',
        body: z.object({
          success: z.literal(true),
          data: z.object({
            id: z.uuid(),
            name: z.string(),
            api_key: Secret,
            old_secret_until: Time.nullable().describe('Null where the old one has stopped.'),
          }),
        }),
        examples: {
          shop: {
            summary: 'The old one lives on for an hour',
            value: { success: true, data: { id: key.id, name: 'Shop', api_key, old_secret_until: NOW + 3_600_000 } },
          },
        },
      },
    },
  },
  'DELETE /v1/keys/{id}': {
    id: 'revokeKey',
    tag: 'Dashboard',
    summary: 'Revoke an API key',
    description: 'From the next request on. Needs the role `admin`.',
    answers: {
      200: {
        description: 'Revoked.',
        body: z.object({ success: z.literal(true), data: z.object({ id: z.uuid() }) }),
        examples: { gone: { summary: 'Revoked', value: { success: true, data: { id: key.id } } } },
      },
    },
    errors: ['conflict'],
  },
}
