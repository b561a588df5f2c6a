// The mail with a first password, which the stack's own user pool sends to an invited address: only where it is needed, and only
// so often.
import { createHash } from 'node:crypto'
import { ConditionFailed, remove, transact, update } from '../aws/table.ts'
import { AddressRefused, addUser, MailRefused, userState } from '../aws/user-pool.ts'
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { mailedKey, mailsOfDayKey } from '../table-keys.ts'
import { FIRST_PASSWORD_MAILS_A_DAY, FIRST_PASSWORD_WAIT_MS, type PasswordMail } from './rules/invitation-mails.ts'

const DAY_MS = 24 * 3_600_000

const held = (error: unknown): false => {
  if (error instanceof ConditionFailed) return false
  throw error
}

/**
 * Holds the address for this mail. A transaction, because the SDK repeats a write whose answer got lost: the repeat of a plain one
 * would find the address held, and nothing would be mailed.
 * @returns whether nobody had it mailed lately.
 */
const holdAddress = (key: ReturnType<typeof mailedKey>, now: number): Promise<boolean> => {
  const until = now + FIRST_PASSWORD_WAIT_MS
  return transact([
    {
      Put: {
        Item: { ...key, until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now },
      },
    },
  ]).then(() => true, held)
}

/** Counts a mail of the owner. @returns whether the day allows it. */
const countMail = (ownerId: string, now: number): Promise<boolean> => {
  const day = Math.floor(now / DAY_MS)
  return update(mailsOfDayKey(ownerId, day), {
    UpdateExpression: 'ADD mails :one SET expires_at = :expiry',
    ConditionExpression: 'attribute_not_exists(mails) OR mails < :most',
    ExpressionAttributeValues: {
      ':one': 1,
      ':most': FIRST_PASSWORD_MAILS_A_DAY,
      ':expiry': ((day + 2) * DAY_MS) / 1000,
    },
  }).then(() => true, held)
}

/** Nobody could sign in with such an address: the invitation would lead nowhere. */
function notTaken(error: unknown): never {
  if (!(error instanceof AddressRefused)) throw error
  throw refuse('invalid_value', 'The user pool, where people sign in, takes no such address.', 'email', {
    cause: error,
  })
}

/**
 * Makes sure that the address can sign in, by a mail of the pool if needed. Limits only suppress the mail, and never throw.
 * @throws {AppError} `invalid_value` for an address that the pool does not take.
 */
export async function mailFirstPassword(ownerId: string, email: string, now: number): Promise<PasswordMail> {
  const pool = optionalSetting(ENV.userPool)
  if (!pool) return 'not_needed'
  const state = await userState(pool, email).catch(notTaken)
  if (state === 'has_password') return 'not_needed'
  const key = mailedKey(createHash('sha256').update(email).digest('hex'))
  // A user whom somebody else signed up has no first password of ours, whatever was mailed before.
  if (!(await holdAddress(key, now)) && state !== 'unconfirmed') return 'waiting'
  try {
    if (!(await countMail(ownerId, now))) {
      await remove(key)
      return 'team_limit'
    }
    await addUser(pool, email, state)
    return 'sent'
  } catch (error) {
    await remove(key)
    if (!(error instanceof MailRefused)) return notTaken(error)
    log.warn('no first password was mailed', { owner_id: ownerId, reason: error.reason })
    return error.reason
  }
}
