// How each platform is called: one row per platform, as in `facts.ts`. A connector is loaded when it is first needed, so that a
// function starts as quickly with many platforms as with one.
import type { Connector } from './connector.ts'
import type { PlatformId } from './facts.ts'

export const CONNECTORS: Record<PlatformId, () => Promise<Connector>> = {
  instagram: async () => (await import('./instagram/connector.ts')).instagram,
  threads: async () => (await import('./threads/connector.ts')).threads,
  bluesky: async () => (await import('./bluesky/connector.ts')).bluesky,
  mastodon: async () => (await import('./mastodon/connector.ts')).mastodon,
  facebook: async () => (await import('./facebook/connector.ts')).facebook,
}

export const platformOf = (id: PlatformId): Promise<Connector> => CONNECTORS[id]()
