// The social platforms an account can belong to. Ids are part of the API: never renumber.
import type { PlatformId } from '../contract.ts'

export interface Provider {
  id: number
  name: 'instagram' | 'threads' | 'facebook' | 'x' | 'youtube'
  display_name: string
  kr_name: string
}

export type ProviderName = Provider['name']

export const PROVIDERS: readonly Provider[] = [
  { id: 1, name: 'instagram', display_name: 'Instagram', kr_name: '인스타그램' },
  { id: 2, name: 'threads', display_name: 'Threads', kr_name: '스레드' },
  { id: 3, name: 'facebook', display_name: 'Facebook', kr_name: '페이스북' },
  { id: 4, name: 'x', display_name: 'X', kr_name: '엑스' },
  { id: 5, name: 'youtube', display_name: 'YouTube', kr_name: '유튜브' },
]

/** @throws {Error} for a name that is not in the list. */
export function providerNamed(name: string): Provider {
  const found = PROVIDERS.find((provider) => provider.name === name)
  if (!found) throw new Error(`unknown social provider: ${name}`)
  return found
}

/** Whether posts can be published there; the others are listed only. */
export const isPublishing = (name: ProviderName): name is PlatformId => name === 'instagram' || name === 'threads'
