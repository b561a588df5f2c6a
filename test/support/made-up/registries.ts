// The registries with the made-up platforms in them: what a test's mocks of `facts.ts` and `connectors.ts` are.
import type * as Connectors from '../../../core/platforms/connectors.ts'
import type * as Facts from '../../../core/platforms/facts.ts'
import type { PlatformFacts } from '../../../core/platforms/platform-facts.ts'
import { harbour as harbourFacts } from './harbour/facts.ts'
import { lantern as lanternFacts } from './lantern/facts.ts'

export function factsWithMadeUp(actual: typeof Facts) {
  const FACTS: Record<string, PlatformFacts> = { ...actual.FACTS, lantern: lanternFacts, harbour: harbourFacts }
  const PLATFORM_IDS = Object.keys(FACTS)
  return {
    ...actual,
    FACTS,
    PLATFORM_IDS,
    factsOf: (id: string) => FACTS[id]!,
    byPlatform: <T>(make: (facts: PlatformFacts, id: string) => T) =>
      Object.fromEntries(PLATFORM_IDS.map((id) => [id, make(FACTS[id]!, id)])),
  }
}

export async function connectorsWithMadeUp(actual: typeof Connectors) {
  const { lantern } = await import('./lantern/connector.ts')
  const { harbour } = await import('./harbour/connector.ts')
  const CONNECTORS: Record<string, unknown> = { ...actual.CONNECTORS, lantern, harbour }
  return { ...actual, CONNECTORS, platformOf: (id: string) => CONNECTORS[id] }
}
