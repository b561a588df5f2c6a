// Texts of the notices.
export default {
  title: 'Notices',
  none: 'Nothing needs your attention. Posts that fail, accounts to reconnect and webhooks that were switched off show up here.',
  isNew: 'New',
  list: 'Notices, the newest first',
  untitled: 'A post',
  failed: (title: string) => `${title} was not published.`,
  partly: (title: string, failed: number, accounts: number) => `${title} failed on ${failed} of ${accounts} accounts.`,
  reconnect: (account: string) => `${account} must be reconnected. Until then nothing is published to it.`,
  mustAct: (account: string) =>
    `${account} needs its owner to do what the platform asks for in its app. Until then nothing is published to it.`,
  anAccount: 'An account',
  switchedOff: (host: string) => `The webhook at ${host} was switched off: it accepted no message for three days.`,
  toPost: 'Open the post',
  toAccounts: 'Go to accounts',
  toWebhooks: 'Go to webhooks',
  markSeen: 'Mark all as seen',
  byMail: 'Also by e-mail',
  mailWhy: (address: string) => `To ${address}, at most once an hour.`,
  noMail: 'This service sends no mail: its operator has not set a sender address.',
}
