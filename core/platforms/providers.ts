// The social platforms an account can belong to. Ids are part of the API: never renumber.
import { FACTS, PLATFORM_IDS, type PlatformId } from './facts.ts'

/** Platforms whose accounts are listed only. */
const LISTED = {
  x: { id: 4, display_name: 'X', kr_name: '엑스' },
  youtube: { id: 5, display_name: 'YouTube', kr_name: '유튜브' },
} as const

export type ProviderName = PlatformId | keyof typeof LISTED

export interface Provider {
  id: number
  name: ProviderName
  display_name: string
  kr_name: string
}

export const PROVIDERS: readonly Provider[] = [
  ...PLATFORM_IDS.map((name): Provider => {
    const { provider_id: id, display_name, kr_name } = FACTS[name]
    return { id, name, display_name, kr_name }
  }),
  ...Object.entries(LISTED).map(([name, rest]): Provider => ({ name: name as keyof typeof LISTED, ...rest })),
].sort((one, other) => one.id - other.id)

export const PROVIDER_NAMES = PROVIDERS.map(({ name }) => name) as [ProviderName, ...ProviderName[]]

/** @throws {Error} for a name that is not in the list. */
export function providerNamed(name: string): Provider {
  const found = PROVIDERS.find((provider) => provider.name === name)
  if (!found) throw new Error(`unknown social provider: ${name}`)
  return found
}

/** Platforms of which the operator may record accounts to be shown alone, those among them that posts can be published to by now. */
export const CAN_BE_LISTED: readonly ProviderName[] = ['facebook', 'x', 'youtube']

/** Whether posts can be published there; the others are listed only. */
export const isPublishing = (name: ProviderName): name is PlatformId => Object.hasOwn(FACTS, name)
