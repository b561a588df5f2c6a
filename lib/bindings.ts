// Bindings of functions: each name gives the grant and the environment variables in one call, so they cannot drift.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { ACCESS } from './bindings/access.ts'
import { FILES } from './bindings/files.ts'
import { ITEMS } from './bindings/items.ts'
import type { Binding, Bindings } from './bindings/parts.ts'
import { WORK } from './bindings/work.ts'

export const BINDINGS = { ...ITEMS, ...ACCESS, ...FILES, ...WORK } satisfies Bindings

export type Use = keyof typeof BINDINGS

/**
 * Uses by which a function knows something of the dashboard's distribution, whose origin is the API: the API cannot refer to
 * such a function in turn.
 */
export const USES_OF_SITE: ReadonlySet<Use> = new Set<Use>(['provider', 'sign-out', 'users:invite', 'dashboard'])

/** The parts of the stack that the bindings of these uses point at. */
export type ResourcesFor<U extends Use> = {
  [K in U]: (resources: Parameters<(typeof BINDINGS)[K]>[0]) => void
}[U] extends (resources: infer R) => void
  ? R
  : never

/** Gives a function what it uses: grants in its role, names in its environment. */
export function bind<U extends Use>(fn: LambdaFunction, uses: readonly U[], resources: ResourcesFor<U>): void {
  for (const use of uses) {
    const { grants, environment } = (BINDINGS[use] as (resources: ResourcesFor<U>) => Binding)(resources)
    for (const { actions, resources: arns, conditions } of grants) {
      fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: arns, conditions }))
    }
    for (const [name, value] of Object.entries(environment)) fn.addEnvironment(name, value)
  }
}
