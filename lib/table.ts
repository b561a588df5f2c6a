// The one table, its indexes, and the key that account tokens are encrypted with.
import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { TABLE } from '../core/contract.ts'
import { PARTITION } from '../core/table-keys.ts'
import type { Settings } from './settings.ts'

/** For resources with data: kept when the stack goes, but not when its first deployment fails, while they are still empty. */
export const removalOfData = ({ retainData }: Settings): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/** For resources that AWS can refuse to delete: AWS would refuse a roll-back too, so a first deployment leaves this off. */
export const isProtected = ({ retainData, deletionProtection }: Settings): boolean => retainData && deletionProtection

const text = (name: string) => ({ name, type: AttributeType.STRING })

const OF_ACTIVITY = { 'dynamodb:LeadingKeys': [PARTITION.activity.pattern] }

/** `*` is the table itself, which cannot name itself here. AWS refuses the table for an action that such policies do not have. */
const denied = (actions: string[], conditions: Record<string, Record<string, string | string[]>>) =>
  new PolicyStatement({ effect: Effect.DENY, principals: [new AnyPrincipal()], actions, resources: ['*'], conditions })

/**
 * Entries of the trail are put and never changed, by anybody, the operator's own roles included. Of single items, only calls that
 * concern nothing else are denied: for a transaction IAM may be shown all keys, and an entry is always put together with other items.
 * Batches and PartiQL have actions of their own, which nothing here uses: with these, each entry among others counts.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-iam-actions.html
 */
const neverChanged = () => [
  denied(['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], {
    'ForAllValues:StringLike': OF_ACTIVITY,
    Null: { 'dynamodb:LeadingKeys': 'false' },
  }),
  denied(['dynamodb:BatchWriteItem', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'], {
    'ForAnyValue:StringLike': OF_ACTIVITY,
  }),
]

export class Data extends Construct {
  readonly table: Table
  readonly tokenKey: Key

  constructor(scope: Construct, id: string, { settings }: { settings: Settings }) {
    super(scope, id)
    const removalPolicy = removalOfData(settings)
    this.table = new Table(this, 'Table', {
      partitionKey: text(TABLE.partitionKey),
      sortKey: text(TABLE.sortKey),
      timeToLiveAttribute: TABLE.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected(settings),
      removalPolicy,
      resourcePolicy: new PolicyDocument({ statements: neverChanged() }),
    })
    this.table.addGlobalSecondaryIndex({
      indexName: TABLE.byOwner.name,
      partitionKey: text(TABLE.byOwner.partitionKey),
      sortKey: text(TABLE.byOwner.sortKey),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...TABLE.byOwner.include],
    })
    this.table.addGlobalSecondaryIndex({
      indexName: TABLE.byDue.name,
      partitionKey: text(TABLE.byDue.partitionKey),
      sortKey: text(TABLE.byDue.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    })
    this.tokenKey = new Key(this, 'TokenKey', {
      description: 'Encrypts the access tokens of connected accounts',
      enableKeyRotation: true,
      removalPolicy,
    })
  }
}
