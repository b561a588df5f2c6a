export default {
  hints: {
    link_card: 'The address whose title and picture stand under the text.',
    quote_post_id: 'The address of the post: https://bsky.app/profile/…/post/…',
    reply_to_id: 'The address of the post: https://bsky.app/profile/…/post/…',
    langs: 'Up to three codes, separated by commas, as in: en, ko',
    tags: 'Up to eight, separated by commas. They are found, but not shown in the text.',
    video_captions: 'WebVTT files, one for each language.',
    thread: 'Each post answers the one before it.',
  },
  values: {
    allow_replies: {
      nobody: 'Nobody',
      mentioned: 'Mentioned people',
      following: 'People that the account follows',
      followers: 'Followers',
    },
    allow_quotes: { nobody: 'Nobody' },
    labels: {
      sexual: 'Suggestive',
      nudity: 'Nudity',
      porn: 'Adult content',
      'graphic-media': 'Graphic media',
    },
  },
  usual: { allow_replies: 'Everyone', allow_quotes: 'Everyone', labels: 'None' },
}
