export default {
  visibility: 'Who sees it on Mastodon',
  visibilityAsUsual: 'Use the setting of the account',
  visibilities: {
    public: 'Everyone, in public timelines as well',
    unlisted: 'Everyone, but not in public timelines',
    private: 'Followers',
    direct: 'Only the people that it mentions',
  },
  contentWarning: 'Content warning on Mastodon',
  contentWarningHint: 'The post is hidden behind these words. They count as part of the text.',
  language: 'Language on Mastodon',
  languageHint: 'Two letters, such as en or ko.',
}
