// API keys as people manage them.
import { z } from 'zod'
import { Time } from '../../core/answer-schema.ts'
import { REVOKED_SHOWN } from '../../core/api-keys/api-key.ts'
import { OLD_SECRET_HOURS } from '../../core/api-keys/rules/old-secret.ts'
import { AssistantShown, KeySecret, KeyShown } from '../../core/owners/key-schema.ts'
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
  assistant: null,
}
const api_key = 'spk_...'

export const keys: Operations = {
  'GET /v1/keys': {
    id: 'listKeys',
    tag: 'Dashboard',
    summary: 'List the API keys',
    description: `The keys of the owner that is chosen in the session: all active ones, and the last ${REVOKED_SHOWN} that were revoked.`,
    answers: {
      200: {
        description: 'Oldest first, without their secrets.',
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
      name: { minLength: 1, maxLength: 100, description: 'The purpose of the key.' },
      rate_limit: {
        description: 'Requests a minute, up to `rate_limit_max`. By default 60, or `rate_limit_max` if that is less.',
      },
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
      keep_old_hours: { description: `How long the old secret stays valid: ${OLD_SECRET_HOURS.join(', ')} hours.` },
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
            old_secret_until: Time.nullable().describe('Null if the old secret is no longer valid.'),
          }),
        }),
        examples: {
          shop: {
            summary: 'The old secret stays valid for an hour',
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
    description: 'Takes effect with the next request. Needs the role `admin`.',
    answers: {
      200: {
        description: 'Revoked.',
        body: z.object({ success: z.literal(true), data: z.object({ id: z.uuid() }) }),
        examples: { gone: { summary: 'Revoked', value: { success: true, data: { id: key.id } } } },
      },
    },
    errors: ['conflict'],
  },
  'POST /v1/oauth/authorizations': {
    id: 'authorizeAssistant',
    tag: 'Dashboard',
    summary: 'Let an assistant act in your name',
    description:
      'What the consent page sends: the parameters of the authorization request (OAuth 2.1) with which the assistant opened it. Without ' +
      '`decision` the answer says who asks for what. Nothing is ever sent to a `redirect_uri` that the assistant did not name.',
    fields: {
      client_id: { description: 'The https address of the assistant’s metadata, or the id that it registered.' },
      redirect_uri: { description: 'The address to go back to: one of those that the assistant named, to the letter.' },
      code_challenge: { description: 'The SHA-256 of the verifier, in base64url (PKCE).' },
      resource: { description: 'The MCP endpoint; nothing else can be asked for.' },
      scope: { description: 'Roles, separated by spaces; the highest of them is the most that can be given.' },
      state: { description: 'Given back as it is.' },
      decision: { description: 'What the person decided.' },
      role: {
        description: 'With `allow`: what the assistant may do, no more than was asked for, nor than the person may.',
      },
    },
    answers: {
      200: {
        description: 'Who asks, or where the browser goes next.',
        body: z.object({
          success: z.literal(true),
          data: z.object({ assistant: AssistantShown.nullable(), redirect_to: z.string().nullable() }),
        }),
        examples: {
          asked: {
            summary: 'What the person is asked',
            value: {
              success: true,
              data: {
                assistant: {
                  name: 'Helper',
                  host: 'helper.example',
                  redirect_host: 'helper.example',
                  on_this_machine: false,
                  roles: ['editor', 'author', 'viewer'],
                },
                redirect_to: null,
              },
            },
          },
        },
      },
    },
  },
}
