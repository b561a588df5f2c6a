type Sentence = (platform: string, count: string, limit: string) => string
const on = (platform: string) => (platform === '' ? '' : `${platform}: `)

const problems = {
  no_accounts: () => 'Choose at least one account that takes this type.',
  title_required: () => 'Give the post a title. Platforms do not show it.',
  title_long: (_, count, limit) => `The title has ${count} characters; at most ${limit} are taken.`,
  text_required: () => 'Write a text.',
  text_long: (_, count, limit) => `The text has ${count} characters; at most ${limit} are taken.`,
  hashtags_many: (_, count, limit) => `There are ${count} hashtags; at most ${limit} are taken.`,
  media_required: () => 'Add at least one picture or video.',
  media_many: (platform, count, limit) =>
    `${on(platform)}${count} media are too many; at most ${limit} of them are taken.`,
  media_few: (platform, count, limit) => `${on(platform)}${count} picture is too few; at least ${limit} are needed.`,
  media_kind: () => 'This type of post does not take one of the media.',
  media_mixed: (platform) => `${on(platform)}pictures and videos cannot be mixed in one post.`,
  uploading: () => 'Uploads are not finished yet.',
  caption_long: (platform, count, limit) =>
    `${on(platform)}text and hashtags count ${count} characters; at most ${limit} are taken.`,
  time_required: () => 'Give a date and a time.',
  time_past: () => 'That time has passed. Choose a later one.',
  time_far: () => 'That is more than 365 days ahead.',
} satisfies Record<string, Sentence> as Record<
  | 'no_accounts'
  | 'title_required'
  | 'title_long'
  | 'text_required'
  | 'text_long'
  | 'hashtags_many'
  | 'media_required'
  | 'media_many'
  | 'media_few'
  | 'media_kind'
  | 'media_mixed'
  | 'uploading'
  | 'caption_long'
  | 'time_required'
  | 'time_past'
  | 'time_far',
  Sentence
>

export default {
  title: 'New post',
  saved: { saved: 'Saved in this browser.', saving: 'Saving…', failed: 'This browser keeps no drafts.' },
  onlyEditors: 'Only editors and admins make posts.',
  noAccounts: 'No accounts yet',
  noAccountsWhy: 'Connect an account under Accounts first.',
  post: 'Post',
  type: 'Type',
  types: { feed: 'Feed', reels: 'Reel', stories: 'Story', text: 'Text' },
  accounts: 'Accounts',
  filterAccounts: 'Filter accounts',
  notTaken: 'does not take this type',
  reconnectNeeded: 'Reconnect needed',
  groups: 'Groups of accounts',
  groupName: 'Name of the group',
  saveGroup: 'Save selection',
  removeGroup: (name: string) => `Remove the group ${name}`,
  ownText: 'Say something else here',
  captionFor: (username: string) => `Caption for @${username}`,
  moreOptions: 'More for the platforms',
  firstComment: 'First comment on Instagram',
  firstCommentHint: 'Written once the post is live. The account must have granted it.',
  topic: 'Topic on Threads',
  replies: 'Who can reply on Threads',
  repliesAsUsual: 'As the account has it',
  replyControls: {
    everyone: 'Everyone',
    accounts_you_follow: 'Profiles that the account follows',
    mentioned_only: 'Those who are mentioned',
    parent_post_author_only: 'The author of the post that is answered',
    followers_only: 'Followers',
  },
  description: 'What it shows',
  describe: (name: string) => `Describe ${name}`,
  putAside: 'This begins from another post. What you were composing before was put aside.',
  takeBack: 'Go back to it',
  fromFailed: 'The post to begin from could not be read.',
  file: (place: number) => `File ${place}`,
  titleField: 'Title',
  titleHint: 'For you alone; platforms do not show it.',
  text: 'Text',
  hashtags: 'Hashtags',
  hashtagsHint: 'Separated by spaces, with or without #.',
  media: 'Media files',
  mediaHint: 'Drop or paste files here. Drag to change their order, or use the arrows.',
  order: 'Order of the media',
  fromLibrary: 'Choose from library',
  library: 'Media library',
  addPicked: 'Add',
  earlier: (title: string) => `Move ${title} earlier`,
  later: (title: string) => `Move ${title} later`,
  remove: (title: string) => `Remove ${title}`,
  crop: 'Shape of pictures',
  cropHint: 'Uncropped pictures are padded with white where a platform takes no such shape.',
  cropNone: 'As they are',
  when: 'When',
  whens: { now: 'Now', later: 'Later' },
  dateAndTime: 'Date and time',
  zone: (zone: string) => `In the time zone ${zone}.`,
  goesOut: (time: string, zone: string) => `${time} (${zone})`,
  timeSkipped: (time: string) => `That time does not exist: the clocks go forward. It would be ${time}.`,
  timeTwice: 'That time comes twice, as the clocks go back. The first of the two is taken.',
  publish: 'Publish',
  schedule: 'Schedule',
  discard: 'Start over',
  problemsTitle: 'Problems',
  problems,
  checking: 'Asking the platforms…',
  checked: 'Nothing stands against it: service and platforms were asked.',
  notChecked: 'Nothing found so far.',
  unsure:
    'The service did not say whether it took the post. Send it again as it is: if it was taken, no second one is made. Before you change it, look under Posts.',
  editAgain: 'Change it nevertheless',
  elsewhere: 'This draft was changed in another tab. What you type here takes its place.',
  takeOther: 'Show what is there',
  preview: 'Preview',
  previewEmpty: 'Choose accounts to see the post as it will look.',
  more: 'more',
  noCaption: 'Stories show no caption.',
  count: (count: number, limit: number) => `${count} of ${limit} characters`,
}
