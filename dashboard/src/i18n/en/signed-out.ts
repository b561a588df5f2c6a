export default {
  title: 'You are signed out',
  bye: 'Sign in again to continue.',
  notSignedIn: 'You are not signed in',
  signIn: 'Sign in',
  denied: 'You did not allow the sign-in, so nothing was done. You can try again.',
  expired: 'The sign-in took too long or was started in another window. Please start again.',
  noAccess:
    'The account that you signed in with has no verified e-mail address. Verify it there, or sign in with another account.',
  notAsked:
    'You signed out everywhere, so your password has to be entered again, but you were not asked for it. Please try once more.',
  failed: 'The sign-in did not work. Check that your browser keeps cookies for this site, then try again.',
}
