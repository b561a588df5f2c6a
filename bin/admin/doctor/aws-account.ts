// Checks of the AWS account: the state of the token key, the concurrency quota of Lambda, and whether SES sends mail.
import { functionsAtOnce, keyStanding, mailStanding } from '../../../core/aws/standing.ts'
import { setting } from '../../../core/config.ts'
import { ENV } from '../../../core/contract.ts'
import { broken, type Check, day, fine, soon } from './finding.ts'

/** New accounts of AWS have this many; the stack's reservations need more. */
const FEW_FUNCTIONS = 100

export const tokenKey: Check = async () => {
  const { state, deleted_at } = await keyStanding(setting(ENV.tokenKey))
  if (state === 'Enabled') return [fine('token key', 'It is enabled.')]
  const until =
    deleted_at === undefined
      ? ''
      : ` It is deleted on ${day(deleted_at)}, and then no token can ever be read again: aws kms cancel-key-deletion.`
  return [
    broken(
      'token key',
      `It is ${state || 'in an unknown state'}: no token can be read, so nothing can be published.${until}`,
    ),
  ]
}

export const quotas: Check = async () => {
  const most = await functionsAtOnce()
  const words = `The account may run ${most} functions at once`
  return [
    most < FEW_FUNCTIONS
      ? soon('quota functions', `${words}: API and workers share them, and are throttled under load. Ask AWS for 1000.`)
      : fine('quota functions', `${words}.`),
  ]
}

export const mail: Check = async () => {
  const { to_anyone, enabled, left_today } = await mailStanding()
  if (!enabled) return [broken('mail', 'Amazon SES sends nothing for this account: notices are not mailed.')]
  if (!to_anyone)
    return [
      soon('mail', 'Amazon SES is in its sandbox: only verified addresses get mail. It matters where mailFrom is set.'),
    ]
  return [
    left_today < 100
      ? soon('mail', `Amazon SES sends ${left_today} more mails today.`)
      : fine('mail', 'Amazon SES sends to anyone.'),
  ]
}
