export default {
  firstComment: 'First comment on Instagram',
  firstCommentHint: 'Added when the post is live. The account must have allowed comments by this service.',
}
