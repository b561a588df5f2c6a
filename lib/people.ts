// Identities of people: the stack's own user pool, or the provider that the settings name.
import { createHash } from 'node:crypto'
import { Aws, Duration, Fn, Stack } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  type CfnUserPool,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  UserPool,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { PeopleResources } from './bindings/parts.ts'
import type { Settings } from './settings.ts'
import { isProtected, removalOfData } from './table.ts'

/** `signed-out` is where a browser comes back to from being signed out; `sign-in-urls.ts` of `core/people` has the same. */
const SIGNED_OUT = '/signed-out'
const CALLBACK = '/api/v1/session/callback'
/** The page that a browser comes back to from adding a passkey; the same file serves it. */
const SECURITY = '/security'

/**
 * The first part of the pool's host name, unique in a region over all AWS accounts: stack, account and region make it so.
 * @param stackName of which only a part fits; the hash tells stacks apart whose names begin alike.
 */
export function domainPrefix(stackName: string): string {
  // Cognito takes no name with one of these words in it.
  const word = stackName.toLowerCase().replaceAll(/aws|amazon|cognito/g, 'x')
  const hash = createHash('sha256').update(stackName).digest('hex').slice(0, 6)
  return Fn.join('-', ['sp', word.slice(0, 20).replace(/-+$/, ''), hash, Aws.ACCOUNT_ID, Aws.REGION])
}

/**
 * Has the pool send its mail by SES. Cognito does it in a role of its own that it makes in the account for that
 * (`AWSServiceRoleForAmazonCognitoIdpEmail`), so nothing is granted here.
 */
function sendBySes(pool: UserPool, { mailFrom }: Settings, identity: string): void {
  const resource = pool.node.defaultChild as CfnUserPool
  resource.emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from: mailFrom,
    sourceArn: Stack.of(pool).formatArn({ service: 'ses', resource: 'identity', resourceName: identity }),
  }
}

interface PeopleProps {
  settings: Settings
  dashboardUrl: string
}

export class People extends Construct {
  readonly resources: PeopleResources

  constructor(scope: Construct, id: string, { settings, dashboardUrl }: PeopleProps) {
    super(scope, id)
    const { signInIssuer, signInClientId, signInClientSecretArn, signOutUrl } = settings
    this.resources =
      signInIssuer && signInClientId
        ? { issuer: signInIssuer, clientId: signInClientId, clientSecretArn: signInClientSecretArn, signOutUrl }
        : this.#ownPool(settings, dashboardUrl)
  }

  #ownPool(settings: Settings, dashboardUrl: string): PeopleResources {
    const pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      // Both can never change: another value would make a new pool.
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: settings.signUp === 'open',
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      userInvitation: {
        emailSubject: 'Your access to Social Publisher',
        emailBody: `You are invited to <a href="${dashboardUrl}">${dashboardUrl}</a>. Your user name is {username}, your first password {####}. It is good for 7 days.`,
      },
      // Members are known by their ids in this pool: people of a new one would be strangers, and their data without members.
      removalPolicy: removalOfData(settings),
      deletionProtection: isProtected(settings),
    })
    if (settings.signInMailIdentity) sendBySes(pool, settings, settings.signInMailIdentity)
    acknowledge(pool, {
      'AwsSolutions-COG2':
        'Passkeys, which need no second factor, and TOTP are both allowed; required MFA would rule passkeys out.',
      'AwsSolutions-COG8': 'The Plus plan costs for every user; whoever wants it brings a provider by the settings.',
    })
    const client = pool.addClient('Client', {
      generateSecret: true,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${dashboardUrl}${CALLBACK}`, `${dashboardUrl}${SECURITY}`],
        logoutUrls: [`${dashboardUrl}${SIGNED_OUT}`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // Tokens of the provider are checked once, on signing in.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    })
    const domain = pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: domainPrefix(settings.stackName) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    // Without a style its pages say that they are not available.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    }).node.addDependency(domain)
    return {
      issuer: pool.userPoolProviderUrl,
      clientId: client.userPoolClientId,
      signOutUrl: `${domain.baseUrl()}/logout`,
      pool,
    }
  }
}
