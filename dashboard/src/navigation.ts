// Where the navigation leads, in its order: a page adds its row in its place. Names are in i18n/<language>/shell.ts, pictures
// in parts/icons.tsx.
import type { IconName } from './parts/icons.tsx'

interface Destination {
  to: '/calendar' | '/posts' | '/media' | '/insights' | '/accounts' | '/keys' | '/usage' | '/webhooks' | '/team'
  name: 'calendar' | 'posts' | 'media' | 'insights' | 'accounts' | 'keys' | 'usage' | 'webhooks' | 'team'
  icon: IconName
}

export const DESTINATIONS: readonly Destination[] = [
  { to: '/calendar', name: 'calendar', icon: 'calendar' },
  { to: '/posts', name: 'posts', icon: 'posts' },
  { to: '/media', name: 'media', icon: 'media' },
  { to: '/insights', name: 'insights', icon: 'insights' },
  { to: '/accounts', name: 'accounts', icon: 'accounts' },
  { to: '/keys', name: 'keys', icon: 'keys' },
  { to: '/usage', name: 'usage', icon: 'usage' },
  { to: '/webhooks', name: 'webhooks', icon: 'webhooks' },
  { to: '/team', name: 'team', icon: 'team' },
]

/** Where `/` leads. */
export const HOME: Destination['to'] = '/calendar'

/** Where `/` leads as long as no account is connected. */
export const START: Destination['to'] = '/accounts'

/** Where "New post" leads. */
export const COMPOSE = '/compose'
