// The local run does not enforce IAM, so a missing grant would show on AWS alone. Here the calls that are left in each
// function's bundle, after the bundler dropped what it cannot reach, are held against the grants of its row.
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENV } from '../../core/contract.ts'
import { AppFunction } from '../../lib/function.ts'
import { functionFiles } from '../../scripts/build.ts'
import { otherCredentials, unusedSchemas } from '../../scripts/leave-out.ts'
import { NATIVE_PARTS } from '../../scripts/native-parts.ts'
import { at, type Synthesized, synthesize } from './synthesize.ts'

/** What each call needs. A transaction needs what its items are, which their names in the code tell. */
const NEEDS: Record<string, string[]> = {
  GetCommand: ['dynamodb:GetItem'],
  BatchGetCommand: ['dynamodb:BatchGetItem'],
  QueryCommand: ['dynamodb:Query'],
  ScanCommand: ['dynamodb:Scan'],
  PutCommand: ['dynamodb:PutItem'],
  UpdateCommand: ['dynamodb:UpdateItem'],
  DeleteCommand: ['dynamodb:DeleteItem'],
  TransactWriteCommand: [],
  GetObjectCommand: ['s3:GetObject'],
  HeadObjectCommand: ['s3:GetObject'],
  PutObjectCommand: ['s3:PutObject'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  DeleteObjectsCommand: ['s3:DeleteObject'],
  ListObjectsV2Command: ['s3:ListBucket'],
  SendMessageCommand: ['sqs:SendMessage'],
  SendMessageBatchCommand: ['sqs:SendMessage'],
  CreateScheduleCommand: ['scheduler:CreateSchedule', 'iam:PassRole'],
  DeleteScheduleCommand: ['scheduler:DeleteSchedule'],
  EncryptCommand: ['kms:Encrypt'],
  DecryptCommand: ['kms:Decrypt'],
}

const IN_TRANSACTIONS: Record<string, string> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
}

/** Variables that are the local run's, or that a function can do without. */
const OPTIONAL = new Set<string>([ENV.urlUploadAllowHosts, ENV.logLevel])

interface Calls {
  actions: Set<string>
  environment: Set<string>
  unknown: string[]
}

/** The part of a bundle that is ours: between esbuild's comments that name each file. */
const ownCode = (bundle: string): string =>
  bundle
    .split(/^(?=\/\/ \S+\.\w+$)/m)
    .filter((part) => /^\/\/ (core|functions)\//.test(part) && !part.startsWith('// core/contract.ts'))
    .join('\n')

const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

function callsIn(code: string): Calls {
  // A name that two packages have ends in a number.
  const commands = matches(code, /new (\w+?Command)\d*\(/g)
  const actions = commands.flatMap((command) => NEEDS[command] ?? [])
  if (commands.includes('TransactWriteCommand')) {
    const items = matches(code.replace(/\bDelete: \{ Objects\b/g, ''), /\b(Put|Update|Delete|ConditionCheck): /g)
    actions.push(...items.map((item) => IN_TRANSACTIONS[item]!))
  }
  // Parts of an upload need the right to put; giving up needs its own.
  if (/new Upload\d*\(/.test(code)) actions.push('s3:PutObject', 's3:AbortMultipartUpload')
  const environment = matches(code, /\bENV\.(\w+)/g).map((name) => ENV[name as keyof typeof ENV] as string)
  return {
    actions: new Set(actions),
    environment: new Set(environment),
    unknown: commands.filter((name) => !(name in NEEDS)),
  }
}

const files = await functionFiles()
const calls = new Map<string, Calls>()
let stack: Synthesized

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [...files].map(([name, file]) => ({ in: file, out: name })),
    outdir: 'out',
    bundle: true,
    write: false,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: [...Object.keys(NATIVE_PARTS), 'libheif-js/*'],
    plugins: [unusedSchemas, otherCredentials],
  })
  for (const { path, text } of outputFiles) calls.set(path.replace(/^.*[\\/]|\.js$/g, ''), callsIn(ownCode(text)))
  stack = await synthesize()
})

function granted(bundle: string): { actions: Set<string>; environment: string[] } {
  const fn = stack.stack.node
    .findAll()
    .find((construct) => construct instanceof AppFunction && construct.bundle === bundle)!
  const { Role, Environment } = stack.resources[stack.stack.getLogicalId(fn.node.defaultChild as never)]!.Properties
  const role = at<string>(Role, 'Fn::GetAtt.0')
  const statements = stack
    .of('AWS::IAM::Policy')
    .filter(([, policy]) => at<{ Ref: string }[]>(policy, 'Roles').some(({ Ref }) => Ref === role))
    .flatMap(([, policy]) => at<{ Action: string | string[] }[]>(policy, 'PolicyDocument.Statement'))
  return {
    actions: new Set(statements.flatMap(({ Action }) => Action)),
    environment: Object.keys(at(Environment, 'Variables')),
  }
}

describe.each([...files.keys()])('%s', (bundle) => {
  it('may do every call that it makes', () => {
    const { actions, unknown } = calls.get(bundle)!
    expect(unknown).toEqual([])
    const allowed = granted(bundle).actions
    expect([...actions].filter((action) => !allowed.has(action))).toEqual([])
  })

  it('may do nothing with objects, queues, schedules and keys that it does not do', () => {
    const { actions } = calls.get(bundle)!
    // Consuming is the event source's; listing is also what makes a missing object a 404.
    const used = (action: string) =>
      actions.has(action) || /^(dynamodb|logs):|^sqs:(?!Send)|^s3:ListBucket$/.test(action)
    expect([...granted(bundle).actions].filter((action) => !used(action))).toEqual([])
  })

  it('has the variables that it reads', () => {
    const { environment } = calls.get(bundle)!
    const given = granted(bundle).environment
    expect([...environment].filter((name) => !given.includes(name) && !OPTIONAL.has(name))).toEqual([])
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
