// Texts of a post as its platform shows it.
export default {
  media: (name: string) => `Media (${name})`,
  more: 'more',
  noCaption: 'Stories show no caption.',
}
