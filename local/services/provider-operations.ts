// The operations of Cognito that functions and the operator's command ask for.
import type { Resource } from '../template.ts'
import { AwsError, type Operation } from './aws-error.ts'
import type { Users } from './provider-users.ts'

/** By the target that names them. @param progress told of users that were invited, with their first password. */
export function operationsOf(
  pool: Resource,
  client: { id: string; secret: string },
  users: Users,
  progress: (line: string) => void,
): Readonly<Record<string, Operation>> {
  const inPool = (input: unknown): Record<string, unknown> => {
    const given = input as Record<string, unknown>
    if (given.UserPoolId !== pool.ref)
      throw new AwsError(400, 'ResourceNotFoundException', `User pool ${given.UserPoolId} does not exist.`)
    if (String(given.Username ?? '').length > 128)
      throw new AwsError(
        400,
        'InvalidParameterException',
        "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
      )
    return given
  }
  return {
    'AWSCognitoIdentityProviderService.DescribeUserPoolClient': (input) => {
      if (inPool(input).ClientId !== client.id)
        throw new AwsError(400, 'ResourceNotFoundException', 'User pool client does not exist.')
      return { UserPoolClient: { UserPoolId: pool.ref, ClientId: client.id, ClientSecret: client.secret } }
    },
    'AWSCognitoIdentityProviderService.AdminCreateUser': (input) => {
      const { Username, MessageAction } = inPool(input)
      const email = String(Username)
      const found = users.find(email)
      if (MessageAction === 'RESEND') {
        if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
        if (found.signed_in)
          throw new AwsError(400, 'UnsupportedUserStateException', 'Resend not possible. The user has a password.')
      } else if (found) throw new AwsError(400, 'UsernameExistsException', 'User account already exists')
      const { sub, password } = users.findOrMake(email)
      progress(`a user for ${email}: password ${password}   (in AWS it is sent by mail)`)
      return { User: { Username: sub, Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' } }
    },
    'AWSCognitoIdentityProviderService.AdminGetUser': (input) => {
      const found = users.find(String(inPool(input).Username))
      if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
      const UserStatus = found.signed_in ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
      const UserAttributes = [
        { Name: 'sub', Value: found.sub },
        { Name: 'email', Value: found.email },
      ]
      return { Username: found.sub, Enabled: true, UserStatus, UserAttributes }
    },
    'AWSCognitoIdentityProviderService.AdminDeleteUser': (input) => {
      const found = users.find(String(inPool(input).Username))
      if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
      users.remove(found)
      return {}
    },
  }
}
