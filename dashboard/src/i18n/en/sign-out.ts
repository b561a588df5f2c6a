// Texts of the question at sign-out.
export default {
  title: 'Sign out?',
  action: 'Sign out',
  draftsGo:
    'A post that you have not sent is kept in this browser. Signing out deletes it, so that nobody else here can read it.',
  draftsStay: 'Keep it in this browser',
}
