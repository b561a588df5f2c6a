import { plural } from '../catalogue.ts'

export default {
  offline: 'You are offline. This page may be out of date; it reloads once you are back.',
  notDone:
    'Your session had ended: what you did last was not done, or only in part. Check it, and do it again if it is missing.',
  reconnectNeeded: 'Reconnect needed',
  reconnectOne: (username: string, platform: string) => `${username} (${platform}) needs to be reconnected.`,
  reconnectMany: (count: number) =>
    plural('en', count, {
      other: '# accounts need to be reconnected.',
    }),
  actionNeeded: 'Action needed',
  actOne: (username: string, platform: string) =>
    `${username} needs its owner to do what ${platform} asks for in its app.`,
  attentionMany: (count: number) =>
    plural('en', count, {
      other: '# accounts need attention.',
    }),
  untilThen: 'Until then nothing is published there.',
  goToAccounts: 'Go to accounts',
}
