// docs/grants.md says what the template says, and says it whole.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { grantsPage } from '../../scripts/grants-page.ts'
import { ROOT, type Synthesized, synthesize } from './synthesize.ts'

let stack: Synthesized

beforeAll(async () => {
  stack = await synthesize()
})

it('docs/grants.md is what npm run docs makes of the template', () => {
  expect(readFileSync(join(ROOT, 'docs', 'grants.md'), 'utf8')).toBe(grantsPage(stack.resources))
})

it('has a row for every function and right, with its condition', () => {
  const fn = (role: string) => ({
    Type: 'AWS::Lambda::Function',
    Properties: { Role: { 'Fn::GetAtt': [role, 'Arn'] } },
  })
  const statement = (Action: unknown, Resource: unknown, Condition?: unknown) => ({
    ...{ Effect: 'Allow', Action, Resource },
    ...(Condition ? { Condition } : {}),
  })
  const policy = (role: string, ...Statement: unknown[]) => ({
    Type: 'AWS::IAM::Policy',
    Properties: { Roles: [{ Ref: role }], PolicyDocument: { Statement } },
  })
  const table = { 'Fn::GetAtt': ['DataTableABCD1234', 'Arn'] }
  const page = (...statements: unknown[]) =>
    grantsPage({ IdleABCD1234: fn('None'), WorkerABCD1234: fn('Role'), Policy: policy('Role', ...statements) })
      .split('\n')
      .filter((line) => /^\| (Idle|Worker)? \|/.test(line))
  const keys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['A#*', 'B#*'] } }
  expect(
    page(
      statement(['dynamodb:PutItem', 'dynamodb:GetItem'], table, keys),
      statement('dynamodb:Query', { 'Fn::Join': ['', [table, '/index/by_due']] }),
      statement(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': ['Logs', 'Arn'] }),
    ),
  ).toEqual([
    '| Idle | nothing | |',
    '| Worker | `DataTable`, items of `A#*`, `B#*` | dynamodb:GetItem, dynamodb:PutItem |',
    '|  | `DataTable/index/by_due` | dynamodb:Query |',
  ])
  // A right without words would be one that the page hides.
  expect(() => page(statement('s3:GetObject', '*', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }))).toThrow(
    'IpAddress',
  )
  expect(() => page(statement('s3:GetObject', { 'Fn::Select': ['0', ['x']] }))).toThrow('Fn::Select')
  expect(() => page({ ...statement('s3:GetObject', '*'), Effect: 'Deny' })).toThrow('allow alone')
})
