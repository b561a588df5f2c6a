export default {
  hints: {
    first_comment: 'Added when the post is live. The Page must have allowed comments by this service.',
    link: 'The address that Facebook makes a card of.',
    place_id: 'The id of a place on Facebook.',
    countries: 'Only people in these countries see the post.',
  },
  values: {},
  usual: { countries: 'All countries' },
}
