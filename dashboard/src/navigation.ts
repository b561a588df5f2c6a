// Where the navigation leads, in its order: a page adds its row in its place. Names are in i18n/<language>/shell.ts, pictures
// in parts/icons.tsx.
import type { IconName } from './parts/icons.tsx'

interface Destination {
  to: '/posts' | '/accounts' | '/keys' | '/team'
  name: 'calendar' | 'posts' | 'media' | 'accounts' | 'keys' | 'usage' | 'webhooks' | 'team'
  icon: IconName
}

export const DESTINATIONS: readonly Destination[] = [
  { to: '/posts', name: 'posts', icon: 'posts' },
  { to: '/accounts', name: 'accounts', icon: 'accounts' },
  { to: '/keys', name: 'keys', icon: 'keys' },
  { to: '/team', name: 'team', icon: 'team' },
]

/** Where `/` leads. */
export const HOME: Destination['to'] = '/accounts'

/** Where "New post" leads; null as long as there is no composer. */
export const COMPOSE: Destination['to'] | null = null
