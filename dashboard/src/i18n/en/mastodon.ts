export default {
  hints: {
    content_warning: 'The post is hidden behind these words. They count as part of the text.',
    language: 'Two letters, such as en or ko.',
    quote_post_id: 'The id of the post on the server of the account.',
    reply_to_id: 'The id of the post on the server of the account.',
    focus: 'The point of the picture that is shown wherever it is cut.',
    thread: 'Each post answers the one before it.',
  },
  values: {
    visibility: {
      public: 'Everyone, in public timelines as well',
      unlisted: 'Everyone, but not in public timelines',
      private: 'Followers',
      direct: 'Only the people that it mentions',
    },
    quote_policy: { public: 'Everyone', followers: 'Followers', nobody: 'Nobody' },
  },
  usual: {
    visibility: 'Account setting',
    quote_policy: 'Account setting',
    sensitive: 'Account setting',
  },
}
