// Whether a role allows a call, decided as IAM does. Loaded by every function's process: it imports nothing.
import { wildcard } from '../wildcard.ts'

export interface Condition {
  /** Such as `ForAllValues:StringLike`. */
  operator: string
  key: string
  values: string[]
}

export interface Statement {
  effect: 'Allow' | 'Deny'
  actions: string[]
  resources: string[]
  conditions: Condition[]
}

/** The data by which a function's process, or an engine, judges the function's calls. */
export interface Role {
  /** Logical id of the function: what its calls are signed with. */
  functionId: string
  /** As AWS names who called. */
  principal: string
  region: string
  account: string
  /** Partition key of each table and, by their names, of its indexes; the table's own is under ''. */
  partitionKeys: Record<string, Record<string, string>>
  statements: Statement[]
}

export interface Call {
  action: string
  resource: string
  /** Values of condition keys, by their names in lower case. */
  context?: Record<string, readonly string[]>
}

/** `by`: the grants that allow it, by their names; the narrowest where a wider one would as well. */
export type Verdict = { allowed: true; by: string[] } | { allowed: false; call: Call }

export type Judge = (calls: readonly Call[]) => Verdict

/** @returns how it is fulfilled, for the grant's name; undefined where it is not. */
type Test = (context: Record<string, readonly string[]>) => string[] | undefined

/** The condition keys that calls carry; a condition on any other key would be a guess. */
const CONDITION_KEY = /^(dynamodb:leadingkeys|kms:encryptioncontext:\w+|iam:passedtoservice|ses:fromaddress)$/

const OPERATOR = /^(?:(ForAllValues|ForAnyValue):)?(StringEquals|StringLike|ArnEquals|ArnLike|Null)$/

/** @throws {Error} for an operator or a key that is not known here: what it allows would be a guess. */
function testOf({ operator, key, values }: Condition): Test {
  const [, quantity, comparison] = OPERATOR.exec(operator) ?? []
  if (!comparison) throw new Error(`the condition operator ${operator} is not known to the local run`)
  const name = key.toLowerCase()
  if (!CONDITION_KEY.test(name)) throw new Error(`the condition key ${key} is not known to the local run`)
  if (comparison === 'Null') {
    const absent = values[0] === 'true'
    return (context) =>
      (context[name] === undefined) === absent ? [`${key} ${absent ? 'absent' : 'present'}`] : undefined
  }
  const patterns = values.map((value) => ({
    value,
    test:
      comparison === 'StringEquals'
        ? (given: string) => given === value
        : (given: string) => wildcard(value).test(given),
  }))
  return (context) => {
    const given = context[name]
    // Any condition holds for no values at all.
    if (!given || given.length === 0) return quantity === 'ForAllValues' ? [] : undefined
    const matched = given.map((one) => patterns.filter(({ test }) => test(one)).map(({ value }) => value))
    const holds =
      quantity === 'ForAnyValue' ? matched.some((of) => of.length > 0) : matched.every((of) => of.length > 0)
    return holds ? [...new Set(matched.flat())].map((value) => `${key} ${value}`) : undefined
  }
}

/** How a grant is named: `dynamodb:PutItem on arn:... where dynamodb:LeadingKeys USAGE#*`. */
export const grantName = (action: string, resource: string, conditions: readonly string[] = []): string =>
  `${action} on ${resource}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`

interface Rule {
  effect: Statement['effect']
  actions: { pattern: string; test: RegExp }[]
  resources: { pattern: string; test: RegExp }[]
  tests: Test[]
}

const ruleOf = ({ effect, actions, resources, conditions }: Statement): Rule => ({
  effect,
  // Actions are told apart without regard to case.
  actions: actions.map((pattern) => ({ pattern, test: new RegExp(wildcard(pattern).source, 'i') })),
  resources: resources.map((pattern) => ({ pattern, test: wildcard(pattern) })),
  tests: conditions.map(testOf),
})

/** @returns the names of the grants by which the rule applies to the call; undefined where it does not. */
function applies({ actions, resources, tests }: Rule, { action, resource, context = {} }: Call): string[] | undefined {
  const through = actions.filter(({ test }) => test.test(action))
  if (through.length === 0) return undefined
  const on = resources.filter(({ test }) => test.test(resource))
  if (on.length === 0) return undefined
  let conditions: string[][] = [[]]
  for (const test of tests) {
    const ways = test(context)
    if (!ways) return undefined
    if (ways.length > 0) conditions = conditions.flatMap((so) => ways.map((way) => [...so, way]))
  }
  return through.flatMap(({ pattern }) =>
    on.flatMap((one) => conditions.map((names) => grantName(pattern, one.pattern, names))),
  )
}

/** @throws {Error} saying what of the role the local run does not know. */
export function createJudge({ statements }: Pick<Role, 'statements'>): Judge {
  const rules = statements.map(ruleOf)
  const denying = rules.filter(({ effect }) => effect === 'Deny')
  // The narrowest first: a call that needs no more says nothing of whether the wide grant is needed.
  const allowing = rules
    .filter(({ effect }) => effect === 'Allow')
    .sort((one, other) => other.tests.length - one.tests.length)
  return (calls) => {
    const by: string[] = []
    for (const call of calls) {
      if (denying.some((rule) => applies(rule, call))) return { allowed: false, call }
      const grants = allowing
        .values()
        .map((rule) => applies(rule, call))
        .find((found) => found !== undefined)
      if (!grants) return { allowed: false, call }
      by.push(...grants)
    }
    return { allowed: true, by }
  }
}

/** AWS's answer to a caller who is not allowed. */
export const refusalOf = ({ principal }: Role, { action, resource }: Call): string =>
  `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
  `because no identity-based policy allows the ${action} action`
