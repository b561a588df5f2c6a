// Names that are the same in every deployment of a stack: none may stand in the way of the next one, nor of another stage
// or region of the account.
import { beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../lib/read-settings.ts'
import { at, type Part, type Synthesized, synthesize } from './synthesize.ts'

const STAGES = ['staging', 'live']
const REGIONS = ['eu-central-1', 'ap-southeast-2']

/** Properties that name a resource in a way that CloudFormation does not choose. */
const NAMED_BY: Record<string, string> = {
  'AWS::ApiGateway::ApiKey': 'Name',
  'AWS::ApiGateway::DomainName': 'DomainName',
  'AWS::ApiGateway::UsagePlan': 'UsagePlanName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::KeyValueStore': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::OriginRequestPolicy': 'OriginRequestPolicyConfig.Name',
  'AWS::CloudFront::PublicKey': 'PublicKeyConfig.Name',
  'AWS::CloudFront::KeyGroup': 'KeyGroupConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Lambda::LayerVersion': 'LayerName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::SSM::Parameter': 'Name',
  'AWS::WAFv2::IPSet': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
}

/** Types whose resources have no name of their own, or one that counts only inside another resource of the stack. */
const UNNAMED = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  // Any number of APIs may have one name.
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::CloudFront::Distribution',
  'AWS::CDK::Metadata',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolClient',
  'AWS::IAM::Policy',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Url',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::CDKBucketDeployment',
  'Custom::S3AutoDeleteObjects',
])

/** Names of these are of the account or of all AWS, whatever the region. */
const GLOBAL = /^AWS::(CloudFront|IAM)::|^AWS::CloudWatch::Dashboard$|^AWS::S3::Bucket$/

/** Ours alone; each with why it may be kept though its name is fixed. */
const KEPT_BY_NAME: Record<string, string> = {}

/**
 * A name as CloudFormation makes it in a region. What only another resource knows stays what it is.
 * @param stack whose resources get ids of their own.
 */
function inRegion(name: unknown, region: string, stack = ''): string {
  if (typeof name === 'string') return name
  const referred = at<string | undefined>(name, 'Ref')
  if (referred === 'AWS::Region') return region
  if (referred !== undefined && !referred.startsWith('AWS::')) return `${stack}:${referred}`
  const [separator, parts] = at<[string, unknown[]]>(name, 'Fn::Join') ?? ['', []]
  return parts.length > 0 ? parts.map((part) => inRegion(part, region, stack)).join(separator) : JSON.stringify(name)
}

interface Named {
  id: string
  type: string
  name: unknown
  policies: unknown[]
}

const namesOf = ({ resources }: Synthesized): Named[] =>
  Object.entries(resources).flatMap(([id, { Type, Properties, DeletionPolicy, UpdateReplacePolicy }]) => {
    const name = NAMED_BY[Type] && at<unknown>(Properties, NAMED_BY[Type])
    return name ? [{ id, type: Type, name, policies: [DeletionPolicy, UpdateReplacePolicy] }] : []
  })

const settingsOf = (stage: string, retainData: boolean) =>
  readSettings((name) => ({ stage, retainData, waf: true, alarmEmail: 'oncall@example.com' })[name], {})

let stacks: { stage: string; retainData: boolean; synthesized: Synthesized }[]
beforeAll(async () => {
  stacks = []
  for (const stage of STAGES) {
    for (const retainData of [true, false]) {
      const settings = { ...settingsOf(stage, retainData), architecture: 'host' } as const
      stacks.push({ stage, retainData, synthesized: await synthesize(settings) })
    }
  }
}, 240_000)

describe('fixed names', () => {
  it('are known of every type of resource in the stack', () => {
    const types = stacks.flatMap(({ synthesized }) => Object.values(synthesized.resources).map(({ Type }) => Type))
    const unknown = [...new Set(types)].filter((type) => !(type in NAMED_BY) && !UNNAMED.has(type))
    expect(unknown).toEqual([])
  })

  it('none is of something that is kept: the next deployment would end in "already exists"', () => {
    for (const { synthesized } of stacks) {
      const kept = namesOf(synthesized).filter(({ policies }) => policies.some((one) => one && one !== 'Delete'))
      expect(kept.map(({ id }) => id).filter((id) => !(id in KEPT_BY_NAME))).toEqual([])
    }
  })

  it('keeps nothing that costs money unnoticed: only data that are to be kept, and the right to write logs', () => {
    for (const { synthesized, retainData } of stacks) {
      const kept = Object.values(synthesized.resources).filter(({ DeletionPolicy }) =>
        DeletionPolicy?.startsWith('Retain'),
      )
      const types = kept.map(({ Type, DeletionPolicy }) => `${Type} ${DeletionPolicy}`)
      expect(types.sort()).toEqual([
        // The account has one such role for all its APIs: without it the logs of other stages would end.
        'AWS::ApiGateway::Account Retain',
        ...(retainData
          ? ['AWS::Cognito::UserPool RetainExceptOnCreate', 'AWS::DynamoDB::Table RetainExceptOnCreate']
          : []),
        'AWS::IAM::Role Retain',
        ...(retainData ? ['AWS::KMS::Key RetainExceptOnCreate', 'AWS::S3::Bucket RetainExceptOnCreate'] : []),
      ])
    }
  })

  it('the group of schedules goes with the stack', () => {
    for (const { synthesized } of stacks) {
      const [group] = Object.values(synthesized.resources).filter(
        ({ Type }) => Type === 'AWS::Scheduler::ScheduleGroup',
      )
      expect(group).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
    }
  })

  it('of two stages in two regions none is the same where names are of the account', () => {
    const names = stacks
      .filter(({ retainData }) => retainData)
      .flatMap(({ synthesized }) =>
        REGIONS.flatMap((region) =>
          namesOf(synthesized)
            .filter(({ type }) => GLOBAL.test(type))
            .map(({ type, name }) => `${type} ${inRegion(name, region)}`),
        ),
      )
    expect(names.length).toBeGreaterThanOrEqual(4 * STAGES.length * REGIONS.length)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('of two stages in one region none is the same', () => {
    const [one, other] = STAGES.map((stage) =>
      stacks
        .filter((each) => each.stage === stage && each.retainData)
        .flatMap(({ synthesized }) =>
          namesOf(synthesized).map(({ type, name }) => `${type} ${inRegion(name, 'r', synthesized.stackName)}`),
        ),
    )
    expect(one!.filter((name) => other!.includes(name))).toEqual([])
  })

  it('are no longer than CloudFront takes, in the longest region and of the longest stack', {
    tags: 'deep',
  }, async () => {
    const long = await synthesize({ stackName: `S${'x'.repeat(63)}` })
    for (const { type, name } of namesOf(long)) {
      if (!/^AWS::CloudFront::/.test(type)) continue
      expect(inRegion(name, 'ap-northeast-1'), type).toMatch(/^[\w-]{1,64}$/)
    }
    expect(long.of('AWS::CloudFront::OriginAccessControl').length).toBe(3)
  })
})

describe('a first deployment', () => {
  it('can be rolled back: nothing protects a table or a user pool that is only just made', {
    tags: 'deep',
  }, async () => {
    const first = await synthesize({ deletionProtection: false })
    const protection = (one: Synthesized) => [
      ...one.of('AWS::DynamoDB::Table').map(([, table]: [string, Part]) => table.DeletionProtectionEnabled),
      ...one.of('AWS::Cognito::UserPool').map(([, pool]: [string, Part]) => pool.DeletionProtection === 'ACTIVE'),
    ]
    expect(protection(first)).toEqual([false, false])
    // The deployment after it differs in nothing else.
    const second = await synthesize()
    expect(protection(second)).toEqual([true, true])
    const without = (one: Synthesized) => {
      const resources = structuredClone(one.resources)
      for (const { Type, Properties } of Object.values(resources)) {
        if (Type === 'AWS::DynamoDB::Table') delete Properties.DeletionProtectionEnabled
        if (Type === 'AWS::Cognito::UserPool') delete Properties.DeletionProtection
      }
      return resources
    }
    expect(without(first)).toEqual(without(second))
  })
})
