// What `Ref` and `Fn::GetAtt` give for each resource: names, ids, ARNs and addresses, the same at every start.
import { createHash } from 'node:crypto'

export interface Place {
  stackName: string
  region: string
  account: string
}

export interface Names {
  ref: string
  attributes: Record<string, string>
}

const digest = (place: Place, id: string): string =>
  createHash('sha256').update(`${place.stackName}/${id}`).digest('hex')

/** Ten letters and digits as API Gateway's ids. */
const shortId = (place: Place, id: string): string =>
  BigInt(`0x${digest(place, id)}`)
    .toString(36)
    .slice(0, 10)

const uuid = (place: Place, id: string): string => {
  const hex = digest(place, id)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

export const stackId = (place: Place): string =>
  `arn:aws:cloudformation:${place.region}:${place.account}:stack/${place.stackName}/${uuid(place, 'stack')}`

/** The properties that give a resource a name of its own. */
const NAME_PROPERTIES: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Events::Rule': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
}

export const nameProperty = (type: string): string | undefined => NAME_PROPERTIES[type]

type Shape = (name: string, place: Place, id: string) => Names

const byId =
  (attributes: (id: string) => Record<string, string> = () => ({})): Shape =>
  (_name, place, id) => {
    const own = shortId(place, id)
    return { ref: own, attributes: attributes(own) }
  }

const arn = ({ region, account }: Place, service: string, rest: string) =>
  `arn:aws:${service}:${region}:${account}:${rest}`

const table: Shape = (name, place) => {
  const own = arn(place, 'dynamodb', `table/${name}`)
  return { ref: name, attributes: { Arn: own, TableId: name, StreamArn: `${own}/stream/local` } }
}

const SHAPES: Record<string, Shape> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::S3::Bucket': (name, place) => {
    const bucket = name
      .toLowerCase()
      .replace(/[^a-z0-9.-]/g, '-')
      .slice(0, 63)
    return {
      ref: bucket,
      attributes: {
        Arn: `arn:aws:s3:::${bucket}`,
        DomainName: `${bucket}.s3.amazonaws.com`,
        RegionalDomainName: `${bucket}.s3.${place.region}.amazonaws.com`,
      },
    }
  },
  'AWS::SQS::Queue': (name, place) => {
    const queue = name.slice(0, 80)
    const url = `${queueOrigin(place)}/${place.account}/${queue}`
    return { ref: url, attributes: { Arn: arn(place, 'sqs', queue), QueueName: queue, QueueUrl: url } }
  },
  'AWS::Lambda::Function': (name, place) => {
    const own = name.slice(0, 64)
    return { ref: own, attributes: { Arn: arn(place, 'lambda', `function:${own}`) } }
  },
  'AWS::Lambda::Url': (_name, place, id) => {
    const url = `https://${digest(place, id).slice(0, 32)}.lambda-url.${place.region}.on.aws/`
    return { ref: url, attributes: { FunctionUrl: url } }
  },
  'AWS::KMS::Key': (_name, place, id) => {
    const key = uuid(place, id)
    return { ref: key, attributes: { Arn: arn(place, 'kms', `key/${key}`), KeyId: key } }
  },
  'AWS::Events::Rule': (name, place) => ({ ref: name, attributes: { Arn: arn(place, 'events', `rule/${name}`) } }),
  'AWS::Scheduler::Schedule': (name, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'scheduler', `schedule/default/${name}`) },
  }),
  'AWS::Scheduler::ScheduleGroup': (name, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'scheduler', `schedule-group/${name}`) },
  }),
  'AWS::IAM::Role': (name, { account }) => ({
    ref: name,
    attributes: { Arn: `arn:aws:iam::${account}:role/${name}`, RoleId: name },
  }),
  'AWS::ApiGateway::RestApi': (_name, place, id) => {
    const own = shortId(place, id)
    return { ref: own, attributes: { RestApiId: own, RootResourceId: shortId(place, `${id}/root`) } }
  },
  'AWS::ApiGateway::ApiKey': byId((own) => ({ APIKeyId: own })),
  'AWS::ApiGateway::UsagePlan': byId((own) => ({ Id: own })),
  'AWS::ApiGateway::Deployment': byId((own) => ({ DeploymentId: own })),
  'AWS::Cognito::UserPool': (_name, place, id) => {
    const pool = `${place.region}_${shortId(place, id).slice(0, 9)}`
    const provider = `cognito-idp.${place.region}.amazonaws.com/${pool}`
    return {
      ref: pool,
      attributes: {
        Arn: arn(place, 'cognito-idp', `userpool/${pool}`),
        ProviderName: provider,
        ProviderURL: `https://${provider}`,
        UserPoolId: pool,
      },
    }
  },
  'AWS::Cognito::UserPoolClient': byId((own) => ({ ClientId: own })),
  'AWS::CloudFront::Distribution': (_name, place, id) => {
    const own = shortId(place, id)
    return { ref: own.toUpperCase(), attributes: { Id: own.toUpperCase(), DomainName: `${own}.cloudfront.net` } }
  },
  'AWS::CloudFront::Function': (_name, place, id) => {
    const own = `arn:aws:cloudfront::${place.account}:function/${shortId(place, id)}`
    return { ref: own, attributes: { FunctionARN: own, 'FunctionMetadata.FunctionARN': own } }
  },
  'AWS::CloudFront::CachePolicy': byId((own) => ({ Id: own })),
  'AWS::CloudFront::OriginRequestPolicy': byId((own) => ({ Id: own })),
  'AWS::CloudFront::ResponseHeadersPolicy': byId((own) => ({ Id: own })),
  'AWS::CloudFront::OriginAccessControl': byId((own) => ({ Id: own })),
}

/** Origins as AWS would give them; the local run puts the addresses of its own servers in their place. */
export const queueOrigin = ({ region }: Place): string => `https://sqs.${region}.amazonaws.com`
export const apiOrigin = ({ region }: Place, apiId: string): string =>
  `https://${apiId}.execute-api.${region}.amazonaws.com`

/** @param own the name that the template gives the resource, if it does. */
export function namesOf(type: string, id: string, own: string | undefined, place: Place): Names {
  const name = own ?? `${place.stackName}-${id}`
  const shape = SHAPES[type]
  if (shape) return shape(name, place, id)
  // Nothing here reads the rest; it only has to be a text.
  const service = type.split('::')[1]?.toLowerCase() ?? 'custom'
  return { ref: name, attributes: { Arn: arn(place, service, name) } }
}
export const poolOrigin = ({ region }: Place, domain: string): string =>
  `https://${domain}.auth.${region}.amazoncognito.com`
