// Bindings of signing in, the apps at the platforms, mail, and how the installation presents itself.
import { Stack } from 'aws-cdk-lib'
import { ENV } from '../../core/contract.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { appIdVariable, appSecretArnVariable, settingOf } from '../../core/platforms/setting-names.ts'
import { type Binding, type Bindings, keysLike, onTable, type Resources, readingSecret } from './parts.ts'

export const ACCESS = {
  /** The provider that people sign in with, and the secret of our client there. */
  provider: ({ people: { issuer, clientId, clientSecretArn, pool } }: Pick<Resources, 'people'>) => ({
    grants: [
      ...(pool ? [{ actions: ['cognito-idp:DescribeUserPoolClient'], resources: [pool.userPoolArn] }] : []),
      ...(clientSecretArn ? [readingSecret(clientSecretArn)] : []),
    ],
    environment: {
      [ENV.signInIssuer]: issuer,
      [ENV.signInClientId]: clientId,
      ...(pool ? { [ENV.userPool]: pool.userPoolId } : {}),
      ...(clientSecretArn ? { [ENV.signInClientSecretArn]: clientSecretArn } : {}),
    },
  }),
  /** The address at which a browser is also signed out at the provider. */
  'sign-out': ({ people: { clientId, signOutUrl, pool } }: Pick<Resources, 'people'>) => ({
    grants: [],
    environment: {
      [ENV.signInClientId]: clientId,
      ...(pool ? { [ENV.userPool]: pool.userPoolId } : {}),
      ...(signOutUrl ? { [ENV.signOutUrl]: signOutUrl } : {}),
    },
  }),
  /**
   * Making users in the stack's own pool, which sends them a first password. One whom somebody signed up, and who never showed
   * that the address is theirs, is looked for and deleted first.
   */
  'users:invite': ({ people: { pool } }: Pick<Resources, 'people'>): Binding => ({
    grants: pool
      ? [
          {
            actions: ['cognito-idp:AdminGetUser', 'cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser'],
            resources: [pool.userPoolArn],
          },
        ]
      : [],
    environment: pool ? { [ENV.userPool]: pool.userPoolId } : {},
  }),
  /** The apps at the platforms, and their secrets, as far as the settings name them. */
  'platform-apps': ({ settings }: Pick<Resources, 'settings'>): Binding => {
    const apps = PLATFORM_IDS.flatMap((id) => {
      const [appId, secretArn] = [settings[settingOf(id, 'AppId')], settings[settingOf(id, 'AppSecretArn')]]
      return appId && secretArn ? [{ id, appId, secretArn }] : []
    })
    return {
      grants: apps.map(({ secretArn }) => readingSecret(secretArn)),
      environment: Object.fromEntries(
        apps.flatMap(({ id, appId, secretArn }) => [
          [appIdVariable(id), appId],
          [appSecretArnVariable(id), secretArn],
        ]),
      ),
    }
  },
  /** The permissions that accounts' owners are asked for. */
  consent: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.connectPermissions]: settings.connectPermissions },
  }),
  /** How the installation presents itself to people without a user. */
  brand: ({ settings }: Pick<Resources, 'settings'>): Binding => ({
    grants: [],
    environment: {
      ...(settings.brandName ? { [ENV.brandName]: settings.brandName } : {}),
      ...(settings.brandLogoUrl ? { [ENV.brandLogoUrl]: settings.brandLogoUrl } : {}),
      ...(settings.brandColor ? { [ENV.brandColor]: settings.brandColor } : {}),
    },
  }),
  /** Whether mail is sent, and from which address. */
  'mail-from': ({ settings: { mailFrom } }: Pick<Resources, 'settings'>): Binding => ({
    grants: [],
    environment: mailFrom ? { [ENV.mailFrom]: mailFrom } : {},
  }),
  /** Sending mail only from that address, to anyone. Without it: nothing. */
  'mail:send': ({ settings: { mailFrom }, table }: Pick<Resources, 'settings' | 'table'>): Binding => ({
    grants: mailFrom
      ? [
          {
            actions: ['ses:SendEmail'],
            // Which identity sends, the address's own or its domain's, is the operator's affair; in a sandbox SES also
            // wants the right on the recipient's, and on the configuration set where the identity has a default one.
            resources: ['identity', 'configuration-set'].map((resource) =>
              Stack.of(table).formatArn({ service: 'ses', resource, resourceName: '*' }),
            ),
            conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
          },
        ]
      : [],
    environment: mailFrom ? { [ENV.mailFrom]: mailFrom } : {},
  }),
  dashboard: ({ dashboardUrl }: Pick<Resources, 'dashboardUrl'>) => ({
    grants: [],
    environment: { [ENV.dashboardUrl]: dashboardUrl },
  }),
  /** The gateway's shared keys, and the request counters by which callers who flood are recognized. */
  'shared-usage-key': ({
    sharedUsageKey,
    settings,
    table,
  }: Pick<Resources, 'sharedUsageKey' | 'settings' | 'table'>) => ({
    grants: onTable(table, ['dynamodb:GetItem'], keysLike('rate')).grants,
    environment: {
      ...onTable(table, []).environment,
      [ENV.sharedUsageKey]: sharedUsageKey,
      [ENV.sharedUsageKeys]: String(settings.sharedPlans),
    },
  }),
} satisfies Bindings
