// docs/restoring.md: that what is kept can be taken into a new stack with `cdk import`, and that the page says how long data are kept.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACTIVITY_DAYS } from '../../core/activity/rules/activity.ts'
import { TABLE } from '../../core/contract.ts'
import { IDEMPOTENCY_HOURS } from '../../core/idempotency/rules/answer-life.ts'
import { KEEP_NOTICES_MS } from '../../core/notices/rules/notices.ts'
import { INVITATION_MS } from '../../core/people/people.ts'
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from '../../core/people/rules/session-life.ts'
import { KEPT_MS } from '../../core/posts/keep-figures.ts'
import { RECORD_DAYS } from '../../core/usage/record-request.ts'
import { KEEP_DELIVERIES_MS } from '../../core/webhooks/rules/webhooks.ts'
import { TOKEN_KEY_LOGICAL_ID } from '../../lib/logical-ids.ts'
import { at, type Part, ROOT, type Synthesized, synthesize } from './synthesize.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'restoring.md'), 'utf8')
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** By what CloudFormation finds a resource that is imported: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-manually.html */
const IDENTIFIERS: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::KMS::Key': 'KeyId',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolId',
}

/** The page's copy of `kept.json`. */
const mapping = JSON.parse(PAGE.match(/```json\n([^`]+)```/)![1]!) as Record<string, Record<string, string>>

/** Logical ids and pseudo parameters that a part of the template names. */
function namedIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namedIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [String(value)]
    if (key === 'Fn::GetAtt') return [String([value].flat()[0])]
    if (key === 'Fn::Sub') throw new Error('what Fn::Sub names is not looked at here')
    return namedIn(value)
  })
}

let stack: Synthesized
let imported: Synthesized
beforeAll(async () => {
  stack = await synthesize()
  // As the page has it.
  imported = await synthesize({
    dashboardDomain: 'not.used.example',
    dashboardCertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/none',
  })
})

describe('what is kept', () => {
  it('is all of it in the file that the page has for cdk import, each by its identifier', () => {
    const kept = Object.entries(stack.resources).filter(
      ([, { Type, DeletionPolicy }]) => Type in IDENTIFIERS && DeletionPolicy === 'RetainExceptOnCreate',
    )
    const wanted = kept.map(([id, { Type }]) => [id, [IDENTIFIERS[Type]]])
    expect(Object.fromEntries(Object.entries(mapping).map(([id, by]) => [id, Object.keys(by)]))).toEqual(
      Object.fromEntries(wanted),
    )
  })

  // An import has these in its template, and nothing else: what they name must be among them.
  it('can be imported by itself: it has a deletion policy and names nothing that is not imported', () => {
    for (const id of Object.keys(mapping)) {
      const { DeletionPolicy, Properties, DependsOn } = imported.resources[id]!
      expect(DeletionPolicy, id).toBe('RetainExceptOnCreate')
      expect(DependsOn, id).toBeUndefined()
      const named = namedIn(Properties).filter((name) => !name.startsWith('AWS::'))
      expect(
        named.filter((name) => !(name in mapping)),
        id,
      ).toEqual([])
    }
  })

  it('is told by its token key to be a stack of this service: by an import it gets no outputs', () => {
    expect(Object.keys(mapping)).toContain(TOKEN_KEY_LOGICAL_ID)
    expect(stack.of('AWS::KMS::Key').map(([id]) => id)).toEqual([TOKEN_KEY_LOGICAL_ID])
  })

  it('has no name of ours, which a table of a point in time could not have', () => {
    for (const [id, by] of Object.entries(mapping)) {
      for (const name of Object.keys(by)) expect(imported.resources[id]!.Properties, id).not.toHaveProperty(name)
    }
  })
})

describe('the page of restoring', () => {
  it('sets again what a restored table has lost', () => {
    const [[, table]] = stack.of('AWS::DynamoDB::Table') as [[string, Part]]
    // Another setting of the table that a restore loses would have to be there too.
    expect(Object.keys(table).sort()).toEqual([
      'AttributeDefinitions',
      'BillingMode',
      'DeletionProtectionEnabled',
      'GlobalSecondaryIndexes',
      'KeySchema',
      'PointInTimeRecoverySpecification',
      'ResourcePolicy',
      'Tags',
      'TimeToLiveSpecification',
    ])
    expect(PAGE).toContain(`AttributeName=${TABLE.timeToLive}`)
    expect(PAGE).toContain('PointInTimeRecoveryEnabled=true')
    expect(PAGE).toContain('--deletion-protection-enabled')
    const [, policy] = /put-resource-policy .*--policy '(.+)'$/m.exec(PAGE)!
    expect(JSON.parse(policy!)).toEqual(at(table, 'ResourcePolicy.PolicyDocument'))
  })

  // https://docs.aws.amazon.com/cli/latest/reference/dynamodb/wait/table-exists.html and
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateBackup.html, API_DeleteTable.html
  it('goes on with a table or a backup only when DynamoDB has made it, and deletes none that is being changed', () => {
    const commands = [...PAGE.matchAll(/^ *aws dynamodb (\S+ ?\S*) .*$/gm)]
    const following = (name: string) =>
      commands.flatMap(([, command], at) => (command!.split(' ')[0] === name ? [commands[at + 1]![1]] : []))
    expect(following('restore-table-to-point-in-time')).toEqual(['wait table-exists'])
    expect(following('restore-table-from-backup')).toEqual(['wait table-exists'])
    expect(following('delete-table')).toEqual(['wait table-not-exists'])
    expect(following('create-backup')).toEqual(['describe-backup --backup-arn'])
    expect(following('export-table-to-point-in-time')).toEqual(['describe-export --export-arn'])
    expect(following('update-table')[0]).toBe('wait table-exists')
    // 25 looks, 20 seconds apart; then it ends with code 255, while a large table takes an hour.
    expect(PAGE).toContain('after 500 seconds')
  })

  it('says how long data are kept as the code has it', () => {
    const rows = new Map([...PAGE.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what, long]) => [what, long]))
    const days = (ms: number) => `${ms / DAY} days`
    expect(rows.get('records of requests, which usage is counted from')).toBe(`${RECORD_DAYS} days`)
    expect(rows.get('figures that platforms told (insights)')).toBe(days(KEPT_MS))
    expect(rows.get('what was changed, and by whom (`GET /v1/activity`)')).toBe(`${ACTIVITY_DAYS} days`)
    expect(rows.get('notices')).toBe(days(KEEP_NOTICES_MS))
    expect(rows.get('deliveries of webhooks')).toBe(days(KEEP_DELIVERIES_MS))
    expect(rows.get('answers of requests with an `Idempotency-Key`')).toBe(`${IDEMPOTENCY_HOURS} hours`)
    expect(rows.get('sessions')).toBe(
      `${SESSION_IDLE_MS / HOUR} hours without use, ${days(SESSION_LONGEST_MS)} at most`,
    )
    expect(rows.get('invitations')).toBe(days(INVITATION_MS))
    const [[, bucket]] = stack.of('AWS::S3::Bucket').filter(([id]) => id.startsWith('Media')) as [[string, Part]]
    const rules = at<Part[]>(bucket, 'LifecycleConfiguration.Rules')
    expect(rows.get('uploads that were not completed')).toBe(
      `${rules.find(({ Prefix }) => Prefix === 'uploads/')!.ExpirationInDays} days`,
    )
    const dead = stack.of('AWS::SQS::Queue').filter(([id]) => /DeadLetters/.test(id))
    for (const [, queue] of dead)
      expect(rows.get('dead letters')).toBe(`${Number(queue.MessageRetentionPeriod) / 86_400} days`)
  })
})
