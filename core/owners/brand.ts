// The operator's own name, logo and colour, for pages that people without a user see.
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'

/** How the installation presents itself to people without a user: the operator's own name, logo and colour. */
export interface Brand {
  name: string | null
  logo_url: string | null
  color: string | null
}

export const brand = (): Brand => ({
  name: optionalSetting(ENV.brandName) ?? null,
  logo_url: optionalSetting(ENV.brandLogoUrl) ?? null,
  color: optionalSetting(ENV.brandColor) ?? null,
})
