// The parts of bindings: the resources that they refer to, and a grant with its variables for each kind of resource.
import { Stack } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import type { UserPool } from 'aws-cdk-lib/aws-cognito'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { ENV, ORIGINALS, PICTURE_PREFIX, UPLOAD_PREFIX, VARIANT_PREFIX } from '../../core/contract.ts'
import { factsOf, PLATFORM_IDS } from '../../core/platforms/facts.ts'
import {
  apiVersionVariable,
  graphUrlVariable,
  serviceSetting,
  serviceVariable,
  settingOf,
} from '../../core/platforms/setting-names.ts'
import { PARTITION } from '../../core/table-keys.ts'
import type { Settings } from '../settings.ts'

/** The resources that bindings refer to. A construct that is created early passes those that exist already. */
export interface Resources {
  settings: Settings
  table: Table
  bucket: Bucket
  distribution: Distribution
  publishQueue: Queue
  inspectQueue: Queue
  deliverQueue: Queue
  scheduleGroup: ScheduleGroup
  scheduleRole: IRole
  tokenKey: Key
  quotaFunction: LambdaFunction
  sharedUsageKey: string
  people: PeopleResources
  /** The dashboard's address. */
  dashboardUrl: string
}

/** The identity provider of people. */
export interface PeopleResources {
  issuer: string
  clientId: string
  /** For a provider of the operator's own. */
  clientSecretArn?: string
  /** The page on which a browser is signed out at the provider. */
  signOutUrl?: string
  /** The stack's own; absent where another provider is set. */
  pool?: UserPool
}

interface Grant {
  actions: readonly string[]
  resources: string[]
  conditions?: Record<string, Record<string, string | string[]>>
}

export interface Binding {
  grants: Grant[]
  environment: Record<string, string>
}

export type Bindings = Record<string, (resources: never) => Binding>

/** Items of the table, by the kind of their partition key. */
export type Items = keyof typeof PARTITION

export const leadingKeys = (...patterns: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
})

/** Limits a grant on the table to these items. */
export const keysLike = (...items: Items[]) => leadingKeys(...items.map((name) => PARTITION[name].pattern))

export const onTable = (table: Table, actions: readonly string[], conditions?: Grant['conditions']): Binding => ({
  grants: [{ actions, resources: [table.tableArn], conditions }],
  environment: { [ENV.table]: table.tableName },
})

export const onPeople = (table: Table, actions: readonly string[]): Binding =>
  onTable(table, actions, keysLike('person', 'session', 'team', 'invitation'))

export const onTeam = (table: Table, action: string): Binding =>
  onTable(table, [action], keysLike('person', 'session', 'team', 'invitation', 'activity'))

/** The address of media: the custom domain, if the CDN has one. */
export const cdnUrlOf = ({ settings, distribution }: Pick<Resources, 'settings' | 'distribution'>): string =>
  `https://${settings.cdnDomain ?? distribution.distributionDomainName}`

export const onIndex = (table: Table, index: string, conditions?: Grant['conditions']): Binding => ({
  grants: [{ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/${index}`], conditions }],
  environment: { [ENV.table]: table.tableName },
})

/** Prefixes of the bucket by purpose: no function may access all of them. */
export const OBJECTS = {
  originals: ORIGINALS,
  variants: `${VARIANT_PREFIX}/*`,
  uploads: `${UPLOAD_PREFIX}/*`,
  pictures: `${PICTURE_PREFIX}/*`,
}

export const onObjects = (bucket: Bucket, action: string, what: keyof typeof OBJECTS): Binding => ({
  grants: [{ actions: [action], resources: [bucket.arnForObjects(OBJECTS[what])] }],
  environment: { [ENV.mediaBucket]: bucket.bucketName },
})

/**
 * Reads of some keys and writes of some keys. Writes of one transaction are one statement: each of its actions
 * then holds for all of its keys, whichever of them IAM is shown with the action.
 */
export const onItems = (
  table: Table,
  { read, write, actions }: { read: Items[]; write: Items[]; actions: readonly `${'Put' | 'Update' | 'Delete'}Item`[] },
): Binding => ({
  grants: [
    ...(read.length > 0 ? onTable(table, ['dynamodb:GetItem'], keysLike(...read)).grants : []),
    ...onTable(
      table,
      actions.map((action) => `dynamodb:${action}`),
      keysLike(...write),
    ).grants,
  ],
  environment: onTable(table, []).environment,
})

/** The addresses of each platform, as far as they are the same for all accounts, and of services that all hosts share. */
export function platformAddresses(settings: Settings): Record<string, string> {
  const set = settings as unknown as Readonly<Record<string, string | undefined>>
  const variables = PLATFORM_IDS.flatMap((id): [string, string | undefined][] => [
    [graphUrlVariable(id), set[settingOf(id, 'GraphUrl')]],
    [apiVersionVariable(id), set[settingOf(id, 'ApiVersion')]],
    ...Object.keys(factsOf(id).api.services ?? {}).map((service): [string, string | undefined] => [
      serviceVariable(id, service),
      set[serviceSetting(id, service)],
    ]),
  ])
  return Object.fromEntries(variables.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export const onQueue = (
  queue: Queue,
  actions: readonly string[],
  environment: Record<string, string> = {},
): Binding => ({
  grants: [{ actions, resources: [queue.queueArn] }],
  environment,
})

// A ciphertext is always bound to its account, key or app: calls without that context are not allowed at all.
export const onKey = (
  key: Key,
  action: string,
  context: 'account_id' | 'webhook_id' | 'api_key_id' | 'platform_app',
): Binding => ({
  grants: [
    {
      actions: [action],
      resources: [key.keyArn],
      conditions: { Null: { [`kms:EncryptionContext:${context}`]: 'false' } },
    },
  ],
  environment: { [ENV.tokenKey]: key.keyId },
})

/** Reading one secret, wherever the operator keeps it. */
export function readingSecret(arn: string): Grant {
  if (arn.includes(':ssm:')) return { actions: ['ssm:GetParameter'], resources: [arn] }
  // The ARN may be given without the six characters that Secrets Manager appends; IAM needs the whole of it.
  return { actions: ['secretsmanager:GetSecretValue'], resources: [arn, `${arn}-??????`] }
}

export const onSchedules = (group: ScheduleGroup, action: string): Binding => ({
  grants: [
    {
      actions: [action],
      resources: [
        Stack.of(group).formatArn({
          service: 'scheduler',
          resource: 'schedule',
          resourceName: `${group.scheduleGroupName}/*`,
        }),
      ],
    },
  ],
  environment: { [ENV.scheduleGroup]: group.scheduleGroupName },
})

export const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'] as const
