// Connect links as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { BrandShown } from '../owners/brand-schema.ts'
import { MakerShown } from '../people/people-schema.ts'
import { ABILITY_GROUPS } from '../platforms/platform-facts.ts'
import type { ConnectedByLink, FinishedByLink, OpenedLink } from './connect-by-link.ts'
import type { ConnectLinkView } from './connect-links.ts'
import { ChoiceShown } from './connection-schema.ts'

const Platform = z.object({ name: z.string(), display_name: z.string() })
const Address = z.string().describe('The address to give to the client. It is shown this once.')

const fields = {
  id: z.uuid(),
  label: z.string(),
  platforms: z.array(Platform),
  max_accounts: z.int(),
  connected: z.array(z.object({ platform: Platform, username: z.string(), at: Time })).describe('What it connected.'),
  state: z
    .enum(['open', 'used', 'expired', 'revoked'])
    .describe('`used`: all its accounts are connected. `revoked`: also where its maker is no admin any more.'),
  created_by: MakerShown.nullable(),
  created_at: Time,
  expires_at: Time,
}

export const ConnectLinkShown = shows<ConnectLinkView>()(z.object(fields)).meta({ id: 'ConnectLink' })

export const ConnectLinkMade = shows<ConnectLinkView & { url: string }>()(z.object({ ...fields, url: Address })).meta({
  id: 'ConnectLinkMade',
})

export const OpenedLinkShown = shows<OpenedLink>()(
  z.object({
    owner: z.object({ name: z.string() }),
    label: z.string(),
    platforms: z.array(Platform),
    accounts_left: z.int(),
    connected: z.array(z.object({ platform: Platform, username: z.string() })),
    expires_at: Time,
    brand: BrandShown,
  }),
).meta({ id: 'OpenedLink' })

export const ConnectedByLinkShown = shows<ConnectedByLink>()(
  z.object({
    platform: Platform,
    username: z.string(),
    name: z.string(),
    granted: z.array(z.enum(['publish', ...ABILITY_GROUPS])).describe('What the owner may do from now on.'),
    permissions: z.array(z.string()).nullable().describe('As the platform names them; null where it does not say.'),
  }),
).meta({ id: 'ConnectedByLink' })

export const BegunByLinkShown = z.object({ url: z.string(), expires_at: Time }).meta({ id: 'BegunByLink' })

export const FinishedByLinkShown = shows<FinishedByLink>()(
  z.object({
    connected: z.array(ConnectedByLinkShown),
    accounts_left: z.int(),
    choice: ChoiceShown.nullable().describe('The accounts that the sign-in gave, where it gave several.'),
    refused: z
      .array(z.object({ id: z.string(), code: z.string(), message: z.string() }))
      .describe('Those of the chosen that could not be connected.'),
  }),
).meta({ id: 'FinishedByLink' })
