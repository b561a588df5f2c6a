// Which rights a request to an AWS service needs: the actions, on what, with which condition keys. S3 is in `objects.ts`.
// https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
import type { Call, Role } from './judge.ts'

export interface AwsRequest {
  /** As the signature names it: `dynamodb`, `sqs`. */
  service: string
  method: string
  /** With the query. */
  path: string
  /** `x-amz-target` without the service's prefix: `PutItem`. */
  operation: string
  body: string
}

type Value = Record<string, unknown>
type Keyed = Record<string, Value>

const arn = ({ region, account }: Role, service: string, rest: string) =>
  `arn:aws:${service}:${region}:${account}:${rest}`

const leading = (keys: readonly string[]) => ({ 'dynamodb:leadingkeys': keys })

const textOf = (value: Value | undefined): string => String(Object.values(value ?? {})[0] ?? '')

const TRANSACTION_ACTIONS: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

interface TableInput {
  TableName?: string
  IndexName?: string
  Key?: Keyed
  Item?: Keyed
  KeyConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Keyed
}

class Tables {
  readonly #role: Role

  constructor(role: Role) {
    this.#role = role
  }

  #name = (table: string) => table.replace(/^arn:.*:table\//, '')

  resource(table: string, index?: string): string {
    return arn(this.#role, 'dynamodb', `table/${this.#name(table)}${index ? `/index/${index}` : ''}`)
  }

  #partitionKey(table: string, index = ''): string {
    return this.#role.partitionKeys[this.#name(table)]?.[index] ?? ''
  }

  keyOf(table: string, item: Keyed | undefined): string {
    return textOf(item?.[this.#partitionKey(table)])
  }

  /** Partition keys that a query asks for: the one that its condition names with `=`. */
  #asked({ TableName = '', IndexName, ...input }: TableInput): string[] {
    const { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = input
    const wanted = this.#partitionKey(TableName, IndexName)
    return [...KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)]
      .filter(([, name = '']) => (ExpressionAttributeNames[name] ?? name) === wanted)
      .map(([, , value = '']) => textOf(ExpressionAttributeValues[value]))
  }

  one(operation: string, input: TableInput): Call[] {
    const { TableName = '', IndexName, Key, Item } = input
    const keys = operation === 'Query' ? this.#asked(input) : Key || Item ? [this.keyOf(TableName, Key ?? Item)] : []
    return [{ action: `dynamodb:${operation}`, resource: this.resource(TableName, IndexName), context: leading(keys) }]
  }

  batch(operation: string, input: { RequestItems?: Record<string, unknown> }): Call[] {
    return Object.entries(input.RequestItems ?? {}).map(([table, wanted]) => {
      const items: Keyed[] = Array.isArray(wanted)
        ? wanted.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key)
        : ((wanted as { Keys?: Keyed[] }).Keys ?? [])
      const keys = items.map((item) => this.keyOf(table, item))
      return { action: `dynamodb:${operation}`, resource: this.resource(table), context: leading(keys) }
    })
  }

  /**
   * A transaction needs the rights of its single operations. With which of its keys IAM is shown each of them, no page of
   * AWS says: here it is all of the table's, so that what passes holds under every reading.
   */
  transaction({ TransactItems = [] }: { TransactItems?: Record<string, TableInput>[] }): Call[] {
    const operations = TransactItems.flatMap((item) => Object.entries(item)).map(
      ([kind, { TableName = '', Key, Item }]) => ({
        action: `dynamodb:${TRANSACTION_ACTIONS[kind] ?? kind}`,
        resource: this.resource(TableName),
        key: this.keyOf(TableName, Key ?? Item),
      }),
    )
    return [...Map.groupBy(operations, ({ resource }) => resource)].flatMap(([resource, own]) => {
      const context = leading(own.map(({ key }) => key))
      return [...new Set(own.map(({ action }) => action))].map((action) => ({ action, resource, context }))
    })
  }
}

type Needs = (request: AwsRequest, role: Role) => Call[]

const dynamodb: Needs = ({ operation, body }, role) => {
  const tables = new Tables(role)
  const input = JSON.parse(body)
  if (operation.startsWith('Transact')) return tables.transaction(input)
  return operation.startsWith('Batch') ? tables.batch(operation, input) : tables.one(operation, input)
}

const sqs: Needs = ({ operation, body }, role) => {
  const { QueueUrl = '' } = JSON.parse(body) as { QueueUrl?: string }
  const queue = QueueUrl.split('/').at(-1) ?? ''
  return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource: arn(role, 'sqs', queue) }]
}

interface KmsInput {
  KeyId?: string
  CiphertextBlob?: string
  EncryptionContext?: Record<string, string>
}

const kms: Needs = ({ operation, body }, role) => {
  const input = JSON.parse(body) as KmsInput
  const { CiphertextBlob = '', EncryptionContext = {} } = input
  // Decrypting may leave the key to the ciphertext: the local KMS has its id in front.
  const key = input.KeyId ?? Buffer.from(CiphertextBlob, 'base64').subarray(0, 36).toString('latin1')
  const resource = key.startsWith('arn:') ? key : arn(role, 'kms', key.startsWith('alias/') ? key : `key/${key}`)
  const context = Object.entries(EncryptionContext).map(([name, value]): [string, string[]] => [
    `kms:encryptioncontext:${name.toLowerCase()}`,
    [value],
  ])
  return [{ action: `kms:${operation}`, resource, context: Object.fromEntries(context) }]
}

const SCHEDULE_ACTIONS: Record<string, string> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  GET: 'GetSchedule',
  DELETE: 'DeleteSchedule',
}

const scheduler: Needs = ({ method, path, body }, role) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const input = body ? (JSON.parse(body) as { GroupName?: string; Target?: { RoleArn?: string } }) : {}
  const group = input.GroupName ?? searchParams.get('groupName') ?? 'default'
  const name = decodeURIComponent(pathname.split('/')[2] ?? '')
  const action = name ? SCHEDULE_ACTIONS[method] : 'ListSchedules'
  const resource = arn(role, 'scheduler', name ? `schedule/${group}/${name}` : 'schedule/*/*')
  const passed = input.Target?.RoleArn
  return [
    { action: `scheduler:${action}`, resource },
    // A caller that gives a schedule a role hands that role on.
    ...(passed === undefined
      ? []
      : [
          {
            action: 'iam:PassRole',
            resource: passed,
            context: { 'iam:passedtoservice': ['scheduler.amazonaws.com'] },
          },
        ]),
  ]
}

const lambda: Needs = ({ method, path }, role) => {
  const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path)?.[1]
  if (name === undefined || method !== 'POST') return [{ action: `lambda:${method}`, resource: '*' }]
  return [{ action: 'lambda:InvokeFunction', resource: arn(role, 'lambda', `function:${decodeURIComponent(name)}`) }]
}

const cognito: Needs = ({ operation, body }, role) => {
  const { UserPoolId = '' } = JSON.parse(body) as { UserPoolId?: string }
  return [{ action: `cognito-idp:${operation}`, resource: arn(role, 'cognito-idp', `userpool/${UserPoolId}`) }]
}

/** The resource of a secret by its ARN. */
const secret =
  (service: string, field: string): Needs =>
  ({ operation, body }) => [
    { action: `${service}:${operation}`, resource: String((JSON.parse(body) as Value)[field] ?? '') },
  ]

const ses: Needs = ({ path, body }, role) => {
  if (path !== '/v2/email/outbound-emails') return [{ action: `ses:${path}`, resource: '*' }]
  const { FromEmailAddress = '' } = JSON.parse(body) as { FromEmailAddress?: string }
  // As with an identity that has a default configuration set.
  return [`identity/${FromEmailAddress}`, 'configuration-set/default'].map((resource) => ({
    action: 'ses:SendEmail',
    resource: arn(role, 'ses', resource),
    context: { 'ses:fromaddress': [FromEmailAddress] },
  }))
}

const SERVICES: Record<string, Needs> = {
  dynamodb,
  sqs,
  kms,
  scheduler,
  lambda,
  ses,
  'cognito-idp': cognito,
  ssm: secret('ssm', 'Name'),
  secretsmanager: secret('secretsmanager', 'SecretId'),
}

/** The rights that the request needs. For a service that is not known here it is a right on everything. */
export function callsOf(request: AwsRequest, role: Role): Call[] {
  const needs = SERVICES[request.service]
  if (needs) return needs(request, role)
  return [{ action: `${request.service}:${request.operation || request.method}`, resource: '*' }]
}
