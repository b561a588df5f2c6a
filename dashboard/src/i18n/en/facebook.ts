export default {
  firstComment: 'First comment on Facebook',
  firstCommentHint: 'Added when the post is live. The Page must have allowed comments by this service.',
}
