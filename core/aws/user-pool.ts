// Cognito: the user pool of the stack, as far as signing in and inviting need its API.
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
  UnsupportedUserStateException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'

let pools: CognitoIdentityProviderClient | undefined
const client = (): CognitoIdentityProviderClient => {
  pools ??= new CognitoIdentityProviderClient({ maxAttempts: 4 })
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
 * Makes a user, whom Cognito mails a first password. One that is there already and never signed in is mailed another: the one
 * before may have run out, and nothing else would let that user in. One with a password stays as it is.
 */
export async function addUser(poolId: string, email: string): Promise<void> {
  const user = { UserPoolId: poolId, Username: email, DesiredDeliveryMediums: ['EMAIL' as const] }
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ]
  try {
    await client().send(new AdminCreateUserCommand({ ...user, UserAttributes }))
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error
    await client()
      .send(new AdminCreateUserCommand({ ...user, MessageAction: 'RESEND' }))
      .catch((refusal: unknown) => {
        if (!(refusal instanceof UnsupportedUserStateException)) throw refusal
      })
  }
}
