export default {
  title: 'Security',
  intro: 'How you sign in, and where you are signed in.',
  passkeys: 'Passkeys',
  passkeysWhy:
    'Sign in with your fingerprint, your face or a security key in place of the password. You add a passkey on the page of the sign-in service. If it does not know this browser any more, sign out and in again first.',
  addPasskey: 'Add a passkey',
  elsewhere: 'Your password, passkeys and other sign-in steps are managed by the sign-in service of your organization.',
}
