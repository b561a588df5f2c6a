// The target of a command: the running local service of a data directory, or the stack deployed in AWS. Both are found the
// same way, by the outputs of their stack; only the addresses of the AWS services differ.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asCommandLine } from '../../core/aws/as-command-line.ts'
import { regionOf } from '../../core/aws/region.ts'
import { stackOutputs } from '../../core/aws/stack-outputs.ts'
import { ENV } from '../../core/contract.ts'
import { byPlatform, factsOf, PLATFORM_IDS } from '../../core/platforms/facts.ts'
import {
  apiVersionVariable,
  graphUrlVariable,
  outputOf,
  serviceOutput,
  serviceVariable,
} from '../../core/platforms/setting-names.ts'
import { type Stack, WrongCall } from './command.ts'

const DEFAULT_STACK = 'SocialPublisher'

/** Which output of the stack is which variable of the functions' environment. */
const VARIABLES: Record<string, string> = {
  TableName: ENV.table,
  MediaBucket: ENV.mediaBucket,
  CdnUrl: ENV.cdnUrl,
  PublishQueueUrl: ENV.publishQueue,
  InspectQueueUrl: ENV.inspectQueue,
  ScheduleGroup: ENV.scheduleGroup,
  DashboardUrl: ENV.dashboardUrl,
  UserPoolId: ENV.userPool,
  TokenKeyId: ENV.tokenKey,
  ConnectPermissions: ENV.connectPermissions,
  ...Object.fromEntries(
    PLATFORM_IDS.flatMap((id) => [
      [outputOf(id, 'GraphUrl'), graphUrlVariable(id)],
      [outputOf(id, 'ApiVersion'), apiVersionVariable(id)],
      ...Object.keys(factsOf(id).api.services ?? {}).map((service) => [
        serviceOutput(id, service),
        serviceVariable(id, service),
      ]),
    ]),
  ),
}

interface Endpoints {
  stack_name: string
  region: string
  env: Record<string, string>
}

async function endpointsOf(dataDir: string): Promise<Endpoints> {
  const file = join(dataDir, 'endpoints.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Endpoints
  } catch (error) {
    throw new Error(`No local service runs on ${dataDir}. Start it with npm start.`, { cause: error })
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ||
    ('errors' in error && (error.errors as unknown[]).some(isRefused)) ||
    isRefused(error.cause))

interface Where {
  local?: string
  stack?: string
  region?: string
}

/** The environment first, before any client of AWS is made. */
async function chooseAccount(where: Where): Promise<void> {
  if (where.local !== undefined && (where.stack || where.region)) {
    throw new WrongCall('--local goes without --stack and --region.')
  }
  if (where.local === undefined) await asCommandLine()
  const region = where.region || regionOf(process.env)
  if (region !== undefined) process.env.AWS_REGION = region
}

/** The installation that a command is about to change, in words: credentials of another account find a stack of the same name there. */
export async function targetInWords(where: Where): Promise<string> {
  await chooseAccount(where)
  if (where.local !== undefined) return `the local service of ${resolve(where.local)}`
  const { identity } = await import('../../core/aws/identity.ts')
  const { account, region } = await identity()
  return `the stack ${where.stack ?? DEFAULT_STACK} in ${region} of the AWS account ${account}`
}

/** Points this process at the service. */
export async function aimAt(where: Where): Promise<Stack> {
  await chooseAccount(where)
  if (where.local === undefined) {
    const options = [
      ...(where.stack ? ['--stack', where.stack] : []),
      ...(where.region ? ['--region', where.region] : []),
    ]
    return { ...(await readStack(where.stack ?? DEFAULT_STACK, {})), options, local: false }
  }
  const dataDir = resolve(where.local)
  const { stack_name, region, env } = await endpointsOf(dataDir)
  Object.assign(process.env, { AWS_REGION: region }, env)
  // The SDK takes a profile before keys, and the local service knows none.
  delete process.env.AWS_PROFILE
  try {
    return { ...(await readStack(stack_name, env)), options: ['--local', where.local], local: true }
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new Error(`The local service of ${dataDir} is not running. Start it with npm start.`, { cause: error })
  }
}

/** @param fixed variables that the local run has set to addresses of its own. */
async function readStack(stackName: string, fixed: Record<string, string>): Promise<Omit<Stack, 'options' | 'local'>> {
  const outputs = await stackOutputs(stackName)
  if (!outputs) throw new Error(`There is no stack named ${stackName} in this AWS account and region.`)
  for (const [output, variable] of Object.entries(VARIABLES)) {
    if (outputs[output] !== undefined && fixed[variable] === undefined) process.env[variable] = outputs[output]
  }
  const apiId = outputs.RestApiId
  if (!apiId || !outputs.TableName) throw new Error(`The stack ${stackName} is not one of this service.`)
  return {
    gateway: { stackName, apiId },
    publishDeadLettersUrl: outputs.PublishDeadLettersUrl ?? '',
    baseUrl: outputs.BaseUrl ?? '',
    outputs,
    apps: byPlatform((_, id) => ({
      id: outputs[outputOf(id, 'AppId')],
      secretArn: outputs[outputOf(id, 'AppSecretArn')],
    })),
  }
}
