export default {
  hints: {
    first_comment: 'Added when the post is live. The account must have allowed comments by this service.',
    collaborators:
      'Up to three usernames, separated by commas. The post also appears on their profiles once they accept.',
    location_id: 'A place on Facebook that has coordinates.',
    comments_enabled: 'The account must have allowed comments by this service.',
    cover_media_id: 'The cover picture of the reel.',
    thumb_offset_ms: 'The moment of the video that is shown as its cover.',
    share_to_feed: 'Whether the reel is also shown in the feed of the profile.',
    audio_name: 'What the original sound of the reel is called.',
    trial_reel: 'A trial reel is shown first to people who do not follow the account.',
    product_tags: 'Ids of products in the shop of the account.',
  },
  values: {
    trial_reel: {
      manual: 'Trial: share with followers by hand',
      performance: 'Trial: share with followers if it does well',
    },
  },
  usual: {
    comments_enabled: 'Account setting',
    share_to_feed: 'Use the setting of the platform',
    trial_reel: 'No trial',
  },
}
