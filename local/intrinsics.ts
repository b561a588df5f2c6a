// CloudFormation's intrinsic functions, resolved to plain values.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface Scope {
  mappings: JsonObject
  /** Value of a parameter, a pseudo parameter or a resource. */
  ref(name: string): Json | undefined
  getAtt(id: string, attribute: string): Json
  /** Whether the condition of that name holds. */
  condition(name: string): boolean
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `AWS::NoValue` resolves to: the property is left out. */
const NOTHING = undefined

const text = (value: Json | undefined): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`a text was expected, not ${JSON.stringify(value)}`)
}

function substitute(argument: Json, scope: Scope): string {
  const [pattern, extra] = Array.isArray(argument) ? argument : [argument, {}]
  const own = resolve(extra ?? {}, scope)
  return text(pattern).replace(/\$\{([^}]+)\}/g, (_all, raw: string) => {
    if (raw.startsWith('!')) return `\${${raw.slice(1)}}`
    const name = raw.trim()
    if (isObject(own) && name in own) return text(own[name])
    const dot = name.indexOf('.')
    return text(
      dot < 0 || name.startsWith('AWS::') ? scope.ref(name) : scope.getAtt(name.slice(0, dot), name.slice(dot + 1)),
    )
  })
}

function getAtt(argument: Json, scope: Scope): Json {
  if (Array.isArray(argument))
    return scope.getAtt(
      text(argument[0]),
      argument
        .slice(1)
        .map((part) => text(resolve(part, scope)))
        .join('.'),
    )
  const [id = '', ...rest] = text(argument).split('.')
  return scope.getAtt(id, rest.join('.'))
}

const list = (value: Json | undefined): Json[] => {
  if (!Array.isArray(value)) throw new Error(`a list was expected, not ${JSON.stringify(value)}`)
  return value
}

type Apply = (argument: Json, scope: Scope) => Json | undefined

const FUNCTIONS: Record<string, Apply> = {
  Ref: (argument, scope) => scope.ref(text(argument)),
  'Fn::GetAtt': getAtt,
  'Fn::Sub': substitute,
  'Fn::Join': (argument, scope) => {
    const [glue, parts] = list(argument)
    return list(resolve(parts!, scope)).map(text).join(text(glue))
  },
  'Fn::Select': (argument, scope) => {
    const [index, from] = list(argument)
    const chosen = list(resolve(from!, scope))[Number(resolve(index!, scope))]
    if (chosen === undefined) throw new Error(`Fn::Select found nothing at ${JSON.stringify(index)}`)
    return chosen
  },
  'Fn::Split': (argument, scope) => {
    const [glue, from] = list(argument)
    return text(resolve(from!, scope)).split(text(glue))
  },
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = list(argument)
    return resolve((scope.condition(text(name)) ? yes : no)!, scope)
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list(argument).map((part) => text(resolve(part, scope)))
    const level = scope.mappings[map!]
    const row = isObject(level) ? level[first!] : undefined
    if (!isObject(row) || !(second! in row))
      throw new Error(`Fn::FindInMap found nothing for ${map}.${first}.${second}`)
    return row[second!]
  },
  'Fn::Base64': (argument, scope) => Buffer.from(text(resolve(argument, scope))).toString('base64'),
  'Fn::GetAZs': () => ['a', 'b', 'c'].map((zone) => `us-east-1${zone}`),
  Condition: (argument, scope) => scope.condition(text(argument)),
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(argument).map((part) => resolve(part, scope))
    return JSON.stringify(left) === JSON.stringify(right)
  },
  'Fn::And': (argument, scope) => list(argument).every((part) => resolve(part, scope) === true),
  'Fn::Or': (argument, scope) => list(argument).some((part) => resolve(part, scope) === true),
  'Fn::Not': (argument, scope) => resolve(list(argument)[0]!, scope) !== true,
}

/** `Condition` is a function only inside conditions; elsewhere (IAM statements) it is a property like any other. */
const isCall = (name: string, argument: Json): boolean =>
  name === 'Ref' || name.startsWith('Fn::') || (name === 'Condition' && typeof argument === 'string')

/** @returns undefined for `AWS::NoValue`. @throws for a function or a name it does not know. */
export function resolve(value: Json, scope: Scope): Json | undefined {
  if (Array.isArray(value))
    return value.flatMap((part) => {
      const resolved = resolve(part, scope)
      return resolved === NOTHING ? [] : [resolved]
    })
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only && isCall(only[0], only[1])) {
    if (only[0] === 'Ref' && only[1] === 'AWS::NoValue') return NOTHING
    const apply = FUNCTIONS[only[0]]
    if (!apply) throw new Error(`the local run does not know the intrinsic function ${only[0]}`)
    return apply(only[1], scope)
  }
  return Object.fromEntries(
    entries.flatMap(([key, part]) => {
      const resolved = resolve(part, scope)
      return resolved === NOTHING ? [] : [[key, resolved]]
    }),
  )
}
