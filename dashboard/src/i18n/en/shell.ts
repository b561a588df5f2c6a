// What the frame says.
import { plural } from '../catalogue.ts'

export default {
  product: 'Social publisher',
  skip: 'Skip to the content',
  main: 'Main',
  openNavigation: 'Open the navigation',
  calendar: 'Calendar',
  posts: 'Posts',
  media: 'Media',
  accounts: 'Accounts',
  keys: 'API keys',
  usage: 'Usage',
  webhooks: 'Webhooks',
  team: 'Team',
  newPost: 'New post',
  notices: 'Notices',
  noticesNew: (count: string) => `Notices: ${count} new`,
  accountMenu: 'Account menu',
  signOut: 'Sign out',
  security: 'Security',
  switchOwner: (name: string) => `Owner: ${name}. Switch to another`,
  roles: { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' },
  offline: 'You are offline. What you see may be out of date; it is loaded again once you are back.',
  reconnectNeeded: 'Reconnect needed',
  reconnectOne: (username: string, platform: string) =>
    `${username} (${platform}) needs to be reconnected. Until then nothing is published to it.`,
  reconnectMany: (count: number) =>
    plural('en', count, {
      other: '# accounts need to be reconnected. Until then nothing is published to them.',
    }),
  goToAccounts: 'Go to accounts',
  noOwner: 'You belong to no team yet',
  noOwnerWhy: (email: string) =>
    `You are signed in as ${email}, but nobody has invited this address yet. Ask an admin of your team for an invitation, then open its link.`,
}
