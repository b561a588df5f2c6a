// Least privilege: a function's role has the grants that its row names and no other. The table below is written by
// hand, apart from lib/bindings.ts, so that a binding cannot be widened unnoticed.
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyHashKey, rateStrikesKey, rateWindowKey, usageKey } from '../../core/table-keys.ts'
import { AUTHORIZER_USES } from '../../lib/api.ts'
import { BINDINGS, type Use } from '../../lib/bindings.ts'
import { VARIANT_USES } from '../../lib/media.ts'
import { ASK_QUOTA, WORKERS } from '../../lib/publishing.ts'
import { bundleOf, ROUTES } from '../../lib/routes.ts'
import { RECURRING } from '../../lib/schedules.ts'
import type { Settings } from '../../lib/settings.ts'
import { at, type Synthesized, synthesize } from './synthesize.ts'

const MAY: Record<Use, { actions: string[]; environment: string[] }> = {
  'table:get': { actions: ['dynamodb:GetItem'], environment: ['TABLE_NAME'] },
  'table:batch': { actions: ['dynamodb:BatchGetItem'], environment: ['TABLE_NAME'] },
  'table:query': { actions: ['dynamodb:Query'], environment: ['TABLE_NAME'] },
  'table:lists': { actions: ['dynamodb:Query'], environment: ['TABLE_NAME'] },
  'table:put': { actions: ['dynamodb:PutItem'], environment: ['TABLE_NAME'] },
  'table:update': { actions: ['dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'table:delete': { actions: ['dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  'table:due': { actions: ['dynamodb:Query'], environment: ['TABLE_NAME'] },
  'table:rate': { actions: ['dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'table:usage': { actions: ['dynamodb:PutItem'], environment: ['TABLE_NAME'] },
  'table:answers': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    environment: ['TABLE_NAME'],
  },
  'media:get': { actions: ['dynamodb:GetItem'], environment: ['TABLE_NAME'] },
  'media:inspect': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'media:store': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'media:announce': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'media:complete': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    environment: ['TABLE_NAME'],
  },
  'accounts:keep': {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'accounts:renew': {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'table:variants': { actions: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'slots:read': { actions: ['dynamodb:Query'], environment: ['TABLE_NAME'] },
  'slots:free': { actions: ['dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  'slots:leave': { actions: ['dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  'table:insights': { actions: ['dynamodb:PutItem'], environment: ['TABLE_NAME'] },
  'keys:resolve': { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'assistants:read': { actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], environment: ['TABLE_NAME'] },
  'assistants:write': {
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
    environment: ['TABLE_NAME'],
  },
  'people:read': {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    environment: ['TABLE_NAME'],
  },
  'table:asked': {
    actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    environment: ['TABLE_NAME'],
  },
  'people:put': { actions: ['dynamodb:PutItem'], environment: ['TABLE_NAME'] },
  'people:update': { actions: ['dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'team:put': { actions: ['dynamodb:PutItem'], environment: ['TABLE_NAME'] },
  'team:update': { actions: ['dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  'team:delete': { actions: ['dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  'team:check': { actions: ['dynamodb:ConditionCheckItem'], environment: ['TABLE_NAME'] },
  'role:look': { actions: ['dynamodb:GetItem'], environment: ['TABLE_NAME'] },
  'role:check': { actions: ['dynamodb:GetItem', 'dynamodb:ConditionCheckItem'], environment: ['TABLE_NAME'] },
  'people:names': { actions: ['dynamodb:BatchGetItem'], environment: ['TABLE_NAME'] },
  'people:delete': { actions: ['dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  'table:sign-in': { actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'], environment: ['TABLE_NAME'] },
  provider: {
    actions: ['cognito-idp:DescribeUserPoolClient'],
    environment: ['SIGN_IN_ISSUER', 'SIGN_IN_CLIENT_ID', 'USER_POOL_ID'],
  },
  'sign-out': { actions: [], environment: ['SIGN_IN_CLIENT_ID', 'USER_POOL_ID', 'SIGN_OUT_URL'] },
  'users:invite': {
    actions: ['cognito-idp:AdminGetUser', 'cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser'],
    environment: ['USER_POOL_ID'],
  },
  // Without settings that name them: nothing.
  'platform-apps': { actions: [], environment: [] },
  brand: { actions: [], environment: [] },
  consent: { actions: [], environment: ['CONNECT_PERMISSIONS'] },
  'people:list': { actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'], environment: ['TABLE_NAME'] },
  'notices:get': { actions: ['dynamodb:GetItem'], environment: ['TABLE_NAME'] },
  'notices:list': { actions: ['dynamodb:Query'], environment: ['TABLE_NAME'] },
  'notices:write': { actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], environment: ['TABLE_NAME'] },
  // Without an address to send from: nothing.
  'mail-from': { actions: [], environment: [] },
  'mail:send': { actions: [], environment: [] },
  dashboard: { actions: [], environment: ['DASHBOARD_URL'] },
  'originals:read': { actions: ['s3:GetObject'], environment: ['MEDIA_BUCKET'] },
  'originals:write': { actions: ['s3:PutObject'], environment: ['MEDIA_BUCKET'] },
  'originals:abort': { actions: ['s3:AbortMultipartUpload'], environment: ['MEDIA_BUCKET'] },
  'originals:delete': { actions: ['s3:DeleteObject'], environment: ['MEDIA_BUCKET'] },
  'variants:write': { actions: ['s3:PutObject'], environment: ['MEDIA_BUCKET'] },
  'variants:delete': { actions: ['s3:DeleteObject'], environment: ['MEDIA_BUCKET'] },
  'uploads:read': { actions: ['s3:GetObject'], environment: ['MEDIA_BUCKET'] },
  'uploads:write': { actions: ['s3:PutObject'], environment: ['MEDIA_BUCKET'] },
  'uploads:delete': { actions: ['s3:DeleteObject'], environment: ['MEDIA_BUCKET'] },
  'pictures:write': { actions: ['s3:PutObject'], environment: ['MEDIA_BUCKET'] },
  'pictures:delete': { actions: ['s3:DeleteObject'], environment: ['MEDIA_BUCKET'] },
  'bucket:list': { actions: ['s3:ListBucket'], environment: ['MEDIA_BUCKET'] },
  cdn: { actions: [], environment: ['CDN_URL'] },
  variants: { actions: [], environment: ['VARIANTS_AT_ONCE'] },
  'publish-queue:send': { actions: ['sqs:SendMessage'], environment: ['PUBLISH_QUEUE_URL'] },
  'publish-queue:consume': {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    environment: [],
  },
  'publish-queue:bring-back': { actions: ['sqs:ChangeMessageVisibility'], environment: ['PUBLISH_QUEUE_URL'] },
  'inspect-queue:send': { actions: ['sqs:SendMessage'], environment: ['INSPECT_QUEUE_URL'] },
  'inspect-queue:consume': {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    environment: [],
  },
  'deliver-queue:send': { actions: ['sqs:SendMessage'], environment: ['DELIVER_QUEUE_URL'] },
  'deliver-queue:consume': {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    environment: [],
  },
  'schedules:create': {
    actions: ['scheduler:CreateSchedule', 'iam:PassRole'],
    environment: ['SCHEDULE_GROUP', 'SCHEDULE_ROLE_ARN', 'PUBLISH_QUEUE_ARN'],
  },
  'schedules:delete': { actions: ['scheduler:DeleteSchedule'], environment: ['SCHEDULE_GROUP'] },
  'token:encrypt': { actions: ['kms:Encrypt'], environment: ['TOKEN_KEY_ID'] },
  'quota:ask': { actions: ['lambda:InvokeFunction'], environment: ['QUOTA_FUNCTION'] },
  'token:decrypt': { actions: ['kms:Decrypt'], environment: ['TOKEN_KEY_ID'] },
  'secret:encrypt': { actions: ['kms:Encrypt'], environment: ['TOKEN_KEY_ID'] },
  'secret:decrypt': { actions: ['kms:Decrypt'], environment: ['TOKEN_KEY_ID'] },
  'key-secret:encrypt': { actions: ['kms:Encrypt'], environment: ['TOKEN_KEY_ID'] },
  'key-secret:decrypt': { actions: ['kms:Decrypt'], environment: ['TOKEN_KEY_ID'] },
  'app-secret:encrypt': { actions: ['kms:Encrypt'], environment: ['TOKEN_KEY_ID'] },
  'app-secret:decrypt': { actions: ['kms:Decrypt'], environment: ['TOKEN_KEY_ID'] },
  'apps:read': { actions: ['dynamodb:GetItem'], environment: ['TABLE_NAME'] },
  platforms: {
    actions: [],
    environment: [
      'INSTAGRAM_GRAPH_URL',
      'THREADS_GRAPH_URL',
      'INSTAGRAM_API_VERSION',
      'THREADS_API_VERSION',
      'FACEBOOK_GRAPH_URL',
      'FACEBOOK_API_VERSION',
      'BLUESKY_PLC_URL',
      'BLUESKY_APPVIEW_URL',
      'BLUESKY_VIDEO_URL',
      'PUBLISH_POLL_MS',
    ],
  },
  metrics: { actions: [], environment: ['METRICS_NAMESPACE'] },
  'one-heap': { actions: [], environment: ['MALLOC_ARENA_MAX'] },
  'slow-tries': { actions: [], environment: ['SLOW_TRIES_AT_ONCE'] },
  'shared-usage-key': {
    actions: ['dynamodb:GetItem'],
    environment: ['TABLE_NAME', 'SHARED_USAGE_KEY', 'SHARED_USAGE_KEYS'],
  },
}

/** The grant that every function has: its own logs. */
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents']

const USES = new Map<string, readonly Use[]>([
  ['authorizer', AUTHORIZER_USES],
  ['variant', VARIANT_USES],
  [ASK_QUOTA.bundle, ASK_QUOTA.uses],
  ...Object.values(WORKERS).map(({ bundle, uses }) => [bundle, uses] as const),
  ...RECURRING.map(({ bundle, uses }) => [bundle, uses] as const),
  ...ROUTES.map(({ file, uses }) => [bundleOf(file), uses] as const),
])

interface Statement {
  Action: string | string[]
  Resource: unknown
  Effect: string
  Condition?: Record<string, Record<string, unknown>>
}

let stack: Synthesized
let functions: { bundle: string; role: string; environment: string[] }[]

beforeAll(async () => {
  stack = await synthesize()
  functions = stack.functions.map(({ bundle, id }) => {
    const { Role, Environment } = stack.resources[id]!.Properties as {
      Role: { 'Fn::GetAtt': [string] }
      Environment: { Variables: Record<string, unknown> }
    }
    return { bundle, role: Role['Fn::GetAtt'][0], environment: Object.keys(Environment.Variables) }
  })
})

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

const statementsOf = (role: string): Statement[] =>
  stack
    .of('AWS::IAM::Policy')
    .filter(([, policy]) => (policy.Roles as { Ref: string }[]).some(({ Ref }) => Ref === role))
    .flatMap(([, policy]) => at<Statement[]>(policy, 'PolicyDocument.Statement'))

describe('grants', () => {
  it('every function of the stack is named by a row', () => {
    expect(functions.map(({ bundle }) => bundle).sort()).toEqual([...USES.keys()].sort())
  })

  it('no two functions share a role', () => {
    expect(new Set(functions.map(({ role }) => role)).size).toBe(functions.length)
  })

  it.each([...USES])('%s may do what its row names and nothing else', (bundle, uses) => {
    const { role, environment } = functions.find((fn) => fn.bundle === bundle)!
    const statements = statementsOf(role)
    expect(statements.every(({ Effect }) => Effect === 'Allow')).toBe(true)
    const actions = new Set(statements.flatMap(({ Action }) => list(Action)))
    expect([...actions].sort()).toEqual([...new Set([...LOGS, ...uses.flatMap((use) => MAY[use].actions)])].sort())
    expect(environment.sort()).toEqual(
      [...new Set(['LOG_LEVEL', ...uses.flatMap((use) => MAY[use].environment)])].sort(),
    )
  })

  it('mail is sent where an address is set, from that address alone and by the sweeper alone', {
    tags: 'deep',
  }, async () => {
    expect(JSON.stringify(stack.resources)).not.toMatch(/ses:|MAIL_FROM/)
    const mailing = await synthesize({ mailFrom: 'notices@example.com' })
    const sending = mailing
      .of('AWS::IAM::Policy')
      .flatMap(([id, policy]) =>
        at<Statement[]>(policy, 'PolicyDocument.Statement').map((statement) => ({ id, ...statement })),
      )
      .filter(({ Action }) => list(Action).some((action) => action.startsWith('ses:')))
    expect(sending).toHaveLength(1)
    expect(sending[0]).toMatchObject({
      id: expect.stringMatching(/^SchedulesSweep/),
      Action: 'ses:SendEmail',
      Condition: { StringEquals: { 'ses:FromAddress': 'notices@example.com' } },
    })
    const on = list(sending[0]!.Resource).map((resource) => JSON.stringify(resource))
    expect(on).toEqual([
      // Also asked for where the identity has a default configuration set.
      expect.stringMatching(/:ses:.*:configuration-set\/\*/),
      expect.stringMatching(/:ses:.*:identity\/\*/),
    ])
    const told = mailing
      .of('AWS::Lambda::Function')
      .filter(([, fn]) => at<string | undefined>(fn, 'Environment.Variables.MAIL_FROM') === 'notices@example.com')
    expect(told.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      expect.stringMatching(/ApiSession/),
      expect.stringMatching(/DeliverWorker/),
      'SchedulesSweep',
    ])
  })

  it('roles are made of those statements alone', () => {
    for (const { role } of functions) {
      const { ManagedPolicyArns, Policies, AssumeRolePolicyDocument } = stack.resources[role]!.Properties
      expect(ManagedPolicyArns).toBeUndefined()
      expect(Policies).toBeUndefined()
      expect(at(AssumeRolePolicyDocument, 'Statement.0.Principal')).toEqual({ Service: 'lambda.amazonaws.com' })
    }
  })

  it('no statement reaches beyond one resource: a star is used only for objects of one purpose, and schedules', () => {
    const stars = functions.flatMap(({ role }) =>
      statementsOf(role).flatMap(({ Action, Resource }) =>
        list(Resource)
          .map((resource) => JSON.stringify(resource))
          .filter((resource) => resource.includes('*'))
          .map((resource) => ({ action: list(Action)[0]!.split(':')[0], resource })),
      ),
    )
    for (const { action, resource } of stars) {
      expect(['s3', 'scheduler']).toContain(action)
      expect(resource).toMatch(
        action === 's3'
          ? /"Fn::GetAtt":\["MediaBucket\w+","Arn"\]\},"\/((uploads|v|profile)\/\*|[?]{8}(-[?]{4}){3}-[?]{12}\.\*)"\]\]\}$/
          : /":schedule\/SocialPublisher-Publishing-Schedules-\w+\/\*"\]\]\}$/,
      )
    }
    expect(JSON.stringify(stack.of('AWS::IAM::Policy'))).not.toContain('"Resource":"*"')
  })

  const ofWhat = (statement: Statement): string => JSON.stringify(statement.Condition)
  const only = (context: string) => JSON.stringify({ Null: { [`kms:EncryptionContext:${context}`]: 'false' } })

  it('decrypting a token is for those that publish or keep accounts, and for asking what an account may still publish', () => {
    const able = (context: string) =>
      functions
        .filter(({ role }) =>
          statementsOf(role).some(
            (statement) => list(statement.Action).includes('kms:Decrypt') && ofWhat(statement) === only(context),
          ),
        )
        .map(({ bundle }) => bundle)
        .sort()
    expect(able('account_id')).toEqual(['schedule-keep-accounts', 'worker-ask-quota', 'worker-publish'])
    // Making and rotating repeat an answer with its secret, for a request that is repeated.
    expect(able('webhook_id')).toEqual(['api-webhooks-create', 'api-webhooks-rotate', 'worker-deliver'])
    expect(able('api_key_id')).toEqual(['api-keys'])
  })

  it('what is encrypted and decrypted is of a named account, webhook, API key or app', () => {
    for (const { role } of functions) {
      for (const statement of statementsOf(role)) {
        if (!list(statement.Action).some((action) => action.startsWith('kms:'))) continue
        expect(['account_id', 'webhook_id', 'api_key_id', 'platform_app'].map(only)).toContain(ofWhat(statement))
      }
    }
  })

  it('what only counts or resolves keys reaches only those items', () => {
    const { role } = functions.find(({ bundle }) => bundle === 'api-not-found')!
    const allowed = (key: string, action: string) =>
      statementsOf(role).some(({ Action, Condition }) => {
        const patterns = list(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []) as string[]
        return list(Action).includes(action) && patterns.some((pattern) => key.startsWith(pattern.replace(/\*$/, '')))
      })
    const id = '0193c1b2-7b2e-7000-8000-000000000000'
    expect(allowed(rateWindowKey(id, 1).pk, 'dynamodb:UpdateItem')).toBe(true)
    expect(allowed(rateStrikesKey(id).pk, 'dynamodb:UpdateItem')).toBe(true)
    expect(allowed(usageKey(id, 0, 'r').pk, 'dynamodb:PutItem')).toBe(true)
    expect(allowed(apiKeyHashKey('h').pk, 'dynamodb:GetItem')).toBe(true)
    expect(allowed(apiKeyHashKey('h').pk, 'dynamodb:UpdateItem')).toBe(true)
    for (const action of ['dynamodb:UpdateItem', 'dynamodb:PutItem', 'dynamodb:GetItem']) {
      expect(allowed(`MEDIA#${id}`, action)).toBe(false)
      expect(allowed(`OWNER#${id}`, action)).toBe(false)
    }
  })

  it('schedules may only reach the publish queue, and only for this group', () => {
    const [id, role] = stack.of('AWS::IAM::Role').find(([key]) => key.includes('ScheduleRole'))!
    expect(at(role, 'AssumeRolePolicyDocument.Statement.0.Condition.StringEquals.aws:SourceArn')).toEqual({
      'Fn::GetAtt': [expect.stringContaining('PublishingSchedules'), 'Arn'],
    })
    const statements = statementsOf(id)
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({
      Action: 'sqs:SendMessage',
      Resource: { 'Fn::GetAtt': [expect.stringContaining('PublishQueue'), 'Arn'] },
    })
  })
})

// IAM compares the whole ARN, whatever the call names: https://docs.aws.amazon.com/secretsmanager/latest/userguide/troubleshoot.html
it.each([
  [
    'a secret without what Secrets Manager appends',
    'arn:aws:secretsmanager:eu-west-1:123456789012:secret:threads',
    true,
  ],
  ['a parameter', 'arn:aws:ssm:eu-west-1:123456789012:parameter/threads', false],
])('reading %s is granted under its whole name', (_what, arn, appended) => {
  const settings = { threadsAppId: '1234567', threadsAppSecretArn: arn } as Settings
  const [grant] = BINDINGS['platform-apps']({ settings }).grants
  expect(grant!.resources).toEqual([arn, ...(appended ? [`${arn}-??????`] : [])])
})
