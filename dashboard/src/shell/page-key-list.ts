// Which letter after "g" leads to which page.
import type { DESTINATIONS } from '../navigation.ts'

interface PageKey {
  letter: string
  to: (typeof DESTINATIONS)[number]['to']
  name: (typeof DESTINATIONS)[number]['name']
}

export const PAGE_KEYS: readonly PageKey[] = [
  { letter: 'c', to: '/calendar', name: 'calendar' },
  { letter: 'p', to: '/posts', name: 'posts' },
  { letter: 'm', to: '/media', name: 'media' },
  { letter: 'i', to: '/insights', name: 'insights' },
  { letter: 'a', to: '/accounts', name: 'accounts' },
  { letter: 'k', to: '/keys', name: 'keys' },
  { letter: 'u', to: '/usage', name: 'usage' },
  { letter: 'w', to: '/webhooks', name: 'webhooks' },
  { letter: 't', to: '/team', name: 'team' },
]
