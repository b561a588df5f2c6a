// What is taken away before a stack is destroyed: what was made beside it, and nothing of other stacks.
import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway'
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
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

  it('empties the bucket where the data go with the stack', async () => {
    s3.on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [{ Key: 'a' }, { Key: 'b' }], IsTruncated: true, NextContinuationToken: 't' })
      .resolves({ Contents: [{ Key: 'c' }] })
    s3.on(DeleteObjectsCommand).resolves({})
    await aws.clear(stack(true))
    const deleted = s3.commandCalls(DeleteObjectsCommand).flatMap(({ args }) => args[0].input.Delete!.Objects!)
    expect(deleted).toEqual([{ Key: 'a' }, { Key: 'b' }, { Key: 'c' }])
  })

  it('does not go on when an object cannot be deleted', async () => {
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'a' }] })
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Code: 'AccessDenied' }] })
    await expect(aws.clear(stack(true))).rejects.toThrow('1 objects were not deleted: AccessDenied')
  })
})
