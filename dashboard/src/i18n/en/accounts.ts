import { plural } from '../catalogue.ts'

export default {
  title: 'Accounts',
  intro:
    'Posts go out to the accounts that are connected here. You sign in at the platform; we never see your password.',
  connectAny: 'Connect an account',
  connect: (platform: string) => `Connect ${platform}`,
  list: 'Connected accounts',
  reconnect: 'Reconnect',
  slotsOvertaken: 'Somebody else set the slots of this account meanwhile. Nothing of yours has been saved.',
  slotsAnew: 'Discard mine and show the current ones',
  disconnect: 'Disconnect',
  connected: 'Connected',
  via: (platform: string) => `connected with ${platform} Login`,
  reconnectNeeded: 'Reconnect needed',
  actionNeeded: 'Action needed',
  actionWhy: (platform: string) =>
    `${platform} wants the owner of the account to do something first. Open its app, do what it asks; publishing then continues.`,
  listed: 'Listed only',
  listedWhy: 'Nothing is published to this platform from here.',
  reconnectWhy:
    'The platform no longer accepts our access, so nothing is published here. Reconnect to go on; posts and schedules stay.',
  tokenEnds: 'Access ends',
  tokenRenews: 'It is renewed by itself before then.',
  renews: 'renews itself',
  endingWhy:
    'The platform does not renew our access, so nothing is published here once it has ended. Reconnect before then; posts and schedules stay.',
  synced: 'Last synchronized',
  connectedBy: 'Connected by',
  lastError: 'Last error',
  missing: 'Missing permissions',
  missingWhy: 'Reconnect and allow everything that is asked for.',
  quota: 'Posts left today',
  quotaOf: (left: string, total: string) => `${left} of ${total}`,
  quotaUnknown: 'Not given this time',
  quotaNotTold: 'Not given by the platform',
  quotaLater: 'Not known at the moment. Check again in a few minutes.',
  quotaRefused: (said: string) => `The platform refused: “${said}”`,
  scheduled: 'Scheduled posts',
  onlyAdmins: 'Only admins connect and disconnect accounts.',
  empty: 'No accounts yet',
  emptyWhy:
    'Connect an account to publish to it. On Instagram it has to be a professional account, on Facebook a Page.',
  emptyViewer: 'An admin of your team can connect one.',
  disconnectTitle: (username: string) => `Disconnect ${username}?`,
  disconnectWhy: 'Nothing more is published to it. Published posts stay on the platform.',
  disconnectStops: (count: number) =>
    count === 0
      ? 'No scheduled post goes to it.'
      : plural('en', count, {
          one: '# scheduled post will not go out to it. Other accounts of that post are not touched.',
          other: '# scheduled posts will not go out to it. Other accounts of those posts are not touched.',
        }),
  disconnected: (username: string, stopped: number) =>
    stopped === 0
      ? `${username} is disconnected.`
      : `${username} is disconnected. ${plural('en', stopped, { one: '# scheduled post', other: '# scheduled posts' })} stopped.`,
  waiting: (platform: string) => `Go on in the window of ${platform}. This page notices when you are done.`,
  opening: (platform: string) => `Opening ${platform}…`,
  startOver: 'Start over',
  writeFirst: 'Write your first post',
  nowConnected: (username: string, platform: string) => `${username} (${platform}) is connected.`,
  connectedAgain: (username: string, platform: string) =>
    `${username} (${platform}) is connected again. Its posts are kept as they were.`,
  notReconnected: (username: string, platform: string) =>
    `${username} was not connected again: this is the account that is signed in at ${platform}, or was chosen there. Sign in there as ${username}, and reconnect it.`,
  dismiss: 'Dismiss',
  server: 'Server',
  serverHint: (platform: string) => `The ${platform} server that the account is on, such as mastodon.social.`,
  serverOptional: 'Only needed if it is not found by the handle.',
  handle: 'Handle',
  handleHint: (platform: string) => `The account’s name on ${platform}, such as alice.bsky.social.`,
  goOn: 'Continue',
  usePassword: 'Use an app password',
  appPassword: 'App password',
  appPasswordHint: (platform: string) =>
    `One that you created for this in the settings of ${platform}, never your own. It is not stored.`,
  connectNow: 'Connect',
  needed: 'This field is required.',
  choose: 'Choose accounts',
  chooseWhy: 'Your sign-in gives access to these accounts. Choose those to connect.',
  chooseAtMost: (most: number) => `Your sign-in gives access to these accounts. Choose up to ${most} at a time.`,
  someConnected: (count: number) =>
    plural('en', count, { one: '# account is connected.', other: '# accounts are connected.' }),
  toChoose: 'The platform granted several accounts. Choose those to connect.',
  refused: {
    connection_refused: 'You cancelled at the platform, so nothing was connected. You can try again whenever you like.',
    personal_account:
      'That is a personal Instagram account, and Instagram lets apps publish only to professional accounts. In the Instagram app, open Settings, then “Account type and tools”, choose “Switch to professional account”, and connect again.',
    missing_permissions:
      'Some permissions that publishing needs were not allowed. Connect again and leave all of them on.',
    invalid_state:
      'This connection was started too long ago or in another window, or is finished already. Please start again.',
    account_of_another_owner:
      'This account is already connected to another team. It has to be disconnected there first.',
    invalid_code: 'The platform refused the sign-in code: it was used already or is too old. Please start again.',
    app_not_configured: 'This platform is not set up here yet. Your operator has to add its app first.',
  },
  unsureTitle: 'It is not known whether the account was connected',
  unsureWhy: 'The service did not answer. If it is not in the list, or still has to be reconnected, connect it again.',
  refusedTitle: 'The account was not connected',
  callbackTitle: 'Connecting the account',
  callbackWhy: 'One moment, finishing with the platform.',
  callbackDone: 'You can close this window',
  callbackDoneWhy: 'The page that you came from shows the result.',
  toAccounts: 'Go to accounts',
  nothingToFinish: 'There is nothing to finish here. Start on the Accounts page.',
}
