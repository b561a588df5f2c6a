import { plural } from '../catalogue.ts'

export default {
  offline: 'You are offline. What you see may be out of date; it is loaded again once you are back.',
  reconnectNeeded: 'Reconnect needed',
  reconnectOne: (username: string, platform: string) =>
    `${username} (${platform}) needs to be reconnected. Until then nothing is published to it.`,
  reconnectMany: (count: number) =>
    plural('en', count, {
      other: '# accounts need to be reconnected. Until then nothing is published to them.',
    }),
  goToAccounts: 'Go to accounts',
}
