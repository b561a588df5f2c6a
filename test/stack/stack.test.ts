// Checks of a careful reader of the template: settings that protect data, limits, names that others rely on.
import { beforeAll, describe, expect, it } from 'vitest'
import { throttleOf } from '../../core/api-keys/rules/throttle.ts'
import { TABLE } from '../../core/contract.ts'
import { ERROR_CODES } from '../../core/errors.ts'
import { edgeFunction } from '../../local/services/cdn/edge-runtime.ts'
import { at, neededBy, type Part, type Resources, type Synthesized, synthesize } from './synthesize.ts'

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:oncall'

let stack: Synthesized
/** A second stage of the same account, with other choices. */
let staging: Synthesized
beforeAll(async () => {
  stack = await synthesize()
  staging = await synthesize({ stackName: 'Staging', retainData: false, alarmTopicArn: TOPIC, deletedFilesDays: 35 })
})

/** The one of its type, apart from what belongs to the dashboard. */
const only = (type: string): Part => {
  const found = stack.of(type).filter(([id]) => !id.startsWith('Site'))
  expect(found).toHaveLength(1)
  return found[0]![1]
}

/** @returns resources of which each waits for the next, and the last for the first; none where there is no such circle. */
function circleIn(resources: Resources): string[] {
  const done = new Set<string>()
  const from = (id: string, path: readonly string[]): string[] => {
    if (path.includes(id)) return path.slice(path.indexOf(id))
    if (done.has(id)) return []
    for (const next of neededBy(resources[id]!, resources)) {
      const circle = from(next, [...path, id])
      if (circle.length > 0) return circle
    }
    done.add(id)
    return []
  }
  for (const id of Object.keys(resources)) {
    const circle = from(id, [])
    if (circle.length > 0) return circle
  }
  return []
}

describe('the stack', () => {
  it('has no circle of resources that wait for one another, which CloudFormation would refuse', () => {
    expect(circleIn(stack.resources)).toEqual([])
    // The API's address is in a function's environment: such a function must not be named by the API in turn.
    const [[id, api]] = stack.of('AWS::ApiGateway::RestApi') as [[string, Part]]
    const fn = JSON.stringify(api).match(/"(ApiMediaGet\w+)"/)![1]!
    const resources = structuredClone(stack.resources)
    resources[fn]!.Properties.Note = { 'Fn::Sub': `https://\${${id}}.example.com` }
    expect(circleIn(resources).sort()).toEqual([fn, id].sort())
  })

  it('needs nothing that only the local run may have', () => {
    expect(JSON.stringify(stack.template)).not.toContain('URL_UPLOAD_ALLOW_HOSTS')
    expect(JSON.stringify(stack.template)).not.toContain('PLATFORM_ALLOW_HOSTS')
  })

  it('has no secret in the template', () => {
    const text = JSON.stringify(stack.template)
    expect(text).not.toMatch(/access_token|client_secret|app_secret/i)
  })

  // A changed logical id of one of these is a new, empty one beside the old.
  it('keeps the logical ids of resources that hold data', () => {
    const holding = [
      'AWS::DynamoDB::Table',
      'AWS::S3::Bucket',
      'AWS::KMS::Key',
      'AWS::SQS::Queue',
      'AWS::ApiGateway::RestApi',
      'AWS::CloudFront::Distribution',
      'AWS::Scheduler::ScheduleGroup',
      'AWS::Cognito::UserPool',
    ]
    const ids = holding.flatMap((type) => stack.of(type).map(([id]) => `${type} ${id}`)).sort()
    expect(ids).toMatchInlineSnapshot(`
      [
        "AWS::ApiGateway::RestApi ApiRestApiE35FEAFE",
        "AWS::CloudFront::Distribution MediaCdnA34AD802",
        "AWS::CloudFront::Distribution SiteCdnD3C78BF8",
        "AWS::Cognito::UserPool PeoplePoolC64A4D1E",
        "AWS::DynamoDB::Table DataTableFDBAD0F2",
        "AWS::KMS::Key DataTokenKey1ACFA1E9",
        "AWS::S3::Bucket MediaBucket4022EBBF",
        "AWS::S3::Bucket SiteBucket978D4AEB",
        "AWS::SQS::Queue PublishingDeliverDeadLetters29D697BC",
        "AWS::SQS::Queue PublishingDeliverQueueE09096F4",
        "AWS::SQS::Queue PublishingInspectDeadLettersB6A6E2BA",
        "AWS::SQS::Queue PublishingInspectQueue04A761CC",
        "AWS::SQS::Queue PublishingPublishDeadLetters5E77BFCC",
        "AWS::SQS::Queue PublishingPublishQueue9BB471BF",
        "AWS::Scheduler::ScheduleGroup PublishingSchedules3B291683",
      ]
    `)
  })

  // A pool in which one of these is another is a new one: its people are strangers to the teams that they were members of.
  it('keeps what CloudFormation cannot change in a user pool', () => {
    const pool = only('AWS::Cognito::UserPool')
    expect(pool.UsernameAttributes).toEqual(['email'])
    expect(pool.UsernameConfiguration).toEqual({ CaseSensitive: false })
    expect(pool).not.toHaveProperty('AliasAttributes')
    expect(pool).not.toHaveProperty('Schema')
    expect(pool).not.toHaveProperty('UserPoolName')
  })

  it('tells the operator where things are', () => {
    expect(Object.keys(stack.outputs).sort()).toEqual(
      [
        'BaseUrl',
        'BlueskyAppviewUrl',
        'BlueskyPlcUrl',
        'BlueskyVideoUrl',
        'FacebookApiVersion',
        'FacebookGraphUrl',
        'CdnUrl',
        'Dashboard',
        'DashboardUrl',
        'SignInIssuer',
        'SiteDistributionId',
        'UserPoolId',
        'ConnectPermissions',
        'DataRetained',
        'DeliverDeadLettersUrl',
        'DeliverQueueUrl',
        'DistributionId',
        'InspectDeadLettersUrl',
        'InspectQueueUrl',
        'InstagramApiVersion',
        'InstagramGraphUrl',
        'MediaBucket',
        'PublishDeadLettersUrl',
        'PublishQueueUrl',
        'RestApiId',
        'ScheduleGroup',
        'SharedUsageKeyId',
        'TableName',
        'ThreadsApiVersion',
        'ThreadsGraphUrl',
        'TokenKeyId',
        'UsagePlanId',
      ].sort(),
    )
  })

  it('lets two stages live in one account: nothing but usage plans and schedules has a name of its own, and those have the stack in it', () => {
    const names = (one: Synthesized) =>
      Object.values(one.resources).flatMap(({ Properties }) =>
        ['Name', 'TableName', 'BucketName', 'QueueName', 'FunctionName', 'RoleName', 'UsagePlanName', 'LogGroupName']
          .map((key) => Properties?.[key])
          .filter((value): value is string => typeof value === 'string'),
      )
    const shared = names(stack).filter((name) => names(staging).includes(name))
    // The name of an authorizer is inside its API.
    expect(shared.filter((name) => !/KeyAuthorizer/.test(name))).toEqual([])
  })
})

it('alarms of a stage can go to an existing topic', () => {
  expect(staging.of('AWS::SNS::Topic')).toEqual([])
  for (const [, { AlarmActions }] of staging.of('AWS::CloudWatch::Alarm')) expect(AlarmActions).toEqual([TOPIC])
})

describe('data', () => {
  it('table: keys, indexes, time to live, backups, protection', () => {
    const table = only('AWS::DynamoDB::Table')
    expect(table).toMatchObject({
      KeySchema: [
        { AttributeName: TABLE.partitionKey, KeyType: 'HASH' },
        { AttributeName: TABLE.sortKey, KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: TABLE.timeToLive, Enabled: true },
    })
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: TABLE.byOwner.name,
        KeySchema: [
          { AttributeName: TABLE.byOwner.partitionKey, KeyType: 'HASH' },
          { AttributeName: TABLE.byOwner.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...TABLE.byOwner.include] },
      },
      {
        IndexName: TABLE.byDue.name,
        KeySchema: [
          { AttributeName: TABLE.byDue.partitionKey, KeyType: 'HASH' },
          { AttributeName: TABLE.byDue.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ])
  })

  it('is kept when the stack goes, and let go only when asked for', () => {
    const holding = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Cognito::UserPool']
    const policies = (one: Synthesized) =>
      Object.entries(one.resources)
        // The dashboard's files there are a build, which any deployment makes again.
        .filter(([id, { Type }]) => holding.includes(Type) && !id.startsWith('Site'))
        .map(([, { DeletionPolicy }]) => DeletionPolicy)
    // Not kept when the very deployment fails that made it: what is left would be paid for and hold nothing.
    expect(policies(stack)).toEqual(holding.map(() => 'RetainExceptOnCreate'))
    expect(policies(staging)).toEqual(holding.map(() => 'Delete'))
    expect(staging.of('AWS::DynamoDB::Table')[0]![1].DeletionProtectionEnabled).toBe(false)
    expect(staging.of('AWS::Cognito::UserPool')[0]![1].DeletionProtection).not.toBe('ACTIVE')
    expect(only('AWS::Cognito::UserPool').DeletionProtection).toBe('ACTIVE')
    const replaced = Object.entries(stack.resources).filter(
      ([id, { Type }]) => holding.includes(Type) && !id.startsWith('Site'),
    )
    expect(replaced.map(([, { UpdateReplacePolicy }]) => UpdateReplacePolicy)).toEqual(holding.map(() => 'Retain'))
  })

  it('bucket: keeps what is deleted for as long as is set, and nothing unless it is', () => {
    const media = (one: Synthesized) => one.of('AWS::S3::Bucket').map(([, properties]) => properties)
    expect(JSON.stringify(media(stack))).not.toMatch(/Versioning/)
    // Versions of a time when it was set go by this rule: of a file that is deleted now they would be kept for ever without it.
    const rules = at<Part[]>(only('AWS::S3::Bucket'), 'LifecycleConfiguration.Rules')
    expect(rules.filter((rule) => 'NoncurrentVersionExpiration' in rule)).toEqual([
      { Id: 'deleted-files', Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
    ])
    expect(media(staging)).toContainEqual(
      expect.objectContaining({
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: expect.arrayContaining([
            expect.objectContaining({
              NoncurrentVersionExpiration: { NoncurrentDays: 35 },
              ExpiredObjectDeleteMarker: true,
            }),
          ]),
        },
      }),
    )
  })

  it('bucket: closed to the public, encrypted, TLS only, unfinished uploads removed', () => {
    expect(only('AWS::S3::Bucket')).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: {
        Rules: [
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          { ExpirationInDays: 2, Prefix: 'uploads/', Status: 'Enabled' },
          { NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: 'Enabled' },
        ],
      },
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ['PUT'] }] },
    })
    const statements = at<Part[]>(only('AWS::S3::BucketPolicy'), 'PolicyDocument.Statement')
    expect(
      statements.some(
        ({ Effect, Condition }) => Effect === 'Deny' && at<unknown>(Condition, 'Bool.aws:SecureTransport') === 'false',
      ),
    ).toBe(true)
    for (const { Effect, Principal, Condition } of statements) {
      if (Effect === 'Allow') {
        expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' })
        expect(JSON.stringify(Condition)).toContain(':distribution/')
      }
    }
  })

  it('token key: rotated', () => {
    expect(only('AWS::KMS::Key').EnableKeyRotation).toBe(true)
  })
})

describe('the CDN', () => {
  const config = () => at(only('AWS::CloudFront::Distribution'), 'DistributionConfig')

  it('may not list the bucket', () => {
    expect(JSON.stringify(stack.of('AWS::S3::BucketPolicy'))).not.toContain('s3:ListBucket')
    expect(config().DefaultRootObject).toBe('index.html')
  })

  it('only reads, over HTTPS, with headers that keep what was uploaded from running', () => {
    const behavior = at(config(), 'DefaultCacheBehavior')
    const [[headersId]] = stack.of('AWS::CloudFront::ResponseHeadersPolicy') as [[string, unknown]]
    expect(behavior.AllowedMethods).toEqual(['GET', 'HEAD'])
    expect(behavior.ViewerProtocolPolicy).toBe('redirect-to-https')
    expect(behavior.ResponseHeadersPolicyId).toEqual({ Ref: headersId })
    expect(behavior.FunctionAssociations).toHaveLength(1)
    const { SecurityHeadersConfig } = at(only('AWS::CloudFront::ResponseHeadersPolicy'), 'ResponseHeadersPolicyConfig')
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      // Nothing behind the CDN sends one of its own.
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'; sandbox", Override: false },
    })
  })

  it('runs functions with nothing in them that CloudFront’s runtime lacks', () => {
    const functions = stack.of('AWS::CloudFront::Function')
    expect(functions.length).toBeGreaterThan(0)
    for (const [id, { FunctionCode, FunctionConfig }] of functions) {
      expect(at(FunctionConfig, 'Runtime')).toBe('cloudfront-js-2.0')
      expect(() => edgeFunction(FunctionCode as string, id)).not.toThrow()
    }
  })

  // CloudFront chooses the behaviour by the path that the viewer asked for, before its function rewrites that path.
  it('asks the variant function for what S3 does not have, on every path, signed', () => {
    expect(config().CacheBehaviors).toBeUndefined()
    const group = at(config(), 'OriginGroups.Items.0')
    expect(at(config(), 'DefaultCacheBehavior.TargetOriginId')).toBe(group.Id)
    expect(at(group, 'FailoverCriteria.StatusCodes.Items')).toEqual([403, 404])
    const origins = new Map(at<Part[]>(config(), 'Origins').map((origin) => [origin.Id, origin]))
    const [stored, made] = at<Part[]>(group, 'Members.Items').map(({ OriginId }) => origins.get(OriginId))
    expect(stored!.S3OriginConfig).toBeDefined()
    expect(stored!.OriginAccessControlId).toBeDefined()
    expect(made!.CustomOriginConfig).toBeDefined()
    expect(made!.OriginAccessControlId).toBeDefined()
    expect(only('AWS::Lambda::Url')).toMatchObject({ AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' })
  })

  // https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
  it('may call the function by its address, for which Lambda wants two rights, and in no other way', () => {
    const rights = stack
      .of('AWS::Lambda::Permission')
      .map(([, right]) => right)
      .filter(({ Principal }) => Principal === 'cloudfront.amazonaws.com')
    expect(rights.map(({ Action, InvokedViaFunctionUrl }) => [Action, InvokedViaFunctionUrl])).toEqual([
      ['lambda:InvokeFunctionUrl', undefined],
      ['lambda:InvokeFunction', true],
    ])
    for (const { SourceArn } of rights) expect(JSON.stringify(SourceArn)).toMatch(/:distribution\/".*"Ref":"MediaCdn/)
  })
})

describe('queues', () => {
  const queue = (id: string) => stack.of('AWS::SQS::Queue').find(([key]) => key.startsWith(id))![1]

  it('are encrypted, TLS only', () => {
    for (const [, properties] of stack.of('AWS::SQS::Queue')) expect(properties.SqsManagedSseEnabled).toBe(true)
    expect(stack.of('AWS::SQS::QueuePolicy')).toHaveLength(6)
    for (const [, { PolicyDocument }] of stack.of('AWS::SQS::QueuePolicy')) {
      expect(JSON.stringify(PolicyDocument)).toContain('"aws:SecureTransport":"false"')
    }
  })

  it.each(['Publish', 'Inspect', 'Deliver'])(
    '%s: dead letters are kept 14 days, after five receives or more',
    (name) => {
      expect(queue(`Publishing${name}DeadLetters`).MessageRetentionPeriod).toBe(14 * 86_400)
      const { deadLetterTargetArn, maxReceiveCount } = at(queue(`Publishing${name}Queue`), 'RedrivePolicy')
      expect(at(deadLetterTargetArn, 'Fn::GetAtt.0')).toMatch(new RegExp(`^Publishing${name}DeadLetters`))
      expect(maxReceiveCount).toBeGreaterThanOrEqual(5)
    },
  )

  it.each([
    ['Publish', 10],
    ['Inspect', 1],
    ['Deliver', 1],
  ])('%s: at most %i messages at a time, hidden six times as long as the worker may take', (name, batch) => {
    const source = stack
      .of('AWS::Lambda::EventSourceMapping')
      .find(([id]) => id.startsWith(`Publishing${name}Worker`))![1]
    expect(source.BatchSize).toBe(batch)
    // Nothing waits for a batch to fill.
    expect(source.MaximumBatchingWindowInSeconds ?? 0).toBe(0)
    expect(source.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    expect(at(source, 'ScalingConfig.MaximumConcurrency')).toBeGreaterThanOrEqual(2)
    expect(at(source, 'EventSourceArn.Fn::GetAtt.0')).toMatch(new RegExp(`^Publishing${name}Queue`))
    const worker = stack.resources[at<string>(source, 'FunctionName.Ref')]!.Properties as { Timeout: number }
    expect(queue(`Publishing${name}Queue`).VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker.Timeout)
  })
})

describe('functions that send to the queue they work off', () => {
  /** By logical id of a queue: the functions that work it off, and those whose roles let them send to it. */
  const consumers = (queueId: string): string[] =>
    stack
      .of('AWS::Lambda::EventSourceMapping')
      .filter(([, source]) => at<string>(source, 'EventSourceArn.Fn::GetAtt.0') === queueId)
      .map(([, source]) => at<string>(source, 'FunctionName.Ref'))
  const mayTo = (queueId: string, fn: string): boolean => {
    const role = at<string>(stack.resources[fn]!.Properties, 'Role.Fn::GetAtt.0')
    return stack
      .of('AWS::IAM::Policy')
      .filter(([, { Roles }]) => at<string>(Roles, '0.Ref') === role)
      .flatMap(([, policy]) => at<Part[]>(policy, 'PolicyDocument.Statement'))
      .some(
        ({ Action, Resource }) =>
          [Action].flat().includes('sqs:SendMessage') &&
          [Resource].flat().some((one) => at<string>(one, 'Fn::GetAtt.0') === queueId),
      )
  }

  // Else Lambda stops the chain after 16 rounds and makes the message a dead letter: a video that is waited for, a limit of the
  // platform, a receiver that is down take more (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
  it('may do so as often as it takes, and no others', () => {
    const queues = stack.of('AWS::SQS::Queue').map(([id]) => id)
    const looping = queues.flatMap((id) => consumers(id).filter((fn) => mayTo(id, fn)))
    expect(looping.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'PublishingDeliverWorker',
      'PublishingPublishWorker',
    ])
    const allowed = stack.of('AWS::Lambda::Function').filter(([, { RecursiveLoop }]) => RecursiveLoop === 'Allow')
    expect(allowed.map(([id]) => id).sort()).toEqual(looping.sort())
  })
})

describe('the dashboard', () => {
  const part = (type: string) => stack.of(type).filter(([id]) => id.startsWith('Site'))

  it('has a bucket of its own, closed to all but its distribution and what empties it at its end', () => {
    const [[, bucket]] = part('AWS::S3::Bucket') as [[string, Part]]
    expect(bucket.PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    })
    const [[, policy]] = part('AWS::S3::BucketPolicy') as [[string, Part]]
    const allowed = at<Part[]>(policy, 'PolicyDocument.Statement').filter(({ Effect }) => Effect === 'Allow')
    expect(allowed.map(({ Action, Principal }) => [Action, Principal])).toEqual([
      [
        ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*', 's3:PutBucketPolicy'],
        { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^CustomS3AutoDeleteObjects/), 'Arn'] } },
      ],
      ['s3:GetObject', { Service: 'cloudfront.amazonaws.com' }],
    ])
  })

  it('shows the pages of a release after the API, the functions and the distribution that they need', () => {
    const before = new Set<string>()
    const add = (id: string): void => {
      if (before.has(id)) return
      before.add(id)
      neededBy(stack.resources[id]!, stack.resources).forEach(add)
    }
    const [pages] = stack.of('Custom::CDKBucketDeployment').filter(([id]) => id.startsWith('SitePages'))
    add(pages![0])
    const needed = ['AWS::ApiGateway::Stage', 'AWS::ApiGateway::Deployment', 'AWS::CloudFront::Distribution']
    const types = new Set([...before].map((id) => stack.resources[id]!.Type))
    expect(needed.filter((type) => !types.has(type))).toEqual([])
    const ofApi = stack.functions.filter(({ bundle }) => bundle.startsWith('api-'))
    expect(ofApi.filter(({ id }) => !before.has(id))).toEqual([])
  })

  it('has the API under its own address, uncached, asked once', () => {
    const [[, site]] = part('AWS::CloudFront::Distribution') as [[string, Part]]
    const [api] = at<Part[]>(site, 'DistributionConfig.CacheBehaviors')
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      ViewerProtocolPolicy: 'https-only',
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
    const origin = at<Part[]>(site, 'DistributionConfig.Origins').find(({ Id }) => Id === api!.TargetOriginId)!
    expect(origin).toMatchObject({ ConnectionAttempts: 1, CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } })
    expect(origin.OriginPath).toBeUndefined()
    expect(at<unknown[]>(api, 'FunctionAssociations')).toHaveLength(1)
    expect(at(site, 'DistributionConfig.CustomErrorResponses')).toBeUndefined()
  })

  it('runs nothing but its own files', () => {
    const policies = stack
      .of('AWS::CloudFront::ResponseHeadersPolicy')
      .map(([, policy]) =>
        JSON.stringify(
          at(policy, 'ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy'),
        ),
      )
    expect(policies).toHaveLength(2)
    for (const policy of policies) expect(policy).not.toMatch(/unsafe|data:|\*/)
    expect(policies.find((policy) => policy.includes('script-src'))).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://",
    )
  })

  // An account has 20 of them, for all of its stacks.
  it('shares with the CDN the headers under which nothing runs', () => {
    const policies = stack.of('AWS::CloudFront::ResponseHeadersPolicy').map(([id]) => id)
    expect(policies).toHaveLength(2)
    const [cdn, site] = ['MediaCdn', 'SiteCdn'].map(
      (name) => stack.of('AWS::CloudFront::Distribution').find(([id]) => id.startsWith(name))![1],
    )
    const shared = at(cdn, 'DistributionConfig.DefaultCacheBehavior.ResponseHeadersPolicyId')
    expect(at<Part[]>(site, 'DistributionConfig.CacheBehaviors')[0]!.ResponseHeadersPolicyId).toEqual(shared)
    expect(at(site, 'DistributionConfig.DefaultCacheBehavior.ResponseHeadersPolicyId')).not.toEqual(shared)
  })

  it('lets in whom an admin of the pool made, by code and secret alone', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UserPoolTier: 'ESSENTIALS',
      Policies: { PasswordPolicy: { MinimumLength: 12 } },
    })
    expect(only('AWS::Cognito::UserPoolClient')).toMatchObject({
      GenerateSecret: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      PreventUserExistenceErrors: 'ENABLED',
    })
    expect(only('AWS::Cognito::ManagedLoginBranding').UseCognitoProvidedValues).toBe(true)
  })

  it('uses another provider if the settings name one', { tags: 'deep' }, async () => {
    const other = await synthesize({
      signInIssuer: 'https://login.example.com',
      signInClientId: 'dashboard',
      signInClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:login-AbCdEf',
      signOutUrl: 'https://login.example.com/logout',
    })
    expect(other.of('AWS::Cognito::UserPool')).toEqual([])
    const [, signIn] = other.of('AWS::Lambda::Function').find(([id]) => id.startsWith('ApiSignIn'))!
    expect(at(signIn, 'Environment.Variables')).toMatchObject({
      SIGN_IN_ISSUER: 'https://login.example.com',
      SIGN_IN_CLIENT_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:login-AbCdEf',
    })
  })
})

describe('functions', () => {
  it('are of one make: runtime, JSON logs, a log group that forgets', () => {
    // CDK's own, which unpack the build of the dashboard and remove it, are none of ours.
    const functions = stack
      .of('AWS::Lambda::Function')
      .filter(([id]) => !/^Custom(CDKBucketDeployment|S3AutoDeleteObjects)/.test(id))
    const groups = new Map(stack.of('AWS::Logs::LogGroup'))
    for (const [, { Runtime, Handler, LoggingConfig }] of functions) {
      expect(Runtime).toBe('nodejs24.x')
      expect(Handler).toBe('index.handler')
      expect(at(LoggingConfig, 'LogFormat')).toBe('JSON')
      expect(groups.get(at(LoggingConfig, 'LogGroup.Ref'))!.RetentionInDays).toBe(30)
    }
    for (const [, { LoggingConfig }] of functions) expect(at(LoggingConfig, 'ApplicationLogLevel')).toBe('INFO')
    const used = functions.map(([, { LoggingConfig }]) => at(LoggingConfig, 'LogGroup.Ref'))
    expect(new Set(used).size).toBe(used.length)
  })

  it.each(['DEBUG', 'INFO', 'WARN', 'ERROR'] as const)(
    'with the log level %s lose no metrics to Lambda',
    { tags: 'deep' },
    async (logLevel) => {
      const quiet = await synthesize({ logLevel })
      const functions = quiet.of('AWS::Lambda::Function').filter(([id]) => !id.startsWith('Custom'))
      for (const [id, { LoggingConfig, Environment }] of functions) {
        // A line without a level counts as INFO.
        expect(['DEBUG', 'INFO'], id).toContain(at(LoggingConfig, 'ApplicationLogLevel'))
        expect(at(Environment, 'Variables.LOG_LEVEL'), id).toBe(logLevel)
      }
    },
  )

  it('need no more memory than a new account gives', () => {
    for (const [id, { MemorySize }] of stack.of('AWS::Lambda::Function'))
      expect(MemorySize, id).toBeLessThanOrEqual(3008)
  })

  it('recurring work runs by its rule', () => {
    const rules = stack
      .of('AWS::Events::Rule')
      .map(([, { ScheduleExpression, State }]) => `${ScheduleExpression} ${State}`)
    expect(rules.sort()).toEqual([
      'cron(10,40 * * * ? *) ENABLED',
      'rate(1 minute) ENABLED',
      'rate(15 minutes) ENABLED',
    ])
  })
})

describe('the gateway', () => {
  const api = () => only('AWS::ApiGateway::RestApi')
  const body = () => at(api(), 'Body')

  it('is one resource, and its deployment, stage and plans', () => {
    const types = Object.values(stack.resources).map(({ Type }) => Type)
    expect([...new Set(types.filter((type) => type.startsWith('AWS::ApiGateway::')))].sort()).toEqual(
      ['Account', 'ApiKey', 'Deployment', 'RestApi', 'Stage', 'UsagePlan', 'UsagePlanKey'].map(
        (name) => `AWS::ApiGateway::${name}`,
      ),
    )
    // The metrics of the API go by its name, which an import takes from the document.
    expect(at(body(), 'info.title')).toBe(api().Name)
  })

  it('is regional, its key comes from the authorizer, forms and JSON arrive as bytes', () => {
    expect(api()).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      EndpointConfiguration: { Types: ['REGIONAL'] },
      Parameters: { endpointConfigurationTypes: 'REGIONAL' },
    })
    expect(body()['x-amazon-apigateway-api-key-source']).toBe('AUTHORIZER')
    expect(body()['x-amazon-apigateway-binary-media-types']).toEqual(['multipart/form-data', 'application/json'])
    // Answers that are streamed, which are files, are left out by the gateway; large JSON is compressed by nobody else.
    expect(api().MinimumCompressionSize).toBe(4096)
    expect(body()['x-amazon-apigateway-minimum-compression-size']).toBe(4096)
  })

  it('is not made from a body that API Gateway understands only in part', () => {
    expect(api().FailOnWarnings).toBe(true)
  })

  it('asks the authorizer by the key header and keeps its answer a minute', () => {
    const { authorizer } = at<Record<string, Part>>(body(), 'components.securitySchemes')
    expect(authorizer).toMatchObject({ type: 'apiKey', name: 'X-Secret-Token', in: 'header' })
    expect(authorizer!['x-amazon-apigateway-authorizer']).toMatchObject({
      type: 'request',
      identitySource: 'method.request.header.X-Secret-Token',
      authorizerResultTtlInSeconds: 60,
    })
  })

  it('has the stage that addresses name, with access logs that hold no header, query or body', () => {
    const stage = only('AWS::ApiGateway::Stage')
    expect(stage.StageName).toBe('api')
    const format = JSON.parse(at<string>(stage, 'AccessLogSetting.Format')) as Record<string, string>
    expect(format.request_id).toBe('$context.requestId')
    for (const value of Object.values(format)) expect(value).toMatch(/^\$context\.[\w.]+$/)
    expect(Object.values(format).join()).not.toMatch(/apiKey|context\.path|querystring|header/i)
    for (const settings of at<Part[]>(stage, 'MethodSettings')) expect(settings.DataTraceEnabled).toBe(false)
  })

  // The gateway would make it otherwise: never expiring, and left behind when the stack goes.
  it('writes its own errors to a log group of ours, made before the stage', () => {
    const [api] = stack.of('AWS::ApiGateway::RestApi').map(([id]) => id)
    const [id, group] = stack.of('AWS::Logs::LogGroup').find(([one]) => one.startsWith('ExecutionLogs'))!
    expect(group).toMatchObject({
      LogGroupName: { 'Fn::Join': ['', ['API-Gateway-Execution-Logs_', { Ref: api }, '/api']] },
      RetentionInDays: 30,
    })
    expect(stack.resources[id]!.DeletionPolicy).toBe('Delete')
    const [stage] = Object.values(stack.resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Stage')
    expect(stage!.DependsOn).toContain(id)
  })

  const responses = () =>
    new Map(Object.entries(at<Record<string, Part>>(body(), 'x-amazon-apigateway-gateway-responses')))
  const bodyOf = (response: Part) => JSON.parse(at<string>(response, 'responseTemplates.application/json'))

  it('answers in our envelope, with codes of the one list', () => {
    const limited = ['THROTTLED', 'QUOTA_EXCEEDED']
    const enveloped = [...responses()].filter(([type]) => !limited.includes(type))
    expect(enveloped.length).toBeGreaterThan(10)
    for (const [, response] of enveloped) {
      const body = bodyOf(response)
      expect(Object.keys(body)).toEqual(['success', 'message', 'errors', 'request_id'])
      expect(body).toMatchObject({
        success: false,
        errors: [{ message: body.message }],
        request_id: '$context.requestId',
      })
      expect(Object.keys(ERROR_CODES)).toContain(body.errors[0].code)
    }
  })

  it('names the limit of bodies and the other ways in each answer that a body too large for Lambda may get', () => {
    for (const type of ['REQUEST_TOO_LARGE', 'INTEGRATION_FAILURE', 'DEFAULT_4XX'])
      expect(bodyOf(responses().get(type)!).message, type).toMatch(/4\.5 MB.*url.*POST \/v1\/media\/uploads/)
    expect(responses().get('REQUEST_TOO_LARGE')!.statusCode).toBe('413')
  })

  it('answers 429 exactly as the specification has it', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED']) {
      const response = responses().get(type)!
      expect(response.statusCode).toBe('429')
      expect((response.responseParameters as Part)['gatewayresponse.header.Retry-After']).toBe("'1'")
      expect(bodyOf(response)).toEqual({
        error: { type: 'rate_limit_exceeded', message: expect.any(String), retry_after: 1 },
      })
    }
  })

  it.each([
    ['UNAUTHORIZED', '401', 'invalid_key'],
    // The authorizer denies a key that is not good.
    ['ACCESS_DENIED', '401', 'invalid_key'],
    ['INVALID_API_KEY', '403', 'key_not_allowed'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'],
    ['RESOURCE_NOT_FOUND', '404', 'not_found'],
    ['REQUEST_TOO_LARGE', '413', 'body_too_large'],
    ['INTEGRATION_TIMEOUT', '504', 'unavailable'],
    ['INTEGRATION_FAILURE', '502', 'unavailable'],
    ['AUTHORIZER_FAILURE', '503', 'unavailable'],
    // A status on a default would rewrite all that have none of their own.
    ['DEFAULT_4XX', undefined, 'invalid_format'],
    ['DEFAULT_5XX', undefined, 'internal_error'],
  ])('%s is %s %s', (type, status, code) => {
    const response = responses().get(type)!
    expect(response.statusCode).toBe(status)
    expect(bodyOf(response).errors[0].code).toBe(code)
  })

  it('names both other ways where a body is too large', () => {
    expect(bodyOf(responses().get('REQUEST_TOO_LARGE')!).message).toMatch(/`url`.*\/v1\/media\/uploads/)
  })

  it('throttles so that what the exact limit admits always passes', () => {
    for (const perMinute of [1, 60, 600, 6000]) {
      const { rateLimit, burstLimit } = throttleOf(perMinute)
      // The worst that a limit by clock minute admits: a full minute at its very end, the next at its very beginning, and so on.
      let tokens = burstLimit
      for (const at of [59.999, 60, 120, 180]) {
        tokens = Math.min(burstLimit, tokens + (at === 59.999 ? 0 : at === 60 ? 0.001 : 60) * rateLimit) - perMinute
        expect(tokens).toBeGreaterThanOrEqual(-1e-9)
      }
    }
    const plans = stack.of('AWS::ApiGateway::UsagePlan').map(([, plan]) => plan)
    expect(plans.find(({ UsagePlanName }) => UsagePlanName === 'SocialPublisher-rate-60')!.Throttle).toEqual({
      RateLimit: 1,
      BurstLimit: 120,
    })
    // What API Gateway takes of a whole account in its smaller regions, as a burst.
    const { RateLimit, BurstLimit } = at<{ RateLimit: number; BurstLimit: number }>(
      plans.find(({ UsagePlanName }) => UsagePlanName === 'SocialPublisher-shared'),
      'Throttle',
    )
    expect(RateLimit).toBeLessThan(1250)
    expect(BurstLimit).toBeLessThan(1250)
    for (const { ApiStages, Quota } of plans) {
      expect(ApiStages).toHaveLength(1)
      expect(Quota).toBeUndefined()
    }
  })

  it('makes keys one at a time, and puts them into plans one at a time: API Gateway refuses more for the whole account', () => {
    const waitsFor = (id: string, other: string, seen = new Set<string>()): boolean =>
      neededBy(stack.resources[id]!, stack.resources).some((next) => {
        if (next === other) return true
        if (seen.has(next)) return false
        seen.add(next)
        return waitsFor(next, other, seen)
      })
    for (const types of [['ApiKey'], ['UsagePlan', 'UsagePlanKey']]) {
      const ids = types.flatMap((type) => stack.of(`AWS::ApiGateway::${type}`).map(([id]) => id))
      expect(ids.length).toBeGreaterThan(2)
      for (const id of ids)
        for (const other of ids)
          if (id < other) expect(waitsFor(id, other) || waitsFor(other, id), `${id}, ${other}`).toBe(true)
    }
  })

  it('makes a shared key for each bucket of owners, and a narrow one, of values that the authorizer can tell', () => {
    const keys = stack.of('AWS::ApiGateway::ApiKey')
    const named = (id: string) => keys.find(([logical]) => new RegExp(`^${id}[0-9A-F]{8}$`).test(logical))![1]
    const { Value } = named('ApiSharedKey')
    const parts = (value: unknown) =>
      at<unknown[]>(value, 'Fn::Join.1')
        .map((part) => JSON.stringify(part))
        .join('')
    expect(parts(named('ApiNarrowKey').Value)).toContain('-narrow')
    const count = Number(
      at(
        stack.of('AWS::Lambda::Function').find(([id]) => /^ApiAuthorizer/.test(id))![1],
        'Environment.Variables.SHARED_USAGE_KEYS',
      ),
    )
    expect(keys).toHaveLength(count + 1)
    expect(new Set(keys.map(([, { Value: value }]) => JSON.stringify(value))).size).toBe(count + 1)
    const plans = new Map(
      stack
        .of('AWS::ApiGateway::UsagePlanKey')
        .map(([, member]) => [at<string>(member, 'KeyId.Ref'), at<string>(member, 'UsagePlanId.Ref')]),
    )
    for (const [id] of keys)
      expect(plans.get(id), id).toMatch(id.startsWith('ApiNarrow') ? /^ApiNarrowPlan/ : /^ApiSharedPlan/)
    const authorizer = stack.of('AWS::Lambda::Function').find(([id]) => /^ApiAuthorizer/.test(id))![1]
    expect(at(authorizer, 'Environment.Variables.SHARED_USAGE_KEY')).toEqual(Value)
    // A stack id ends in a UUID, so this is well over the twenty characters that the gateway asks for.
    expect(JSON.stringify(Value)).toContain('AWS::StackId')
  })
})
