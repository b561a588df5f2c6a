// What AWS is asked before a stack is deployed; what is taken away before one is destroyed, and nothing of other stacks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway'
import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { CloudFrontClient, type DistributionSummary, ListDistributionsCommand } from '@aws-sdk/client-cloudfront'
import { GetAccountSettingsCommand, LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda'
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { targetInWords } from '../../../bin/admin/target.ts'
import { aws } from '../../../scripts/deployment-aws.ts'

const gateway = mockClient(APIGatewayClient)
const s3 = mockClient(S3Client)
beforeEach(() => {
  gateway.reset()
  s3.reset()
  gateway
    .on(DeleteApiKeyCommand)
    .resolves({})
    .on(UpdateUsagePlanCommand)
    .resolves({})
    .on(DeleteUsagePlanCommand)
    .resolves({})
})

const ID = '0193c1b2-7b2e-7000-8000-000000000000'
const stack = (withData: boolean) => ({
  stackName: 'Shop',
  region: 'eu-central-1',
  outputs: { RestApiId: 'api1', UsagePlanId: 'own', MediaBucket: 'the-bucket' },
  withData,
})

describe('looking at the account', () => {
  const sts = mockClient(STSClient)
  const lambda = mockClient(LambdaClient)
  const stacks = mockClient(CloudFormationClient)
  const cloudfront = mockClient(CloudFrontClient)
  const named = (name: string) => Object.assign(new Error(name), { name })
  beforeEach(() => {
    for (const client of [sts, lambda, stacks, cloudfront]) client.reset()
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 900 },
    })
    stacks.on(GetTemplateCommand).rejects(named('ValidationError'))
    stacks.on(DescribeStackResourceCommand).rejects(named('ValidationError'))
    cloudfront.on(ListDistributionsCommand).resolves({ DistributionList: undefined })
  })

  it('finds where a stack is, and what keeps it from being deleted', async () => {
    const StackId = 'arn:aws:cloudformation:eu-west-1:111122223333:stack/Shop/1a2b'
    stacks
      .on(DescribeStacksCommand, { StackName: 'Shop' })
      .resolves({ Stacks: [{ StackId, StackStatus: 'UPDATE_COMPLETE', EnableTerminationProtection: true } as Stack] })
    expect(await aws.standing('Shop', 'eu-west-1')).toEqual({
      account: '111122223333',
      region: 'eu-west-1',
      status: 'UPDATE_COMPLETE',
      isProtected: true,
    })
  })

  it('tells a stack into which kept data were imported by the token key in it: it has no outputs', async () => {
    const StackId = 'arn:aws:cloudformation:eu-west-1:111122223333:stack/Shop/1a2b'
    stacks
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ StackId, StackStatus: 'IMPORT_COMPLETE' } as Stack] })
      .on(DescribeStackResourceCommand, { StackName: 'Shop', LogicalResourceId: 'DataTokenKey1ACFA1E9' })
      .resolves({ StackResourceDetail: undefined })
    expect(await aws.standing('Shop', 'eu-west-1')).toMatchObject({ status: 'IMPORT_COMPLETE', hasTokenKey: true })
    stacks.on(DescribeStackResourceCommand).rejects(named('ValidationError'))
    expect(await aws.standing('Shop', 'eu-west-1')).not.toHaveProperty('hasTokenKey')
  })

  it.each([
    ['Enabled', false],
    ['Disabling', true],
    ['Disabled', true],
  ])('sees whether publishing is paused by the state of its worker: %s', async (State, paused) => {
    const PublishQueueUrl = 'https://sqs.eu-west-1.amazonaws.com/111122223333/publish'
    const queue = mockClient(SQSClient)
    queue.on(GetQueueAttributesCommand, { QueueUrl: PublishQueueUrl }).resolves({ Attributes: { QueueArn: 'its-arn' } })
    lambda
      .on(ListEventSourceMappingsCommand, { EventSourceArn: 'its-arn' })
      .resolves({ EventSourceMappings: [{ UUID: 'one', State }] })
    expect(await aws.isPaused({ PublishQueueUrl })).toBe(paused)
    lambda.on(ListEventSourceMappingsCommand).rejects(named('AccessDeniedException'))
    expect(await aws.isPaused({ PublishQueueUrl })).toBe(false)
  })

  it('looks at a stack of something else whose template is no JSON, or that has none yet', async () => {
    for (const TemplateBody of ['Resources:\n  Queue: { Type: AWS::SQS::Queue }', '']) {
      stacks.on(GetTemplateCommand).resolves({ TemplateBody })
      expect((await aws.account('Shop', 'eu-west-1')).concurrency).toBe(900)
    }
  })

  describe('takes the credentials that the CDK takes, and the region of the profile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
    const file = join(folder, 'config')
    const keys = (id: string) => `aws_access_key_id = ${id}\naws_secret_access_key = s`
    writeFileSync(
      file,
      `[default]\nregion = us-west-2\n${keys('DEFAULT')}\n[profile live]\nregion = eu-west-3\n${keys('LIVE')}\n`,
    )
    afterAll(() => rmSync(folder, { recursive: true }))
    afterEach(() => vi.unstubAllEnvs())
    const names = [
      'AWS_PROFILE',
      'AWS_DEFAULT_PROFILE',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
    ]
    const found = ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']

    it.each([
      [{ AWS_PROFILE: 'live' }, 'LIVE', 'eu-west-3'],
      [{ AWS_DEFAULT_PROFILE: 'live' }, 'LIVE', 'eu-west-3'],
      [{ AWS_PROFILE: 'live', AWS_ACCESS_KEY_ID: 'PASTED', AWS_SECRET_ACCESS_KEY: 's' }, 'PASTED', 'eu-west-3'],
      [{ AWS_ACCESS_KEY_ID: 'PASTED', AWS_SECRET_ACCESS_KEY: 's' }, 'PASTED', 'us-west-2'],
    ])('%j', async (environment, accessKeyId, region) => {
      const given: Record<string, string> = { ...environment, AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file }
      for (const name of [...names, ...found]) vi.stubEnv(name, given[name])
      const account = await aws.account('Shop', undefined)
      expect(account.region).toBe(region)
      const { config } = sts.commandCalls(GetCallerIdentityCommand)[0]!.thisValue as STSClient
      expect(await config.credentials()).toMatchObject({ accessKeyId })
    })

    it("leaves the operator's commands the region that the environment names", async () => {
      const given: Record<string, string> = { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file }
      for (const name of [...names, ...found]) vi.stubEnv(name, given[name])
      vi.stubEnv('AWS_PROFILE', 'live')
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'PASTED')
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 's')
      vi.stubEnv('AWS_DEFAULT_REGION', 'ap-northeast-2')
      expect(await targetInWords({})).toBe(
        'the stack SocialPublisher in ap-northeast-2 of the AWS account 111122223333',
      )
    })
  })

  it('counts on what nobody has reserved', async () => {
    expect(await aws.account('Shop', 'eu-west-1')).toEqual({
      id: '111122223333',
      region: 'eu-west-1',
      concurrency: 900,
      hasDistribution: false,
    })
  })

  it('counts what the stack itself has reserved as its own', async () => {
    const Resources = {
      A: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 60 } },
      B: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 30 } },
      C: { Type: 'AWS::Lambda::Function', Properties: {} },
      D: { Type: 'AWS::CDK::Metadata' },
    }
    stacks.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) })
    expect((await aws.account('Shop', 'eu-west-1')).concurrency).toBe(990)
    expect(stacks.commandCalls(GetTemplateCommand)[0]!.args[0].input).toMatchObject({ StackName: 'Shop' })
  })

  it('sees that CloudFront serves the account', async () => {
    const Items = [{ Id: 'E1' } as DistributionSummary]
    cloudfront.on(ListDistributionsCommand).resolves({
      DistributionList: { Items, Marker: '', MaxItems: 1, IsTruncated: false, Quantity: 1 },
    })
    expect((await aws.account('Shop', 'eu-west-1')).hasDistribution).toBe(true)
  })

  it('does not know what the credentials may not ask', async () => {
    lambda.on(GetAccountSettingsCommand).rejects(named('AccessDeniedException'))
    cloudfront.on(ListDistributionsCommand).rejects(named('AccessDenied'))
    const account = await aws.account('Shop', 'eu-west-1')
    expect([account.concurrency, account.hasDistribution]).toEqual([undefined, undefined])
  })

  it('hides no other failure', async () => {
    sts.on(GetCallerIdentityCommand).rejects(named('ExpiredToken'))
    await expect(aws.account('Shop', 'eu-west-1')).rejects.toThrow('ExpiredToken')
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
    lambda.on(GetAccountSettingsCommand).rejects(named('ServiceException'))
    await expect(aws.account('Shop', 'eu-west-1')).rejects.toThrow('ServiceException')
  })
})

describe('clearing', () => {
  beforeEach(() => {
    gateway.on(GetApiKeysCommand).resolves({
      items: [
        { id: 'k1', name: `Shop-${ID}` },
        { id: 'k2', name: `Shop-staging-${ID}` },
        { id: 'k3', name: 'Shop-Api-SharedKey' },
      ],
    })
    gateway
      .on(GetUsagePlansCommand)
      .resolvesOnce({
        items: [{ id: 'own', name: 'Shop-rate-60', apiStages: [{ apiId: 'api1', stage: 'api' }] }],
        position: '2',
      })
      .resolves({
        items: [
          { id: 'p600', name: 'Shop-rate-600', apiStages: [{ apiId: 'api1', stage: 'api' }] },
          { id: 'other', name: 'Shop-staging-rate-600', apiStages: [{ apiId: 'api2', stage: 'api' }] },
          { id: 'shared', name: 'Shop-shared', apiStages: [{ apiId: 'api1', stage: 'api' }] },
        ],
      })
  })

  it('removes keys and plans that the operator made for this stack, plans after letting go of the stage', async () => {
    await aws.clear(stack(false))
    expect(gateway.commandCalls(DeleteApiKeyCommand).map(({ args }) => args[0].input.apiKey)).toEqual(['k1'])
    expect(gateway.commandCalls(UpdateUsagePlanCommand).map(({ args }) => args[0].input)).toEqual([
      { usagePlanId: 'p600', patchOperations: [{ op: 'remove', path: '/apiStages', value: 'api1:api' }] },
    ])
    expect(gateway.commandCalls(DeleteUsagePlanCommand).map(({ args }) => args[0].input.usagePlanId)).toEqual(['p600'])
    expect(s3.calls()).toEqual([])
  })

  it('empties the bucket where the data go with the stack: of every version, also of what was deleted before', async () => {
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({
        Versions: [
          { Key: 'a', VersionId: 'v2', Size: 1 },
          { Key: 'a', VersionId: 'v1', Size: 1 },
        ],
        DeleteMarkers: [{ Key: 'b', VersionId: 'v4' }],
        IsTruncated: true,
        NextKeyMarker: 'b',
        NextVersionIdMarker: 'v4',
      })
      // A bucket without versions names each object's version `null`.
      .resolves({ Versions: [{ Key: 'c', VersionId: 'null' }] })
    s3.on(DeleteObjectsCommand).resolves({})
    await aws.clear(stack(true))
    const deleted = s3.commandCalls(DeleteObjectsCommand).flatMap(({ args }) => args[0].input.Delete!.Objects!)
    expect(deleted).toEqual([
      { Key: 'a', VersionId: 'v2' },
      { Key: 'a', VersionId: 'v1' },
      { Key: 'b', VersionId: 'v4' },
      { Key: 'c', VersionId: 'null' },
    ])
    expect(s3.commandCalls(ListObjectVersionsCommand)[1]!.args[0].input).toMatchObject({
      KeyMarker: 'b',
      VersionIdMarker: 'v4',
    })
  })

  it('goes on where the bucket is gone: a deletion that failed half-way is repeated', async () => {
    s3.on(ListObjectVersionsCommand).rejects(Object.assign(new Error('x'), { name: 'NoSuchBucket' }))
    await aws.clear(stack(true))
    expect(s3.commandCalls(DeleteObjectsCommand)).toEqual([])
  })

  it('does not go on when an object cannot be deleted', async () => {
    s3.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: 'a', VersionId: 'null' }] })
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Code: 'AccessDenied' }] })
    await expect(aws.clear(stack(true))).rejects.toThrow('1 objects were not deleted: AccessDenied')
  })
})
