export default {
  topic: 'Topic on Threads',
  replies: 'Who can reply on Threads',
  repliesAsUsual: 'Use the setting of the account',
  replyControls: {
    everyone: 'Everyone',
    accounts_you_follow: 'Profiles that the account follows',
    mentioned_only: 'Mentioned profiles',
    parent_post_author_only: 'The author of the parent post',
    followers_only: 'Followers',
  },
}
