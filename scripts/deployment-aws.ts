// The part of deploying and destroying that speaks to AWS itself.
import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlans,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway'
import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { stackOutputs } from '../core/aws/stack-outputs.ts'
import type { DeployedStack, World } from './deployment.ts'

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const unlessGone = (error: unknown): void => {
  if (!(error instanceof NotFoundException)) throw error
}

/**
 * The operator's command makes keys and usage plans beside the stack: a plan that names the stage keeps it from being
 * deleted, and keys would stay in the account and count against its 10,000.
 */
export async function clearGateway({ stackName, region, outputs }: DeployedStack): Promise<void> {
  // Keys are deleted at 5 a second in an account: the SDK waits as long as it is told to.
  const client = new APIGatewayClient({ region, maxAttempts: 10, retryMode: 'adaptive' })
  try {
    const ofStack = new RegExp(`^${stackName}-${UUID}$`)
    const keys = await Array.fromAsync(paginateGetApiKeys({ client, pageSize: 500 }, { nameQuery: `${stackName}-` }))
    for (const { id, name } of keys.flatMap(({ items = [] }) => items)) {
      if (name && ofStack.test(name)) await client.send(new DeleteApiKeyCommand({ apiKey: id })).catch(unlessGone)
    }
    const rate = new RegExp(`^${stackName}-rate-\\d+$`)
    const plans = await Array.fromAsync(paginateGetUsagePlans({ client, pageSize: 500 }, {}))
    for (const { id, name, apiStages = [] } of plans.flatMap(({ items = [] }) => items)) {
      if (!name || !rate.test(name) || id === outputs.UsagePlanId) continue
      for (const { apiId, stage } of apiStages) {
        const patchOperations = [{ op: 'remove' as const, path: '/apiStages', value: `${apiId}:${stage}` }]
        await client.send(new UpdateUsagePlanCommand({ usagePlanId: id, patchOperations }))
      }
      await client.send(new DeleteUsagePlanCommand({ usagePlanId: id })).catch(unlessGone)
    }
  } finally {
    client.destroy()
  }
}

/** CloudFormation deletes an empty bucket only. */
export async function emptyBucket({ region, outputs }: DeployedStack): Promise<void> {
  const Bucket = outputs.MediaBucket
  const client = new S3Client({ region })
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      if (Contents.length === 0) continue
      const Objects = Contents.map(({ Key }) => ({ Key }))
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code}`)
    }
  } finally {
    client.destroy()
  }
}

export const aws: Pick<World, 'outputs' | 'clear'> = {
  outputs: (stackName, region) => {
    if (region) process.env.AWS_REGION = region
    return stackOutputs(stackName)
  },
  clear: async (stack) => {
    await clearGateway(stack)
    if (stack.withData) await emptyBucket(stack)
  },
}
