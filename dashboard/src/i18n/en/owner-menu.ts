// Texts of the question before another team is switched to.
export default {
  title: (team: string) => `Switch to ${team}?`,
  action: 'Switch',
  filesEnd: 'Files that are still being sent are given up.',
}
