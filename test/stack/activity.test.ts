// The record of changes is put and never changed: the table says so itself, to the operator's own roles too.
import { beforeAll, describe, expect, it } from 'vitest'
import { activityKey, apiKeyKey, approvalKey, memberKey } from '../../core/table-keys.ts'
import { callsOf } from '../../local/roles/calls.ts'
import { createJudge, type Statement } from '../../local/roles/judge.ts'
import { createLedger } from '../../local/roles/ledger.ts'
import { modelOf, type Resource, type Template } from '../../local/template.ts'
import { at, type Synthesized, synthesize } from './synthesize.ts'

let stack: Synthesized
let template: Template
beforeAll(async () => {
  stack = await synthesize()
  template = modelOf(stack.template as never, stack.stackName, '')
})

const ID = '0193c1b2-7b2e-7000-8000-000000000000'
const keyed = ({ pk, sk }: { pk: string; sk: string }) => ({ pk: { S: pk }, sk: { S: sk } })
const ENTRY = keyed(activityKey(ID, 1, ID))
const KEY = keyed(apiKeyKey(ID))
const APPROVAL = keyed(approvalKey(ID))
const MEMBER = keyed(memberKey(ID, ID))

const may = (fn: Resource, operation: string, input: object): boolean => {
  const role = createLedger(template, () => undefined).roleOf(fn)
  const TableName = template.resources('AWS::DynamoDB::Table')[0]!.ref
  const body = JSON.stringify(
    'TransactItems' in input
      ? {
          TransactItems: (input.TransactItems as Record<string, object>[]).map((item) =>
            Object.fromEntries(Object.entries(item).map(([kind, value]) => [kind, { TableName, ...value }])),
          ),
        }
      : { TableName, ...input },
  )
  return createJudge(role)(callsOf({ service: 'dynamodb', method: 'POST', path: '/', operation, body }, role)).allowed
}

/** A role that may do anything with the table, as an operator's. */
function adminOfTable() {
  const [fn] = template.resources('AWS::Lambda::Function') as [Resource]
  const role = createLedger(template, () => undefined).roleOf(fn)
  const all: Statement = { effect: 'Allow', actions: ['dynamodb:*'], resources: ['*'], conditions: [] }
  return { role, judge: createJudge({ statements: [...role.statements, all] }) }
}

describe('an entry of a change', () => {
  const fnOf = (part: string) => template.resources('AWS::Lambda::Function').find(({ id }) => id.startsWith(part))!

  it('can be put with a change, and neither be changed nor deleted, by any function', () => {
    for (const [name, change] of [
      ['ApiKeys', { Update: { Key: KEY } }],
      ['ApiTeam', { Update: { Key: MEMBER } }],
      ['ApiPlannedPosts', { Update: { Key: APPROVAL } }],
      ['ApiConnectLinks', { Update: { Key: APPROVAL } }],
    ] as const) {
      const fn = fnOf(name)
      expect(may(fn, 'TransactWriteItems', { TransactItems: [change, { Put: { Item: ENTRY } }] }), name).toBe(true)
    }
    const functions = template.resources('AWS::Lambda::Function')
    expect(functions.length).toBeGreaterThan(30)
    for (const fn of functions) {
      expect(may(fn, 'UpdateItem', { Key: ENTRY }), fn.id).toBe(false)
      expect(may(fn, 'DeleteItem', { Key: ENTRY }), fn.id).toBe(false)
      expect(may(fn, 'TransactWriteItems', { TransactItems: [{ Delete: { Key: ENTRY } }] }), fn.id).toBe(false)
    }
    // The same functions' other writes are not touched by it.
    expect(may(fnOf('ApiKeys'), 'UpdateItem', { Key: KEY })).toBe(true)
    expect(may(fnOf('ApiKeys'), 'DeleteItem', { Key: KEY })).toBe(true)
  })

  it('is kept from everybody in the AWS account, by the table itself', () => {
    const [, table] = stack.of('AWS::DynamoDB::Table')[0]!
    expect(at(table, 'ResourcePolicy.PolicyDocument.Statement')).toEqual([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
        Resource: '*',
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACTIVITY#*'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      },
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['dynamodb:BatchWriteItem', 'dynamodb:PartiQLDelete', 'dynamodb:PartiQLUpdate'],
        Resource: '*',
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['ACTIVITY#*'] } },
      },
    ])
  })

  // A batch deletes by a right of its own, not by that of deleting:
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
  it('is kept from batches, also among other items', () => {
    const [{ ref }] = template.resources('AWS::DynamoDB::Table') as [Resource]
    const { role, judge } = adminOfTable()
    const batch = (...keys: (typeof ENTRY)[]) => {
      const body = JSON.stringify({ RequestItems: { [ref]: keys.map((Key) => ({ DeleteRequest: { Key } })) } })
      return judge(callsOf({ service: 'dynamodb', method: 'POST', path: '/', operation: 'BatchWriteItem', body }, role))
    }
    expect(batch(KEY).allowed).toBe(true)
    expect(batch(ENTRY).allowed).toBe(false)
    expect(batch(KEY, ENTRY).allowed).toBe(false)
  })
})
