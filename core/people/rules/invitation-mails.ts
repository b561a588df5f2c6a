// How often first passwords are mailed to people who are invited. Cognito's own sender has 50 mails a day for all of an AWS account.

/** An owner's limit a day (UTC), so that one owner does not use up the shared quota. */
export const FIRST_PASSWORD_MAILS_A_DAY = 20
/** The least time between two mails to the same address, from any team. */
export const FIRST_PASSWORD_WAIT_MS = 10 * 60_000

/**
 * The outcome of the mail with the first password. `sent`; `not_needed`: the address has a password, or signs in elsewhere;
 * `waiting`: one was mailed a moment ago; `team_limit`: the owner had as many mailed as a day allows; `service_limit`: the user
 * pool sends no more today; `failed`: it could not send this one.
 */
export const PASSWORD_MAILS = ['sent', 'not_needed', 'waiting', 'team_limit', 'service_limit', 'failed'] as const
export type PasswordMail = (typeof PASSWORD_MAILS)[number]
