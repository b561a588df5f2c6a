export default {
  everyone: 'Everyone',
  replies: 'Who can reply on Bluesky',
  repliesFrom: {
    nobody: 'Nobody',
    mentioned: 'Mentioned people',
    following: 'People that the account follows',
    followers: 'Followers',
  },
  quotes: 'Who can quote the post on Bluesky',
  quotesFrom: { nobody: 'Nobody' },
  labels: 'Content warning on Bluesky',
  noLabel: 'None',
  contentLabels: {
    sexual: 'Suggestive',
    nudity: 'Nudity',
    porn: 'Adult content',
    'graphic-media': 'Graphic media',
  },
  langs: 'Languages of the text on Bluesky',
  langsHint: 'Up to three codes, separated by commas, as in: en, ko',
}
