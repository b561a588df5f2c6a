// docs/grants.md: what each function may touch, read from the policies of the synthesized template: those of roles, and those of
// buckets that name a role.

interface Part {
  Type: string
  Properties: Record<string, unknown>
}

export type TemplateParts = Record<string, Part>

interface Statement {
  Action: string | string[]
  Resource: unknown
  Effect: string
  Condition?: Record<string, Record<string, string | string[]>>
  /** Grants of the resources' own policies. */
  Principal?: { AWS?: unknown }
}

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** An id without the hash that the CDK ends it with. */
const nameOf = (id: string): string => id.replace(/[0-9A-F]{8}$/, '')

/** A reference as text, in which a resource stands by its name. @throws {Error} for what it does not know how to say. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const [[intrinsic, given] = []] = Object.entries((value ?? {}) as Record<string, unknown>)
  if (intrinsic === 'Ref') return String(given).startsWith('AWS::') ? `{${given}}` : nameOf(String(given))
  if (intrinsic === 'Fn::GetAtt') return nameOf((given as string[])[0] ?? '')
  if (intrinsic === 'Fn::Sub' && typeof given === 'string') return given.replaceAll('${', '{')
  if (intrinsic === 'Fn::Join') {
    const [separator, parts] = given as [string, unknown[]]
    return parts.map(textOf).join(separator)
  }
  throw new Error(`the page of grants cannot say what ${JSON.stringify(value)} is`)
}

const isAbout = (value: unknown, id: string): boolean =>
  (value as { 'Fn::GetAtt'?: string[] } | undefined)?.['Fn::GetAtt']?.[0] === id

const code = (text: string): string => `\`${text}\``

/** @throws {Error} for a condition that it has no words for. */
function conditionText(condition: Statement['Condition'] = {}): string {
  const phrases = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => {
      const named = list(values).map(code).join(', ')
      if (operator === 'ForAllValues:StringLike' && key === 'dynamodb:LeadingKeys') return `items of ${named}`
      if (operator === 'Null' && values === 'false') return `only with ${code(key)}`
      if (operator === 'StringEquals') return `only where ${code(key)} is ${named}`
      throw new Error(`the page of grants has no words for the condition ${operator} on ${key}`)
    }),
  )
  return phrases.length > 0 ? `, ${phrases.join(', ')}` : ''
}

/** In the order of the alphabet, whatever the machine's language and the marks of code. */
const ordered = (texts: Iterable<string>): string[] =>
  [...new Set(texts)]
    .map((text) => ({ text, key: text.replaceAll('`', '') }))
    .sort(({ key }, other) => (key < other.key ? -1 : 1))
    .map(({ text }) => text)

/** @returns the lines of the table for one role: what it may do, by what it may do it on. */
function rowsOf(statements: readonly Statement[]): [on: string, actions: string][] {
  const grants = statements.flatMap(({ Action, Resource, Condition, Effect }) => {
    if (Effect !== 'Allow') throw new Error('the page of grants knows statements that allow alone')
    return list(Resource).flatMap((on) =>
      list(Action).map((action) => ({ action, on: `${code(textOf(on))}${conditionText(Condition)}` })),
    )
  })
  const others = grants.filter(({ action }) => !/^logs:(CreateLogStream|PutLogEvents)$/.test(action))
  const byPlace = Map.groupBy(others, ({ on }) => on)
  return ordered(byPlace.keys()).map((on) => [on, ordered(byPlace.get(on)!.map(({ action }) => action)).join(', ')])
}

const HEAD = `# What each function may touch

Made from the synthesized template by \`npm run docs\`; a test holds it against the template.

Each function has a role of its own. These are all its rights, beside writing to its own log group. Resources stand by their
names in the template. \`items of\` limits a right on the table to partition keys of that pattern (\`core/table-keys.ts\` has
the keys), on an index to those of the index. Functions that take apart files of strangers reach nothing but what they
are about: the inspector writes items of assets and their events, the variant function objects below \`v/\`, the keeper
pictures below \`profile/\`. The long pattern of question marks is what originals are named: an id and an ending.

| Function | On | May |
|---|---|---|
`

/** @param resources of the template, by their logical ids. */
export function grantsPage(resources: TemplateParts): string {
  const policies = Object.values(resources).filter(({ Type }) => Type === 'AWS::IAM::Policy')
  const ofBuckets = Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::S3::BucketPolicy')
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
  const rowsOfFunction = ([id, { Properties }]: [string, Part]): string[] => {
    const role = (Properties.Role as { 'Fn::GetAtt'?: string[] } | undefined)?.['Fn::GetAtt']?.[0]
    const statements = policies
      .filter((policy) => (policy.Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === role))
      .flatMap((policy) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement)
    const letsIn = ({ Principal }: Statement) => role !== undefined && isAbout(Principal?.AWS, role)
    const rows = rowsOf([...statements, ...ofBuckets.filter(letsIn)])
    if (rows.length === 0) return [`| ${nameOf(id)} | nothing | |`]
    return rows.map(([on, actions], at) => `| ${at === 0 ? nameOf(id) : ''} | ${on} | ${actions} |`)
  }
  const functions = Object.entries(resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `${HEAD}${functions.flatMap(rowsOfFunction).join('\n')}\n`
}
