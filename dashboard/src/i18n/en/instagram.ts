export default {
  firstComment: 'First comment on Instagram',
  firstCommentHint: 'Written once the post is live. The account must have granted it.',
}
