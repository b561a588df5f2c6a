// The registries with the made-up platforms in them: what a test's mocks of `facts.ts`, `connectors.ts`,
// `parameters.ts`, `option-registry.ts` and `option-fields.ts` are.
import type * as Connectors from '../../../core/platforms/connectors.ts'
import type * as Facts from '../../../core/platforms/facts.ts'
import type * as Fields from '../../../core/platforms/option-fields.ts'
import type * as Registry from '../../../core/platforms/option-registry.ts'
import type { AnyOptions } from '../../../core/platforms/options.ts'
import type * as Parameters from '../../../core/platforms/parameters.ts'
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
    inWords: (ids: readonly string[], last = 'and') => ids.map((id) => FACTS[id]!.display_name).join(` ${last} `),
    byPlatform: <T>(make: (facts: PlatformFacts, id: string) => T) =>
      Object.fromEntries(PLATFORM_IDS.map((id) => [id, make(FACTS[id]!, id)])),
  }
}

export async function connectorsWithMadeUp(actual: typeof Connectors) {
  const { lantern } = await import('./lantern/connector.ts')
  const { harbour } = await import('./harbour/connector.ts')
  const CONNECTORS: Record<string, unknown> = { lantern, harbour }
  return {
    ...actual,
    platformOf: async (id: string) => CONNECTORS[id] ?? actual.platformOf(id as Facts.PlatformId),
  }
}

export async function parametersWithMadeUp(actual: typeof Parameters) {
  const PARAMETERS: Record<string, Parameters.PlatformParameters> = {
    lantern: { piece: (await import('./lantern/connector.ts')).parameters },
    harbour: { piece: (await import('./harbour/connector.ts')).parameters },
  }
  return {
    ...actual,
    parametersFor: (id: string) => PARAMETERS[id] ?? actual.parametersFor(id as Facts.PlatformId),
  }
}

export async function optionsWithMadeUp(actual: typeof Registry) {
  const OPTIONS: Record<string, AnyOptions> = { lantern: (await import('./lantern/options.ts')).options }
  return { ...actual, optionsOf: (id: string) => OPTIONS[id] ?? actual.optionsOf(id as Facts.PlatformId) }
}

export async function optionFieldsWithMadeUp(actual: typeof Fields) {
  const FIELDS: Record<string, Fields.OptionFields> = { lantern: (await import('./lantern/options-fields.ts')).fields }
  return { ...actual, optionFieldsOf: (id: string) => FIELDS[id] ?? actual.optionFieldsOf(id as Facts.PlatformId) }
}
