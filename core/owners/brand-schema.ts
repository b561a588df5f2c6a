// How the operator presents the service, as answers show it.
import { z } from 'zod'

export const BrandShown = z
  .object({ name: z.string().nullable(), logo_url: z.string().nullable(), color: z.string().nullable() })
  .describe('How the operator presents the service; null where a setting is not set.')
