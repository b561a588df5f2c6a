export default {
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
}
