// The calls to AWS that deploying and destroying make themselves.
import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlans,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway'
import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation'
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { asCommandLine } from '../core/aws/as-command-line.ts'
import { eventSourceOf, isOff } from '../core/aws/event-sources.ts'
import { stackOutputs } from '../core/aws/stack-outputs.ts'
import { TOKEN_KEY_LOGICAL_ID } from '../lib/logical-ids.ts'
import type { Account } from './account.ts'
import type { DeployedStack, Standing, World } from './deployment.ts'

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

/** Versions of objects and marks of deleted ones; a bucket that never had versions names each object's version `null`. */
async function* versionsIn(client: S3Client, Bucket: string | undefined) {
  let from: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}
  while (from) {
    const page: ListObjectVersionsCommandOutput = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }))
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({ Key, VersionId }))
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined
  }
}

/**
 * CloudFormation deletes an empty bucket only, and one with earlier versions (`deletedFilesDays`) is not empty. One that is gone
 * went with an earlier deletion that got no further.
 */
export async function emptyBucket({ region, outputs }: DeployedStack): Promise<void> {
  const Bucket = outputs.MediaBucket
  const client = new S3Client({ region })
  try {
    for await (const Objects of versionsIn(client, Bucket)) {
      if (Objects.length === 0) continue
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code}`)
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchBucket')) throw error
  } finally {
    client.destroy()
  }
}

/** Undefined where the credentials may not ask: what is not known must not keep anybody from deploying. */
const ifAllowed = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Error && /AccessDenied|NotAuthorized/.test(error.name)) return undefined
    throw error
  })

/** CloudFormation has no error of its own for a stack, or a resource of one, that does not exist. */
const unlessMissing = (error: unknown): undefined => {
  if (error instanceof Error && error.name === 'ValidationError') return undefined
  throw error
}

interface Template {
  Resources?: Record<string, { Properties?: object }>
}

/** Nothing for what is no JSON: a stack of something else, or one that has no template yet. */
function templateOf(text = ''): Template {
  try {
    return JSON.parse(text) as Template
  } catch {
    return {}
  }
}

/** The concurrency that the functions of an existing stack have reserved. */
async function reservedBy(client: CloudFormationClient, stackName: string): Promise<number> {
  const template = await client
    .send(new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Processed' }))
    .catch(unlessMissing)
  const { Resources = {} } = templateOf(template?.TemplateBody)
  const reserved = Object.values(Resources).map(
    ({ Properties }) =>
      Number((Properties as { ReservedConcurrentExecutions?: unknown })?.ReservedConcurrentExecutions) || 0,
  )
  return reserved.reduce((sum, one) => sum + one, 0)
}

/** The concurrency that is left for this stack: what nobody has reserved, and what the stack itself has. */
async function concurrencyFor(stackName: string, region: string): Promise<number | undefined> {
  const lambda = new LambdaClient({ region })
  const stacks = new CloudFormationClient({ region })
  try {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions
    return unreserved === undefined ? undefined : unreserved + (await reservedBy(stacks, stackName))
  } finally {
    lambda.destroy()
    stacks.destroy()
  }
}

async function hasDistribution(): Promise<boolean> {
  const client = new CloudFrontClient({ region: 'us-east-1' })
  try {
    const { DistributionList } = await client.send(new ListDistributionsCommand({ MaxItems: 1 }))
    return (DistributionList?.Items?.length ?? 0) > 0
  } finally {
    client.destroy()
  }
}

/** The account that the credentials belong to, and its limits. */
export async function lookAt(stackName: string, wanted: string | undefined): Promise<Account> {
  const client = new STSClient(wanted ? { region: wanted } : {})
  try {
    const { Account: id } = await client.send(new GetCallerIdentityCommand({}))
    const region = await client.config.region()
    const [concurrency, distribution] = await Promise.all([
      ifAllowed(concurrencyFor(stackName, region)),
      ifAllowed(hasDistribution()),
    ])
    return { id: String(id), region, concurrency, hasDistribution: distribution }
  } finally {
    client.destroy()
  }
}

/** The ARN names region and account: `arn:aws:cloudformation:eu-central-1:111122223333:stack/...`. */
async function standing(stackName: string, region: string | undefined): Promise<Standing> {
  const client = new CloudFormationClient({ maxAttempts: 3, ...(region ? { region } : {}) })
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }))
    const [, , , where = '', account = ''] = found?.StackId?.split(':') ?? []
    const tokenKey = found?.Outputs?.length
      ? undefined
      : await client
          .send(new DescribeStackResourceCommand({ StackName: stackName, LogicalResourceId: TOKEN_KEY_LOGICAL_ID }))
          .catch(unlessMissing)
    return {
      account,
      region: where,
      status: found?.StackStatus ?? '',
      isProtected: found?.EnableTerminationProtection === true,
      ...(tokenKey ? { hasTokenKey: true } : {}),
    }
  } finally {
    client.destroy()
  }
}

export const aws: Pick<World, 'account' | 'outputs' | 'standing' | 'isPaused' | 'clear'> = {
  account: async (stackName, region) => {
    await asCommandLine()
    return lookAt(stackName, region)
  },
  standing: async (stackName, region) => {
    await asCommandLine()
    return standing(stackName, region)
  },
  outputs: async (stackName, region) => {
    await asCommandLine()
    if (region) process.env.AWS_REGION = region
    return stackOutputs(stackName)
  },
  isPaused: async ({ PublishQueueUrl }) => {
    if (!PublishQueueUrl) return false
    return eventSourceOf(PublishQueueUrl).then(isOff, () => false)
  },
  clear: async (stack) => {
    await asCommandLine()
    await clearGateway(stack)
    if (stack.withData) await emptyBucket(stack)
  },
}
