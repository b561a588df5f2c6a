// The local run refuses what a role does not allow, but only of the calls that a test brings about. Here all calls that are
// left in each function's bundle, after the bundler dropped what it cannot reach, are held against the grants of its row.
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENV, TABLE } from '../../core/contract.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { hasOperatorsApp } from '../../core/platforms/platform-facts.ts'
import {
  apiVersionVariable,
  appIdVariable,
  appSecretArnVariable,
  graphUrlVariable,
  serviceVariable,
} from '../../core/platforms/setting-names.ts'
import { bundleOf, ROUTES } from '../../lib/routes.ts'
import { functionFiles, IN_PARTS, READABLE } from '../../scripts/build.ts'
import { at, type Synthesized, synthesize } from './synthesize.ts'

/** The grants of each call, but for those on the table. */
const NEEDS: Record<string, string[]> = {
  GetObjectCommand: ['s3:GetObject'],
  HeadObjectCommand: ['s3:GetObject'],
  PutObjectCommand: ['s3:PutObject'],
  CreateMultipartUploadCommand: ['s3:PutObject'],
  UploadPartCommand: ['s3:PutObject'],
  CopyObjectCommand: ['s3:GetObject', 's3:PutObject'],
  UploadPartCopyCommand: ['s3:GetObject', 's3:PutObject'],
  CompleteMultipartUploadCommand: ['s3:PutObject'],
  AbortMultipartUploadCommand: ['s3:AbortMultipartUpload'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  DeleteObjectsCommand: ['s3:DeleteObject'],
  ListObjectsV2Command: ['s3:ListBucket'],
  SendMessageCommand: ['sqs:SendMessage'],
  SendMessageBatchCommand: ['sqs:SendMessage'],
  ChangeMessageVisibilityCommand: ['sqs:ChangeMessageVisibility'],
  CreateScheduleCommand: ['scheduler:CreateSchedule', 'iam:PassRole'],
  DeleteScheduleCommand: ['scheduler:DeleteSchedule'],
  InvokeCommand: ['lambda:InvokeFunction'],
  EncryptCommand: ['kms:Encrypt'],
  DecryptCommand: ['kms:Decrypt'],
  GetParameterCommand: ['ssm:GetParameter'],
  GetSecretValueCommand: ['secretsmanager:GetSecretValue'],
  DescribeUserPoolClientCommand: ['cognito-idp:DescribeUserPoolClient'],
  AdminGetUserCommand: ['cognito-idp:AdminGetUser'],
  AdminCreateUserCommand: ['cognito-idp:AdminCreateUser'],
  AdminDeleteUserCommand: ['cognito-idp:AdminDeleteUser'],
  GetUsagePlansCommand: ['apigateway:GET'],
  CreateUsagePlanCommand: ['apigateway:POST'],
  CreateApiKeyCommand: ['apigateway:POST'],
  CreateUsagePlanKeyCommand: ['apigateway:POST'],
  DeleteApiKeyCommand: ['apigateway:DELETE'],
  SendEmailCommand: ['ses:SendEmail'],
}

/** Calls that `core/aws/table.ts` makes for others: who calls its functions is what counts. */
const TABLE_CALLS = /^(Get|BatchGet|Query|Put|Update|Delete|TransactWrite)Command$/

const TABLE_FUNCTIONS: Record<string, string> = {
  get: 'dynamodb:GetItem',
  batchGet: 'dynamodb:BatchGetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  remove: 'dynamodb:DeleteItem',
}

const IN_TRANSACTIONS: Record<string, string> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
}

/** Items of people, their sessions, teams and invitations: granted together where they are granted by their keys. */
const PEOPLE = 'people'
const PEOPLE_KEYS = ['PERSON#*', 'SESSION#*', 'TEAM#*', 'INVITATION#*', 'ACTIVITY#*']

/** Files of the endpoint chain, and of people: what they do with the table is granted for these keys alone. */
const OWN_KEYS: Record<string, string> = {
  'core/api-keys/limiter.ts': 'RATE#*',
  'core/api-keys/shared-plans.ts': 'RATE#*',
  'core/api-keys/end-secrets.ts': 'RATE#*',
  'core/api-keys/key-store.ts': 'KEYHASH#*',
  'core/people/session-changes.ts': 'RATE#*',
  'core/api-keys/actor.ts': PEOPLE,
  'core/api-keys/resolve-key.ts': PEOPLE,
  'core/people/first-password.ts': PEOPLE,
  'core/people/person-store.ts': PEOPLE,
  'core/people/session-store.ts': PEOPLE,
  'core/people/team-store.ts': PEOPLE,
  'core/people/sign-in.ts': 'SIGNIN#*',
  'core/notices/notice-store.ts': 'NOTICES#*',
  'core/usage/record-request.ts': 'USAGE#*,SUMMARY#*',
  'core/idempotency/answered-requests.ts': 'IDEMPOTENCY#*',
  'core/media/variant-failures.ts': 'VARIANTS#*',
  'core/posts/keep-figures.ts': 'INSIGHTS#*',
  'core/accounts/asked-store.ts': 'ASKED#*',
  'core/accounts/searched-hashtags.ts': 'ASKED#*',
  'core/accounts/app-document.ts': 'APP#*',
  'core/slots/slot-store.ts': 'SLOTS#*',
}

/** Files whose items go along in transactions of others, which the bundler may have left as all that is used of them. */
const ALONG = new Set(['core/api-keys/actor.ts', 'core/people/connect-link-store.ts', 'core/posts/post-store.ts'])

/** Variables that are the local run's, or that a function can do without. */
const OPTIONAL = new Set<string>([ENV.urlUploadAllowHosts, ENV.platformAllowHosts, ENV.logLevel])

interface Unreached {
  actions?: string[]
  environment?: string[]
}

const SCHEDULING: Unreached = {
  actions: ['scheduler:CreateSchedule', 'iam:PassRole'],
  environment: [ENV.scheduleGroup, ENV.publishQueueArn, ENV.scheduleRoleArn],
}

/** Platforms that have one host for all accounts, and what those without have in common. */
const AT_HOME = PLATFORM_IDS.filter((id) => factsOf(id).api.graph !== undefined)
const SERVICES = PLATFORM_IDS.flatMap((id) =>
  Object.keys(factsOf(id).api.services ?? {}).map((service) => serviceVariable(id, service)),
)

/** Calls that the code of a bundle could make and its function never does. */
const UNREACHED: Record<string, Unreached> = {
  // Only completing an upload ends a session.
  'api-media-create': { actions: ['dynamodb:DeleteItem'] },
  // Both send what is due now.
  'api-posts-stories': {
    actions: [...(SCHEDULING.actions ?? []), 'dynamodb:Query SLOTS#*'],
    environment: [...(SCHEDULING.environment ?? [])],
  },
  // A post that is retried leaves no slot: those that failed before its time gave theirs back then.
  'api-posts-retry': { ...SCHEDULING, actions: [...(SCHEDULING.actions ?? []), 'dynamodb:DeleteItem'] },
  // Keys that are made in the dashboard have no copy at the gateway.
  'api-keys': { actions: ['apigateway:DELETE', 'apigateway:GET', 'apigateway:POST'] },
  // The stack's own pool gives the secret away; another provider's is read where the settings name it.
  'api-sign-in': {
    // Keys of assistants have no copy at the gateway.
    actions: [
      'apigateway:DELETE',
      'apigateway:GET',
      'apigateway:POST',
      'secretsmanager:GetSecretValue',
      'ssm:GetParameter',
    ],
    environment: [ENV.signInClientSecretArn],
  },
  // All that it puts are summaries, which the chain's grant covers.
  'api-usage-get': { actions: ['dynamodb:PutItem'] },
}

/** They make, change or end keys: the dashboard's, and those of assistants. */
const MANAGING_KEYS = new Set(['api-keys', 'api-sign-in', 'api-team'])

/** Where a session is looked up. */
const LOOKED_UP = ['core/people/session-store.ts', 'core/people/team-store.ts']

interface Calls {
  actions: Set<string>
  environment: Set<string>
  unknown: string[]
}

/** The parts of a bundle that are ours, by file: esbuild names each in a comment. */
const ownFiles = (bundle: string): Map<string, string> =>
  new Map(
    bundle
      .split(/^(?=\/\/ \S+\.\w+$)/m)
      .map((part): [string, string] => [part.slice(3, part.indexOf('\n')), part])
      .filter(([file]) => /^(core|functions)\//.test(file) && file !== 'core/contract.ts'),
  )

const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

/** A file's operations on the table, such as `dynamodb:GetItem`, `dynamodb:Query by_owner`, `dynamodb:PutItem RATE#*`. */
function tableCallsIn(file: string, code: string, own: Readonly<Record<string, string>>): string[] {
  // Platforms know no storage: what they put and remove is on the platform.
  if (file === 'core/aws/table.ts' || file.startsWith('core/platforms/')) return []
  const actions = matches(code, /(?<![.\w])(get|batchGet|put|update|remove)\d*\(/g).map(
    (name) => TABLE_FUNCTIONS[name]!,
  )
  if (ALONG.has(file) || /(?<![.\w])transact(AsAdmin)?\d*\(/.test(code)) {
    actions.push(...matches(code, /\b(Put|Update|Delete|ConditionCheck): /g).map((name) => IN_TRANSACTIONS[name]!))
  }
  if (/KeyConditionExpression: ["'`]pk = /.test(code)) actions.push('dynamodb:Query')
  for (const index of matches(code, /IndexName: TABLE\.(by\w+)/g)) {
    actions.push(`dynamodb:Query ${TABLE[index as 'byOwner' | 'byDue'].name}`)
  }
  return file in own ? actions.map((action) => `${action} ${own[file]}`) : actions
}

function callsIn(name: string, bundle: string): Calls {
  const files = ownFiles(bundle)
  const row = ROUTES.find(({ file }) => bundleOf(file) === name)
  const manages = MANAGING_KEYS.has(name)
  // Where the gateway's authorizer has looked the caller up, or nobody is asked, the chain never does.
  if (row && row.auth !== 'optional') {
    if (!manages) files.delete('core/api-keys/key-store.ts')
    files.delete('core/api-keys/resolve-key.ts')
    // Whether the maker of a link is still an admin is asked without a session.
    if (name === 'api-connect-links') files.delete('core/people/session-store.ts')
    else if (!row.uses.includes('people:read')) for (const file of LOOKED_UP) files.delete(file)
  }
  const code = [...files.values()].join('\n')
  // A name that two packages have ends in a number.
  const commands = matches(code, /new (\w+?Command)\d*\(/g).filter((command) => !TABLE_CALLS.test(command))
  const actions = commands.flatMap((command) => NEEDS[command] ?? [])
  // Operations on keys as such are not limited to looking them up.
  const { 'core/api-keys/key-store.ts': lookingUp, ...others } = OWN_KEYS
  const own: Record<string, string> = manages ? { ...others } : { ...others, 'core/api-keys/key-store.ts': lookingUp! }
  // Removing somebody ends the links that they made, among the items of their team.
  if (name === 'api-team') own['core/people/connect-link-store.ts'] = PEOPLE
  for (const [file, part] of files) actions.push(...tableCallsIn(file, part, own))
  const environment = matches(code, /\bENV\.(\w+)/g).map((name) => ENV[name as keyof typeof ENV] as string)
  // Where a platform is stands in a variable that is named after it.
  const withApp = PLATFORM_IDS.filter((id) => hasOperatorsApp(factsOf(id)))
  for (const [reader, ids, variables] of [
    ['graphUrlVariable', AT_HOME, (id: PlatformId) => [graphUrlVariable(id)]],
    ['apiVersionVariable', AT_HOME, (id: PlatformId) => [apiVersionVariable(id)]],
    ['appIdVariable', withApp, (id: PlatformId) => [appIdVariable(id)]],
    ['appSecretArnVariable', withApp, (id: PlatformId) => [appSecretArnVariable(id)]],
  ] as const) {
    if (new RegExp(`(?<!function |const )\\b${reader}\\d*\\(`).test(code)) environment.push(...ids.flatMap(variables))
  }
  if (/(?<!function |const )\bserviceVariable\d*\(/.test(code)) environment.push(...SERVICES)
  return {
    // Beside other items in one transaction the check of a role is granted without keys: IAM may be shown all of them.
    actions: new Set(
      actions.map((action) =>
        name !== 'api-team' && action === `${IN_TRANSACTIONS.ConditionCheck} ${PEOPLE}`
          ? IN_TRANSACTIONS.ConditionCheck!
          : action,
      ),
    ),
    environment: new Set(environment),
    unknown: commands.filter((name) => !(name in NEEDS)),
  }
}

const files = await functionFiles()
const calls = new Map<string, Calls>()
let stack: Synthesized

beforeAll(async () => {
  const whole = [...files].filter(([name]) => !IN_PARTS.has(name)).map(([name, file]) => ({ in: file, out: name }))
  const { outputFiles } = await build({ ...READABLE, entryPoints: whole })
  for (const { path, text } of outputFiles) {
    const name = path.replace(/^.*[\\/]|\.js$/g, '')
    calls.set(name, callsIn(name, text))
  }
  for (const name of IN_PARTS) {
    const parts = await build({ ...READABLE, entryPoints: [files.get(name)!], splitting: true })
    calls.set(name, callsIn(name, parts.outputFiles.map(({ text }) => text).join('\n')))
  }
  // With apps at the platforms, one secret in each of the two services, and an address to send mail from.
  stack = await synthesize({
    mailFrom: 'notices@example.com',
    instagramAppId: '1000000000000001',
    instagramAppSecretArn: 'arn:aws:ssm:eu-west-1:123456789012:parameter/instagram',
    threadsAppId: '1000000000000002',
    threadsAppSecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:threads-AbCdEf',
    facebookAppId: '1000000000000003',
    facebookAppSecretArn: 'arn:aws:ssm:eu-west-1:123456789012:parameter/facebook',
    brandName: 'Studio',
    brandLogoUrl: 'https://example.com/logo.svg',
    brandColor: '#336699',
  })
})

interface Statement {
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}

const KNOWN_KEYS = new Set(Object.values(OWN_KEYS))

/**
 * Keys that a grant is limited to, those of people under one name. Which items a function that takes apart strangers' files
 * may touch is told by no call: hostile-files.test.ts has them one by one.
 */
function keyNames(keys: string[]): string[] {
  const others = keys.filter((key) => !PEOPLE_KEYS.includes(key))
  if (others.length > 0 && !KNOWN_KEYS.has(others.join())) return ['']
  return [...(others.length > 0 ? [` ${others.join()}`] : []), ...(others.length < keys.length ? [` ${PEOPLE}`] : [])]
}

/** The actions of a statement, those on the table with the index or the keys that they are limited to. */
function actionsOf({ Action, Resource, Condition }: Statement): string[] {
  const keys = at<string | string[] | undefined>(Condition, 'ForAllValues:StringLike.dynamodb:LeadingKeys')
  const ends = [Resource].flat().flatMap((resource) => {
    const index = JSON.stringify(resource).match(/\/index\/(\w+)/)?.[1]
    return index ? ` ${index}` : keys ? keyNames([keys].flat()) : ''
  })
  return [Action]
    .flat()
    .flatMap((action) => (action.startsWith('dynamodb:') ? ends.map((end) => action + end) : action))
}

function granted(bundle: string): { actions: Set<string>; environment: string[] } {
  const { id } = stack.functions.find((fn) => fn.bundle === bundle)!
  const { Role, Environment } = stack.resources[id]!.Properties
  const role = at<string>(Role, 'Fn::GetAtt.0')
  const statements = stack
    .of('AWS::IAM::Policy')
    .filter(([, policy]) => at<{ Ref: string }[]>(policy, 'Roles').some(({ Ref }) => Ref === role))
    .flatMap(([, policy]) => at<Statement[]>(policy, 'PolicyDocument.Statement'))
  return {
    actions: new Set(statements.flatMap(actionsOf)),
    environment: Object.keys(at(Environment, 'Variables')),
  }
}

describe.each([...files.keys()])('%s', (bundle) => {
  it('may do every call that it makes', () => {
    const { actions, unknown } = calls.get(bundle)!
    expect(unknown).toEqual([])
    const allowed = granted(bundle).actions
    const missing = [...actions].filter((action) => !allowed.has(action))
    expect(missing.sort()).toEqual([...(UNREACHED[bundle]?.actions ?? [])].sort())
  })

  it('may do nothing that it does not do', () => {
    const { actions } = calls.get(bundle)!
    // Consuming is the event source's; listing is also what makes a missing object a 404.
    const used = (action: string) => actions.has(action) || /^logs:|^sqs:(?!Send)|^s3:ListBucket$/.test(action)
    expect([...granted(bundle).actions].filter((action) => !used(action))).toEqual([])
  })

  it('has the variables that it reads', () => {
    const { environment } = calls.get(bundle)!
    const given = granted(bundle).environment
    const missing = [...environment].filter((name) => !given.includes(name) && !OPTIONAL.has(name))
    expect(missing.sort()).toEqual([...(UNREACHED[bundle]?.environment ?? [])].sort())
  })
})

it('looks at calls that are really there', () => {
  expect([...calls.get('api-posts-feed')!.actions]).toEqual(
    expect.arrayContaining([
      'dynamodb:PutItem',
      'sqs:SendMessage',
      'scheduler:CreateSchedule',
      'dynamodb:BatchGetItem',
    ]),
  )
  expect([...calls.get('worker-publish')!.actions]).toContain('kms:Decrypt')
})
