// The one table, its indexes, and the key that account tokens are encrypted with.
import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { TABLE } from '../core/contract.ts'
import type { Settings } from './settings.ts'

/** Of what holds data: kept when the stack goes, but not when its first deployment fails, while it is still empty. */
export const removalOfData = ({ retainData }: Settings): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/** Of what AWS can refuse to delete: it would refuse a roll-back too, so a first deployment leaves it off. */
export const isProtected = ({ retainData, deletionProtection }: Settings): boolean => retainData && deletionProtection

const text = (name: string) => ({ name, type: AttributeType.STRING })

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
