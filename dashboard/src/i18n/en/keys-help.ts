// Texts of the list of keys.
export default {
  title: 'Shortcuts',
  thisList: 'This list',
  calendar: 'The calendar has more: press ? there.',
  reference: 'Reference of the API',
}
