// The stack as it is deployed, with the bundles of this machine, synthesized once in a run for each set of settings.
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Settings } from '../../lib/settings.ts'
import type { Order, Outcome } from '../support/synthesizer.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A piece of the template, whose shape only CloudFormation knows. */
export type Part = Record<string, unknown>

/** The value at a path like `Integration.Uri` or `Statement.0.Condition`. */
export const at = <T = Part>(part: unknown, path: string): T =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Part | undefined)?.[name], part) as T

export interface Resource {
  Type: string
  Properties: Part
  DependsOn?: string[]
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

export type Resources = Record<string, Resource>

export interface Synthesized {
  stackName: string
  template: Part
  resources: Resources
  outputs: Record<string, { Value: unknown }>
  /** Functions of ours: the bundle of each, and its logical id. */
  functions: { bundle: string; id: string }[]
  /** Resources of a type, by logical id. */
  of(type: string): [id: string, properties: Part][]
}

/** Logical ids that a part of the template names, by `Ref`, `Fn::GetAtt` or in the text of `Fn::Sub`. */
function namedIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namedIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [String(value)]
    if (key === 'Fn::GetAtt') return [String([value].flat()[0]).split('.')[0]!]
    const text = key === 'Fn::Sub' ? String([value].flat()[0]) : ''
    return [...[...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!), ...namedIn(value)]
  })
}

const known = new WeakMap<Resource, Set<string>>()

/** A template is not changed once it is made, and some tests ask the same of each resource a thousand times. */
function allNeededBy(resource: Resource): Set<string> {
  const found = known.get(resource) ?? new Set([...namedIn(resource.Properties), ...[resource.DependsOn ?? []].flat()])
  known.set(resource, found)
  return found
}

/** Resources that have to be there before this one is made. */
export const neededBy = (resource: Resource, all: Resources): string[] =>
  [...allNeededBy(resource)].filter((id) => id in all)

/** @returns the outcome of a synthesis, whether or not there is a template at its end. */
export async function outcomeOf(order: Order): Promise<Outcome> {
  const response = await fetch(inject('synthesizer'), { method: 'POST', body: JSON.stringify(order) })
  return (await response.json()) as Outcome
}

/** @throws {Error} with what the synthesis said, where it does not end in a template. */
export async function synthesize(settings: Partial<Settings> = {}, more: Omit<Order, 'settings'> = {}) {
  const { said, made } = await outcomeOf({ settings, ...more })
  if (!made) throw new Error(said)
  const { Resources, Outputs } = made.template as {
    Resources: Record<string, Resource>
    Outputs: Record<string, { Value: unknown }>
  }
  return {
    ...made,
    resources: Resources,
    outputs: Outputs,
    of: (type) =>
      Object.entries(Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([id, { Properties }]) => [id, Properties]),
  } satisfies Synthesized as Synthesized
}
