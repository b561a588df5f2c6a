export default {
  documentation: 'Documentation (new tab)',
}
