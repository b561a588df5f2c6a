// API keys as people manage them.
import { z } from 'zod'
import { Time } from '../../core/answer-schema.ts'
import { OLD_SECRET_HOURS, REVOKED_SHOWN } from '../../core/api-keys/api-key.ts'
import { KeySecret, KeyShown } from '../../core/api-keys/key-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

const key = {
  id: IDS.job,
  name: 'Shop',
  rate_limit: 60,
  status: 'active',
  created_by: { id: IDS.other, name: 'Mina Kim', email: 'mina.kim@acme.test' },
  created_at: NOW,
  last_used_at: NOW,
  revoked_at: null,
  rotated_at: null,
  old_secret_until: null,
  requests_last_day: 212,
}
const api_key = 'spk_...'

export const keys: Operations = {
  'GET /v1/keys': {
    id: 'listKeys',
    tag: 'Dashboard',
    summary: 'List the API keys',
    description: `Of the owner that the session works for: all active ones, and the last ${REVOKED_SHOWN} that were revoked.`,
    answers: {
      200: {
        description: 'The oldest first, without their secrets.',
        body: z.object({
          success: z.literal(true),
          data: z.array(KeyShown),
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
          data: KeyShown.pick({ id: true, name: true, rate_limit: true }).extend({ api_key: KeySecret }),
        }),
        examples: {
          shop: {
            summary: 'A key',
            value: { success: true, data: { id: key.id, name: 'Shop', rate_limit: 60, api_key } },
          },
        },
      },
    },
    errors: ['not_found', 'conflict'],
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
            api_key: KeySecret,
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
