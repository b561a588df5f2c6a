// Texts of the frame for people without a team.
export default {
  noOwner: 'You belong to no team yet',
  noOwnerWhy: (email: string) =>
    `You are signed in as ${email}, but nobody has invited this address yet. Ask an admin of your team for an invitation, then open its link.`,
}
