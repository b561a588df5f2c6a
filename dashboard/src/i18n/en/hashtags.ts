import { plural } from '../catalogue.ts'

export default {
  title: 'Look up a hashtag',
  needFacebook:
    'Looking up hashtags needs an Instagram account that is connected with Facebook Login, by its Page. Those of this post are connected with Instagram Login.',
  toAccounts: 'To the accounts',
  account: 'Look up with',
  hashtag: 'Hashtag',
  lookUp: 'Look up',
  lookUpNamed: (hashtag: string) => `Look up #${hashtag}`,
  hint: 'Instagram lets an account search for a limited number of different hashtags a week.',
  noHashtag: 'Write one hashtag of letters, digits and _.',
  ofPost: 'In this post:',
  used: 'is used on Instagram.',
  unused: 'is not used by anybody yet.',
  popular: 'Its most popular posts',
  noCaption: 'Without a text',
  likes: (count: number) => plural('en', count, { one: '# like', other: '# likes' }),
  comments: (count: number) => plural('en', count, { one: '# comment', other: '# comments' }),
  open: 'Open',
  add: (hashtag: string) => `Add #${hashtag} to the post`,
  searches: (used: number, limit: number, days: number) =>
    `This account has searched for ${used} of ${limit} different hashtags in ${days} days. Looking up one of them again does not count.`,
  usedUp:
    'This account has searched for as many different hashtags as Instagram allows within seven days. Hashtags that it searched for in that time can be looked up again.',
}
