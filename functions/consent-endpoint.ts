// The consent of a person to an assistant: what the page of the dashboard shows, and what is decided there.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { ASSISTANT_ROLES } from '../core/api-keys/rules/roles.ts'
import { allowAssistant, denyAssistant, describeAssistant } from '../core/assistants/authorize.ts'
import { LONGEST_CLIENT_ID } from '../core/assistants/rules/client.ts'
import { CHALLENGE } from '../core/assistants/rules/request.ts'
import { refuse } from '../core/errors.ts'
import { personOf } from './chain/access.ts'
import { endpoint, type Reply } from './endpoint.ts'

/** A parameter that an assistant sent along, up to what an address has room for. */
const Short = z.string().check(z.maxLength(LONGEST_CLIENT_ID))

const sentTo = (redirect_to: string): Reply => ({
  status: 200,
  body: { success: true, data: { assistant: null, redirect_to } },
})

const authorize = endpoint({
  auth: 'session',
  // Nobody gives more than they have.
  needs: 'viewer',
  checkRole: checkRoleNow,
  body: z.strictObject({
    client_id: Short,
    redirect_uri: Short,
    response_type: z.literal('code'),
    code_challenge: z.string().check(z.regex(CHALLENGE, 'must be the SHA-256 of the verifier, in base64url')),
    code_challenge_method: z.literal('S256'),
    resource: z.optional(Short),
    scope: z.optional(Short),
    state: z.optional(Short),
    decision: z.optional(z.enum(['allow', 'deny'])),
    role: z.optional(z.enum(ASSISTANT_ROLES)),
  }),
  run: async ({ caller, body, now }) => {
    const { decision, role, ...request } = body
    const own = caller.session?.role
    // A person without a role was refused before.
    if (!own) throw new Error('a person without a role came as far as this')
    const asked = { request, own }
    if (decision === 'deny') return sentTo(await denyAssistant(asked))
    if (decision === undefined) {
      const data = { assistant: await describeAssistant(asked), redirect_to: null }
      return { status: 200, body: { success: true, data } }
    }
    if (role === undefined) throw refuse('required', 'role is required with the decision allow.', 'role')
    return sentTo(await allowAssistant({ ...asked, ownerId: caller.owner_id, personId: personOf(caller), role, now }))
  },
})

export const CONSENT_ENDPOINTS = { 'POST /v1/oauth/authorizations': authorize }
