// What the list of keys says.
export default {
  title: 'Shortcuts',
  thisList: 'This list',
  calendar: 'The calendar has more: press ? there.',
  reference: 'Reference of the API',
}
