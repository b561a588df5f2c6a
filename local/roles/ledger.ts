// The roles of the functions, as the template has them, and their outcomes: which grants were used, what was refused.
import { z } from 'zod'
import { type Resource, read, type Template } from '../template.ts'
import type { RoleWord } from './guard.ts'
import { type Call, createJudge, type Role, type Statement } from './judge.ts'

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat())
const StatementShape = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: texts,
  Resource: texts,
  Condition: z.record(z.string(), z.record(z.string(), texts)).default({}),
})
const Document = z.object({ Statement: z.array(StatementShape) })
const PolicyShape = z.object({ PolicyDocument: Document, Roles: z.array(z.string()).default([]) })
const RoleShape = z.object({
  Policies: z.array(z.object({ PolicyDocument: Document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
})
const TablePolicyShape = z.object({
  ResourcePolicy: z
    .object({
      PolicyDocument: z.object({
        Statement: z.array(
          StatementShape.extend({ Principal: z.union([z.literal('*'), z.object({ AWS: z.literal('*') })]) }),
        ),
      }),
    })
    .optional(),
})
const FunctionShape = z.object({ Role: z.string().optional() })
const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }))
const TableShape = z.object({
  KeySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema })).default([]),
  LocalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema })).default([]),
})

const statementOf = ({ Effect, Action, Resource: on, Condition }: z.infer<typeof StatementShape>): Statement => ({
  effect: Effect,
  actions: Action,
  resources: on,
  conditions: Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => ({ operator, key, values })),
  ),
})

const partitionKey = (schema: z.infer<typeof KeySchema>): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''

function partitionKeysOf(template: Template): Role['partitionKeys'] {
  const tables = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'].flatMap((type) => template.resources(type))
  return Object.fromEntries(
    tables.map((resource) => {
      const table = read(resource, TableShape)
      const indexes = [...table.GlobalSecondaryIndexes, ...table.LocalSecondaryIndexes]
      const keys = indexes.map((index): [string, string] => [index.IndexName, partitionKey(index.KeySchema)])
      return [resource.ref, Object.fromEntries([['', partitionKey(table.KeySchema)], ...keys])]
    }),
  )
}

/** Policies of AWS's own, by the end of their names. */
const MANAGED: Record<string, Statement> = {
  '/AWSLambdaBasicExecutionRole': {
    effect: 'Allow',
    actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: ['*'],
    conditions: [],
  },
}

/** Rights that are granted outside the roles. They are read once: there are as many policies as roles, and each may belong to any. */
interface Policies {
  attached: z.infer<typeof PolicyShape>[]
  ofTables: Statement[]
}

const policiesOf = (template: Template): Policies => ({
  attached: template.resources('AWS::IAM::Policy').map((policy) => read(policy, PolicyShape)),
  ofTables: template.resources('AWS::DynamoDB::Table').flatMap(policyOf),
})

/** @throws {Error} for what the local run does not know, naming the role. */
function statementsOf({ attached, ofTables }: Policies, role: Resource): Statement[] {
  const own = read(role, RoleShape)
  const managed = own.ManagedPolicyArns.map((arn) => {
    const known = MANAGED[arn.slice(arn.lastIndexOf('/'))]
    if (!known) throw new Error(`${role.id} has a policy that the local run does not know: ${arn}`)
    return known
  })
  const statements = [...own.Policies, ...attached.filter(({ Roles }) => Roles.includes(role.ref))].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  )
  return [...managed, ...statements.map(statementOf), ...ofTables]
}

/** A table's own statements for everybody. @throws {Error} for a statement that would depend on the caller. */
function policyOf(table: Resource): Statement[] {
  const { ResourcePolicy } = read(table, TablePolicyShape)
  return (ResourcePolicy?.PolicyDocument.Statement ?? []).map(({ Principal: _everybody, ...statement }) => {
    if (statement.Effect !== 'Deny')
      throw new Error(`${table.id} lets somebody in by a policy of its own, which is not known here`)
    return statementOf({
      ...statement,
      Resource: statement.Resource.map((one) => (one === '*' ? `*:table/${table.ref}` : one)),
    })
  })
}

export interface Account {
  /** Grants by their names: action, resource, condition. */
  used: string[]
  refused: string[]
}

export interface Ledger {
  /** @throws {Error} for what the local run does not know. */
  roleOf(fn: Resource): Role
  roles(): Role[]
  /** Takes down what a function's process or an engine tells. */
  note(functionId: string, word: RoleWord): void
  /** A call that a service of AWS makes in the function's role. @returns whether it may. */
  onBehalf(fn: Resource, calls: readonly Call[]): boolean
  /** By the functions' logical ids. */
  accounts(): Record<string, Account>
}

export function createLedger(template: Template, report: (line: string) => void): Ledger {
  const partitionKeys = partitionKeysOf(template)
  const policies = policiesOf(template)
  const taken = new Map<string, { used: Set<string>; refused: Set<string> }>()
  const roles = new Map<string, Role>()

  const roleOf = (fn: Resource): Role => {
    const known = roles.get(fn.id)
    if (known) return known
    const reference = read(fn, FunctionShape).Role
    const resource = reference === undefined ? undefined : template.find(reference)
    const made: Role = {
      functionId: fn.id,
      principal: `arn:aws:sts::${template.account}:assumed-role/${resource?.ref ?? 'none'}/${fn.ref}`,
      region: template.region,
      account: template.account,
      partitionKeys,
      statements: resource ? statementsOf(policies, resource) : [],
    }
    createJudge(made)
    roles.set(fn.id, made)
    return made
  }

  const note = (functionId: string, { used = [], refused }: RoleWord): void => {
    const account = taken.get(functionId) ?? { used: new Set(), refused: new Set() }
    taken.set(functionId, account)
    for (const name of used) account.used.add(name)
    if (refused === undefined || account.refused.has(refused)) return
    account.refused.add(refused)
    report(`the role of ${functionId} does not allow ${refused}: refused, as AWS would`)
  }

  return {
    roleOf,
    roles: () => template.resources('AWS::Lambda::Function').map(roleOf),
    note,
    onBehalf: (fn, calls) => {
      const verdict = createJudge(roleOf(fn))(calls)
      if (verdict.allowed) note(fn.id, { used: verdict.by })
      else note(fn.id, { refused: `${verdict.call.action} on ${verdict.call.resource}` })
      return verdict.allowed
    },
    accounts: () =>
      Object.fromEntries(
        [...taken].map(([id, { used, refused }]) => [id, { used: [...used].sort(), refused: [...refused].sort() }]),
      ),
  }
}
