export default {
  title: (owner: string) => `Join ${owner}`,
  loading: 'Your invitation',
  what: (owner: string, role: string) => `You are invited to ${owner} with the role ${role}.`,
  roles: { admin: 'Admin', editor: 'Editor', author: 'Author', viewer: 'Viewer' },
  forAddress: (email: string) => `It was sent to ${email} and works only for that address.`,
  ends: 'It ends',
  accept: 'Accept',
  gone: 'This invitation does not work',
  goneWhy: 'It has ended, was withdrawn or was used already. Ask the person who invited you for another.',
  otherAddress:
    'You are signed in with a different address than the invited one. Sign out, then open the link again and sign in with the invited address.',
  signOut: 'Sign out',
  later: 'Not now',
}
