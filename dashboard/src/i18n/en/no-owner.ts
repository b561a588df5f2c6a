// Texts of the frame for people who work for no team.
export default {
  choose: 'Choose a team',
  chooseWhy: (email: string) =>
    `You are signed in as ${email}, and do not work for a team at the moment: you may have left the last one, or were removed from it. You belong to the teams below.`,
  noOwner: 'You belong to no team yet',
  noOwnerWhy: (email: string) =>
    `You are signed in as ${email}, but nobody has invited this address yet. Ask an admin of your team for an invitation, then open its link.`,
}
