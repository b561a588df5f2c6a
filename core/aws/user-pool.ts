// Cognito: the user pool of the stack, as far as signing in and inviting need its API.
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
  InvalidEmailRoleAccessPolicyException,
  InvalidParameterException,
  LimitExceededException,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { endsWithRequest } from './given-up.ts'

let pools: CognitoIdentityProviderClient | undefined
const client = (): CognitoIdentityProviderClient => {
  pools ??= endsWithRequest(new CognitoIdentityProviderClient({ maxAttempts: 4 }))
  return pools
}

/** The secret of the pool's client. Cognito answers five such calls a second: once for the life of a function. */
export async function readClientSecret(poolId: string, clientId: string): Promise<string> {
  const reply = await client().send(new DescribeUserPoolClientCommand({ UserPoolId: poolId, ClientId: clientId }))
  const secret = reply.UserPoolClient?.ClientSecret
  if (!secret) throw new Error('the client of the user pool has no secret')
  return secret
}

/**
 * The pool has no users with such an address: one of more than 128 characters, or what is none to Cognito.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
export class AddressRefused extends Error {
  constructor(cause: unknown) {
    super('the user pool does not take the address', { cause })
    this.name = 'AddressRefused'
  }
}

/**
 * The pool's entry for an address. `unconfirmed`: somebody signed up with it and never showed that it is theirs; `invited`: a
 * first password was mailed and not used yet.
 */
export type UserState = 'absent' | 'unconfirmed' | 'invited' | 'has_password'

/** @throws {AddressRefused} */
export async function userState(poolId: string, email: string): Promise<UserState> {
  try {
    const { UserStatus } = await client().send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }))
    if (UserStatus === 'UNCONFIRMED') return 'unconfirmed'
    return UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'has_password'
  } catch (error) {
    if (error instanceof UserNotFoundException) return 'absent'
    throw error instanceof InvalidParameterException ? new AddressRefused(error) : error
  }
}

/** The pool did not mail the first password. */
export class MailRefused extends Error {
  /** `service_limit`: it sends no more mail today. */
  readonly reason: 'service_limit' | 'failed'

  constructor(reason: MailRefused['reason'], cause: unknown) {
    super('the user pool did not send the mail', { cause })
    this.reason = reason
  }
}

async function mailed(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (error instanceof LimitExceededException) throw new MailRefused('service_limit', error)
    // The second where the SES identity that the pool sends by is gone, or no longer lets it.
    if (error instanceof CodeDeliveryFailureException || error instanceof InvalidEmailRoleAccessPolicyException)
      throw new MailRefused('failed', error)
    throw error instanceof InvalidParameterException ? new AddressRefused(error) : error
  }
}

/** Removes the user; one that is gone already is fine. */
export async function removeUser(poolId: string, email: string): Promise<void> {
  await client()
    .send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: email }))
    .catch((error: unknown) => {
      if (!(error instanceof UserNotFoundException)) throw error
    })
}

/**
 * Removes the user with an address, if it is the one that is meant: the address may be another user's by now.
 * @param isMeant told the pool's own id of the user.
 */
export async function removeUserOf(
  poolId: string,
  email: string,
  isMeant: (subject: string) => boolean,
): Promise<void> {
  const found = await client()
    .send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }))
    .catch((error: unknown) => {
      if (error instanceof UserNotFoundException) return undefined
      throw error
    })
  const subject = found?.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
  if (subject !== undefined && isMeant(subject)) await removeUser(poolId, email)
}

/**
 * Makes a user, whom Cognito mails a first password. One that is there already and never signed in is mailed another: the one
 * before may have run out, and nothing else would let that user in. One with a password stays as it is. One whom somebody
 * signed up without showing that the address is theirs is made again, without the password that they chose.
 * @param state as `userState` says. @throws {MailRefused} @throws {AddressRefused}
 */
export async function addUser(poolId: string, email: string, state: UserState): Promise<void> {
  const user = { UserPoolId: poolId, Username: email, DesiredDeliveryMediums: ['EMAIL' as const] }
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ]
  if (state === 'unconfirmed') await removeUser(poolId, email)
  try {
    await mailed(client().send(new AdminCreateUserCommand({ ...user, UserAttributes })))
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error
    await mailed(client().send(new AdminCreateUserCommand({ ...user, MessageAction: 'RESEND' }))).catch(
      (refusal: unknown) => {
        if (!(refusal instanceof UnsupportedUserStateException)) throw refusal
      },
    )
  }
}
