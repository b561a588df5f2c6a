// Where the navigation leads, in its order: a page adds its row in its place. Names are in i18n/<language>/shell.ts, pictures
// in parts/icons.tsx.
import type { IconName } from './parts/icons.tsx'

interface Destination {
  to: '/keys'
  name: 'calendar' | 'posts' | 'media' | 'accounts' | 'keys' | 'usage' | 'webhooks' | 'team'
  icon: IconName
}

export const DESTINATIONS: readonly Destination[] = [{ to: '/keys', name: 'keys', icon: 'keys' }]

/** Where `/` leads. */
export const HOME: Destination['to'] = '/keys'

/** Where "New post" leads; null as long as there is no composer. */
export const COMPOSE: Destination['to'] | null = null
