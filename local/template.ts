// The synthesized stack (cdk.out) as a plain model: every intrinsic function resolved, assets found on disk.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { isObject, type Json, type JsonObject, resolve, type Scope } from './intrinsics.ts'
import { type Names, nameProperty, namesOf, type Place, stackId } from './physical-names.ts'
import { checkTypes, isRun } from './resource-types.ts'

export interface Resource {
  id: string
  type: string
  /** What `Ref` gives. */
  ref: string
  arn: string
  attributes: Record<string, string>
  properties: JsonObject
  /** Path in the construct tree, where the template tells it. */
  path: string
}

export interface Template extends Place {
  resources(type: string): Resource[]
  /** The resource whose id, `Ref` value or ARN this is. */
  find(reference: string): Resource | undefined
  outputs: { key: string; value: string }[]
  /** Folder of a function's code. */
  codeOf(resource: Resource): string
  /** Folder of an asset, by the name that it would have in the bucket of assets. */
  assetOf(key: string): string
}

interface RawResource {
  Type: string
  Properties?: JsonObject
  Condition?: string
  Metadata?: JsonObject
}

interface RawTemplate {
  Parameters?: Record<string, { Type: string; Default?: Json }>
  Mappings?: JsonObject
  Conditions?: JsonObject
  Resources?: Record<string, RawResource>
  Outputs?: Record<string, { Value: Json; Condition?: string }>
}

const LOCAL = { region: 'us-east-1', account: '000000000000' }

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

interface Manifest {
  artifacts?: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>
}

/** Reads the one stack of a cloud assembly. @throws {Error} saying what the local run cannot do with it. */
export function readAssembly(folder: string): Template {
  const manifest = readJson(join(folder, 'manifest.json')) as Manifest
  const stacks = Object.entries(manifest.artifacts ?? {}).filter(([, { type }]) => type === 'aws:cloudformation:stack')
  const [stack] = stacks
  if (!stack || stacks.length > 1)
    throw new Error(`The local run needs exactly one stack; ${folder} has ${stacks.length}.`)
  const [id, { properties }] = stack
  const raw = readJson(join(folder, properties?.templateFile ?? `${id}.template.json`)) as RawTemplate
  return modelOf(raw, properties?.stackName ?? id, folder)
}

/** @param folder where the assets lie. */
export function modelOf(raw: RawTemplate, stackName: string, folder: string): Template {
  const place: Place = { stackName, ...LOCAL }
  const rawResources = raw.Resources ?? {}
  const conditions = new Map<string, boolean>()
  const names = new Map<string, Names>()

  const scope: Scope = {
    mappings: raw.Mappings ?? {},
    condition: (name) => {
      const known = conditions.get(name)
      if (known !== undefined) return known
      const rule = raw.Conditions?.[name]
      if (rule === undefined) throw new Error(`The template has no condition ${name}.`)
      const holds = resolve(rule, scope) === true
      conditions.set(name, holds)
      return holds
    },
    ref: (name) => {
      const pseudo = pseudoParameter(name, place)
      if (pseudo !== undefined) return pseudo
      const parameter = raw.Parameters?.[name]
      if (parameter) {
        if (parameter.Default === undefined) throw new Error(`The template's parameter ${name} has no default value.`)
        return parameter.Default
      }
      return namesFor(name).ref
    },
    getAtt: (id, attribute) => {
      const value = namesFor(id).attributes[attribute]
      if (value === undefined) {
        throw new Error(`The local run does not know ${attribute} of ${id} (${rawResources[id]?.Type}).`)
      }
      return value
    },
  }

  const namesFor = (id: string): Names => {
    const known = names.get(id)
    if (known) return known
    const resource = rawResources[id]
    if (!resource) throw new Error(`The template has no parameter or resource ${id}.`)
    const property = nameProperty(resource.Type)
    const given = property ? resource.Properties?.[property] : undefined
    const own = given === undefined ? undefined : resolve(given, scope)
    const found = namesOf(resource.Type, id, typeof own === 'string' ? own : undefined, place)
    names.set(id, found)
    return found
  }

  const all: Resource[] = []
  for (const [id, resource] of Object.entries(rawResources)) {
    if (resource.Condition && !scope.condition(resource.Condition)) continue
    const { ref, attributes } = namesFor(id)
    all.push({
      id,
      type: resource.Type,
      ref,
      attributes,
      arn: attributes.Arn ?? ref,
      properties: {},
      path: pathOf(resource, id),
    })
  }
  checkTypes(all)
  for (const resource of all) {
    if (!isRun(resource.type)) continue
    try {
      const resolved = resolve(rawResources[resource.id]?.Properties ?? {}, scope)
      resource.properties = isObject(resolved) ? resolved : {}
    } catch (error) {
      throw new Error(`${resource.id} (${resource.type}): ${(error as Error).message}`)
    }
  }

  const outputs = Object.entries(raw.Outputs ?? {}).flatMap(([key, output]) => {
    if (output.Condition && !scope.condition(output.Condition)) return []
    return [{ key, value: String(resolve(output.Value, scope)) }]
  })
  const byReference = new Map(
    all.flatMap((resource) => [resource.arn, resource.ref, resource.id].map((key) => [key, resource])),
  )

  return {
    ...place,
    outputs,
    resources: (type) => all.filter((resource) => resource.type === type),
    find: (reference) => byReference.get(reference),
    codeOf: (resource) => codeOf(resource, folder),
    assetOf: (key) => assetIn(folder, key),
  }
}

const pathOf = (resource: RawResource, id: string): string => {
  const path = resource.Metadata?.['aws:cdk:path']
  return typeof path === 'string' ? path : id
}

function pseudoParameter(name: string, place: Place): Json | undefined {
  switch (name) {
    case 'AWS::Region':
      return place.region
    case 'AWS::AccountId':
      return place.account
    case 'AWS::Partition':
      return 'aws'
    case 'AWS::URLSuffix':
      return 'amazonaws.com'
    case 'AWS::StackName':
      return place.stackName
    case 'AWS::StackId':
      return stackId(place)
    case 'AWS::NotificationARNs':
      return []
    default:
      return undefined
  }
}

const assetIn = (folder: string, key: string): string => join(folder, `asset.${key.replace(/\.zip$/, '')}`)

function codeOf(resource: Resource, folder: string): string {
  const code = resource.properties.Code
  const key = isObject(code) ? code.S3Key : undefined
  if (typeof key !== 'string') throw new Error(`${resource.id}: the local run only runs code that is an asset.`)
  const path = assetIn(folder, key)
  if (!existsSync(path)) throw new Error(`${resource.id}: its code is missing: ${path}.`)
  return path
}

/** The properties of a resource in the shape a service needs. @throws {Error} naming resource and property. */
export function read<T>(resource: Resource, schema: z.ZodType<T>): T {
  const outcome = schema.safeParse(resource.properties)
  if (outcome.success) return outcome.data
  const issues = outcome.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new Error(`${resource.id} (${resource.type}) has properties that the local run cannot work with: ${issues}`)
}
