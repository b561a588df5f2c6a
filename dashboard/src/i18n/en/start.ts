export default {
  title: 'Getting started',
  dismiss: 'Hide',
  done: 'Done',
  steps: { connect: '1. Connect an account', post: '2. Write your first post', invite: '3. Invite your team' },
  why: {
    connect: 'Choose a platform above, or send your client a connect link.',
    post: 'Publish it now, or schedule it and see it in the calendar.',
    invite: 'Everybody signs in with their own address, in a role that you choose.',
  },
  toPost: 'Write a post',
  toTeam: 'Open the team',
}
