export default {
  hints: {
    thread: 'Each post answers the one before it. The account must have allowed replies by this service.',
    link_attachment: 'The address that Threads makes a card of.',
    quote_post_id: 'The id of the post: digits only.',
    reply_to_id: 'The id of the post: digits only. The account must have allowed replies by this service.',
    gif: 'The id of the GIF at GIPHY: the end of its address.',
    text_attachment: 'A long text attached to the post. Select words in it to style them.',
    spoiler_text: 'Select words of the text: they are covered until someone taps them.',
    ghost_post: 'The post is archived after 24 hours.',
    reply_approvals: 'Replies are shown after the account approved them.',
    location_id: 'The id of a place on Threads. The account must have allowed locations by this service.',
    allowed_countries: 'Only people in these countries see the post.',
  },
  values: {
    reply_control: {
      everyone: 'Everyone',
      accounts_you_follow: 'Profiles that the account follows',
      mentioned_only: 'Mentioned profiles',
      parent_post_author_only: 'The author of the parent post',
      followers_only: 'Followers',
    },
    share_to_instagram_story: { light: 'Share, on a light ground', dark: 'Share, on a dark ground' },
  },
  usual: {
    reply_control: 'Account setting',
    allowed_countries: 'All countries',
    share_to_instagram_story: 'Do not share',
  },
}
