export default {
  title: 'You are signed out',
  bye: 'Sign in again to continue.',
  notSignedIn: 'You are not signed in',
  signIn: 'Sign in',
  denied: 'You did not allow the sign-in, so nothing was done. You can try again.',
  expired: 'The sign-in took too long or was started in another window. Please start again.',
  noAccess: 'This person may not use the dashboard. Ask an admin of your team for an invitation.',
  notAsked:
    'You were signed out from another browser, so the sign-in has to ask for your password again, and it did not. Please try once more.',
  failed: 'The sign-in did not work. Check that your browser keeps cookies for this site, then try again.',
}
