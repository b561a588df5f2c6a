// Bindings of functions: each name gives the grant and the environment variables in one call, so they cannot drift.
import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { ENV, TABLE } from '../core/contract.ts'
import { PLATFORM_IDS } from '../core/platforms/facts.ts'
import { appIdVariable, appSecretArnVariable, settingOf } from '../core/platforms/setting-names.ts'
import { dueAccounts } from '../core/table-keys.ts'
import {
  type Binding,
  type Bindings,
  CONSUME,
  cdnUrlOf,
  type Items,
  keysLike,
  leadingKeys,
  onIndex,
  onItems,
  onKey,
  onObjects,
  onPeople,
  onQueue,
  onSchedules,
  onTable,
  onTeam,
  platformAddresses,
  type Resources,
  readingSecret,
} from './binding-parts.ts'
import { shares } from './concurrency.ts'

export const BINDINGS = {
  'table:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem']),
  'table:batch': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:BatchGetItem']),
  /** Items with the same partition key: a post with its publications, the summaries of an owner. */
  'table:query': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query']),
  // Writing in a transaction takes the same rights as writing the items one by one.
  'table:put': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:PutItem']),
  'table:update': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:UpdateItem']),
  'table:delete': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:DeleteItem']),
  /** The lists of the index by owner. */
  'table:lists': ({ table }: Pick<Resources, 'table'>) => onIndex(table, TABLE.byOwner.name),
  /** The index by due time, which the sweeper and the keeper read. */
  'table:due': ({ table }: Pick<Resources, 'table'>) => onIndex(table, TABLE.byDue.name),
  /** The request counters of a key. */
  'table:rate': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:UpdateItem'], keysLike('rate')),
  /** One usage record, and the mark that a late one leaves on the summaries of its time; the summaries themselves. */
  'table:usage': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem'], keysLike('usage', 'summary')),
  /** The answers of requests with an `Idempotency-Key`, and the marks of those being worked on. */
  'table:answers': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], keysLike('idempotency')),
  /** Assets, and nothing else of the table. */
  'media:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('media')),
  /** Properties of an asset, with the event for webhooks. */
  'media:inspect': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['media'], write: ['media', 'event'], actions: ['PutItem', 'UpdateItem'] }),
  /** A new asset, with its owner's counters and the places of URL uploads. */
  'media:store': ({ table }: Pick<Resources, 'table'>) => {
    const keys: Items[] = ['media', 'owner']
    return onItems(table, { read: keys, write: keys, actions: ['PutItem', 'UpdateItem'] })
  },
  /** A session that is opened, with its owner's counters. */
  'media:announce': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['owner'], write: ['upload', 'owner'], actions: ['PutItem', 'UpdateItem'] }),
  /** A session that becomes an asset. */
  'media:complete': ({ table }: Pick<Resources, 'table'>) => {
    const keys: Items[] = ['media', 'owner', 'upload']
    return onItems(table, { read: keys, write: keys, actions: ['PutItem', 'UpdateItem', 'DeleteItem'] })
  },
  /** Accounts whose turn it is, and their state as the keeper finds it, with the event for webhooks. */
  'accounts:keep': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onIndex(table, TABLE.byDue.name, leadingKeys(dueAccounts.pattern)).grants,
      ...onItems(table, {
        read: ['account'],
        write: ['account', 'event'],
        actions: ['PutItem', 'UpdateItem'],
      }).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Sessions of accounts that are renewed, or found to have ended, with the event for webhooks. */
  'accounts:renew': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['account'], write: ['account', 'event'], actions: ['PutItem', 'UpdateItem'] }),
  /** Failures of variants, and marks of those in progress. */
  'table:variants': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], keysLike('variants')),
  /** Weekly slots, and which are taken; giving one back. */
  'slots:read': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query'], keysLike('slots')),
  'slots:free': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:DeleteItem'], keysLike('slots')),
  /** Figures reported by platforms. */
  'table:insights': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:PutItem'], keysLike('insights')),
  /** Cached answers of platforms to readers, and the count of calls. */
  'table:asked': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], keysLike('asked')),
  /** Resolving an API key or a session to its owner, and recording its use. */
  'keys:resolve': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onTable(table, ['dynamodb:UpdateItem'], keysLike('keyHash', 'session')).grants,
      ...onTable(table, ['dynamodb:GetItem'], keysLike('keyHash', 'session', 'team')).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Codes and refresh tokens of assistants, their key, and the team's other keys. */
  'assistants:read': ({ table }: Pick<Resources, 'table'>) =>
    onTable(
      table,
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      keysLike('grant', 'apiKey', 'keyHash', 'owner', 'team'),
    ),
  /** Keys of assistants as they come, are renewed and end, with what counts and remembers them, in one transaction each. */
  'assistants:write': ({ table }: Pick<Resources, 'table'>) =>
    onTable(
      table,
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      keysLike('grant', 'apiKey', 'keyHash', 'owner', 'team', 'activity'),
    ),
  /** People, their sessions, teams and invitations. */
  'people:read': ({ table }: Pick<Resources, 'table'>) =>
    onPeople(table, ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']),
  /** The members of an owner, and who they are. */
  'people:list': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:BatchGetItem', 'dynamodb:Query']),
  'people:put': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:PutItem']),
  'people:update': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:UpdateItem']),
  /**
   * Changes of a team, with what is remembered of them. Of one transaction IAM may be shown all keys with each action, so all stand
   * in each; what is remembered the table itself lets nobody change.
   */
  'team:put': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:PutItem'),
  'team:update': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:UpdateItem'),
  'team:delete': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:DeleteItem'),
  /** Checks, in the transaction that writes, that the person is still an admin. */
  'team:check': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:ConditionCheckItem'),
  /** The role of who asks, looked at right before a change. */
  'role:look': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('team')),
  /** The same in the transaction that writes other items: IAM may be shown all of its keys, so no keys limit it. */
  'role:check': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onTable(table, ['dynamodb:GetItem'], keysLike('team')).grants,
      ...onTable(table, ['dynamodb:ConditionCheckItem']).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Reads the names of people who made something. */
  'people:names': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem'], keysLike('person')),
  'people:delete': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:DeleteItem']),
  /** Sign-ins in progress. */
  'table:sign-in': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], keysLike('signIn')),
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
  /** Apps that the service registered itself: what they say of themselves to anyone. */
  'apps:read': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('app')),
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
  /** Notices of owners. */
  'notices:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('notices')),
  'notices:list': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query'], keysLike('notices')),
  /** A notice, and that it is to be mailed. */
  'notices:write': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], keysLike('notices')),
  /** Whether mail is sent, and from which address. */
  'mail-from': ({ settings: { mailFrom } }: Pick<Resources, 'settings'>): Binding => ({
    grants: [],
    environment: mailFrom ? { [ENV.mailFrom]: mailFrom } : {},
  }),
  /** Sending mail from that address alone, to anyone. Without it: nothing. */
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
  'originals:read': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:GetObject', 'originals'),
  'originals:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'originals'),
  /** Aborting an upload in parts; sending parts counts as writing. */
  'originals:abort': ({ bucket }: Pick<Resources, 'bucket'>) =>
    onObjects(bucket, 's3:AbortMultipartUpload', 'originals'),
  'originals:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'originals'),
  'variants:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'variants'),
  'variants:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'variants'),
  /** The permissions of upload addresses. */
  'uploads:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'uploads'),
  'uploads:read': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:GetObject', 'uploads'),
  'uploads:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'uploads'),
  /** Copied profile pictures. */
  'pictures:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'pictures'),
  'pictures:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'pictures'),
  /** Also what makes S3 answer 404 and not 403 for an object that is not there. */
  'bucket:list': ({ bucket }: Pick<Resources, 'bucket'>) => ({
    grants: [{ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }],
    environment: { [ENV.mediaBucket]: bucket.bucketName },
  }),
  cdn: (resources: Pick<Resources, 'settings' | 'distribution'>) => ({
    grants: [],
    environment: { [ENV.cdnUrl]: cdnUrlOf(resources) },
  }),
  /** Having the CDN make variants, at most as many at once as fit the account. */
  variants: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.variantsAtOnce]: String(shares(settings).variantsOfWorker) },
  }),
  /** Sending to addresses that answer slowly, at most so many of one owner's at once that others find free workers. */
  'slow-tries': ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.slowTriesAtOnce]: String(shares(settings).slowTries) },
  }),
  'publish-queue:send': ({ publishQueue }: Pick<Resources, 'publishQueue'>) =>
    onQueue(publishQueue, ['sqs:SendMessage'], { [ENV.publishQueue]: publishQueue.queueUrl }),
  'publish-queue:consume': ({ publishQueue }: Pick<Resources, 'publishQueue'>) => onQueue(publishQueue, CONSUME),
  /** Makes a message that was not processed visible again sooner. */
  'publish-queue:bring-back': ({ publishQueue }: Pick<Resources, 'publishQueue'>) =>
    onQueue(publishQueue, ['sqs:ChangeMessageVisibility'], { [ENV.publishQueue]: publishQueue.queueUrl }),
  'inspect-queue:send': ({ inspectQueue }: Pick<Resources, 'inspectQueue'>) =>
    onQueue(inspectQueue, ['sqs:SendMessage'], { [ENV.inspectQueue]: inspectQueue.queueUrl }),
  'inspect-queue:consume': ({ inspectQueue }: Pick<Resources, 'inspectQueue'>) => onQueue(inspectQueue, CONSUME),
  'deliver-queue:send': ({ deliverQueue }: Pick<Resources, 'deliverQueue'>) =>
    onQueue(deliverQueue, ['sqs:SendMessage'], { [ENV.deliverQueue]: deliverQueue.queueUrl }),
  'deliver-queue:consume': ({ deliverQueue }: Pick<Resources, 'deliverQueue'>) => onQueue(deliverQueue, CONSUME),
  /** One-time schedules that send to the publish queue. */
  'schedules:create': ({
    scheduleGroup,
    scheduleRole,
    publishQueue,
  }: Pick<Resources, 'scheduleGroup' | 'scheduleRole' | 'publishQueue'>) => ({
    grants: [
      ...onSchedules(scheduleGroup, 'scheduler:CreateSchedule').grants,
      {
        actions: ['iam:PassRole'],
        resources: [scheduleRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      },
    ],
    environment: {
      ...onSchedules(scheduleGroup, 'scheduler:CreateSchedule').environment,
      [ENV.scheduleRoleArn]: scheduleRole.roleArn,
      [ENV.publishQueueArn]: publishQueue.queueArn,
    },
  }),
  'schedules:delete': ({ scheduleGroup }: Pick<Resources, 'scheduleGroup'>) =>
    onSchedules(scheduleGroup, 'scheduler:DeleteSchedule'),
  'token:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'account_id'),
  'token:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'account_id'),
  /** Secrets of apps that the service registered itself. */
  'app-secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'platform_app'),
  'app-secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'platform_app'),
  /** Invoking the function that calls platforms with an account's token. */
  'quota:ask': ({ quotaFunction }: Pick<Resources, 'quotaFunction'>) => ({
    grants: [{ actions: ['lambda:InvokeFunction'], resources: [quotaFunction.functionArn] }],
    environment: { [ENV.quotaFunction]: quotaFunction.functionName },
  }),
  /** Signing secrets of webhooks. */
  'secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'webhook_id'),
  'secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'webhook_id'),
  /** Secrets of API keys in answers that are kept for the repetition of a request. */
  'key-secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'api_key_id'),
  'key-secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'api_key_id'),
  /** Addresses and versions of the platforms' interfaces. */
  platforms: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: {
      ...platformAddresses(settings),
      [ENV.publishPollMs]: String(settings.publishPollMs),
    },
  }),
  /** Figures in the log that become metrics of this stack; under its name, so that stages do not mix. */
  metrics: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.metricsNamespace]: settings.stackName },
  }),
  /** One heap of the C library for all threads: what decoding a picture took is there for the next, not once for each thread. */
  'one-heap': (_: Pick<Resources, 'settings'>) => ({ grants: [], environment: { MALLOC_ARENA_MAX: '1' } }),
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

export type Use = keyof typeof BINDINGS

/**
 * Uses by which a function knows something of the dashboard's distribution, whose origin is the API: the API cannot refer to
 * such a function in turn.
 */
export const USES_OF_SITE: ReadonlySet<Use> = new Set<Use>(['provider', 'sign-out', 'users:invite', 'dashboard'])

/** The parts of the stack that the bindings of these uses point at. */
export type ResourcesFor<U extends Use> = {
  [K in U]: (resources: Parameters<(typeof BINDINGS)[K]>[0]) => void
}[U] extends (resources: infer R) => void
  ? R
  : never

/** Gives a function what it uses: grants in its role, names in its environment. */
export function bind<U extends Use>(fn: LambdaFunction, uses: readonly U[], resources: ResourcesFor<U>): void {
  for (const use of uses) {
    const { grants, environment } = (BINDINGS[use] as (resources: ResourcesFor<U>) => Binding)(resources)
    for (const { actions, resources: arns, conditions } of grants) {
      fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: arns, conditions }))
    }
    for (const [name, value] of Object.entries(environment)) fn.addEnvironment(name, value)
  }
}
