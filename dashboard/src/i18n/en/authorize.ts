export default {
  title: (name: string) => `Connect ${name}?`,
  loading: 'Connect an assistant',
  what: (owner: string, person: string) =>
    `It wants to work for ${owner} in your name. You are signed in as ${person}.`,
  vouchedFor: (host: string) => `Its name and address come from ${host}.`,
  unknown: (name: string) =>
    `It calls itself “${name}”. Nobody has checked that: go on only if you have just started it.`,
  back: 'Then you go back to',
  thisMachine: (host: string) => `a program on this computer (${host})`,
  may: 'It may',
  roles: {
    editor: 'Read, upload, publish and delete posts',
    author: 'Read, upload, and send posts for approval',
    viewer: 'Read only',
  },
  later:
    'It is listed among the API keys, where an admin can revoke it at any time. It also ends when you leave the team, when your role is no longer enough, or after 30 days without use.',
  handed: 'The program has the answer now. You can close this page.',
  allow: 'Allow',
  cancel: 'Cancel',
  cannot: 'This assistant cannot be connected',
  cannotWhy: 'Nothing was sent to it. What is wrong with its request:',
}
