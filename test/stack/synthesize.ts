// The stack as it is deployed, synthesized once for a test file, with the bundles of this machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { AppStack } from '../../lib/app-stack.ts'
import { Settings } from '../../lib/settings.ts'
import { buildIfStale } from '../../scripts/build.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A build of a dashboard that is none: the real one is not made for looking at templates. */
const SITE = join(ROOT, 'test', 'support', 'site')

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> }

/** A piece of the template, whose shape only CloudFormation knows. */
export type Part = Record<string, unknown>

/** What stands at a path like `Integration.Uri` or `Statement.0.Condition`. */
export const at = <T = Part>(part: unknown, path: string): T =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Part | undefined)?.[name], part) as T

export interface Resource {
  Type: string
  Properties: Part
  DependsOn?: string[]
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

export interface Synthesized {
  app: App
  stack: AppStack
  template: Template
  resources: Record<string, Resource>
  outputs: Record<string, { Value: unknown }>
  /** Resources of a type, by logical id. */
  of(type: string): [id: string, properties: Part][]
}

/** An app with the feature flags of `cdk.json`. Copying assets is left out: no test looks at the copies. */
export const newApp = (): App => new App({ context: { ...context, 'aws:cdk:disable-asset-staging': true } })

export async function newStack(settings: Partial<Settings> = {}): Promise<{ app: App; stack: AppStack }> {
  await buildIfStale('host')
  const app = newApp()
  return { app, stack: new AppStack(app, Settings.parse({ architecture: 'host', dashboardFiles: SITE, ...settings })) }
}

/** @param prepare what is to be done to the app before it is synthesized. */
export async function synthesize(
  settings: Partial<Settings> = {},
  prepare: (app: App) => void = () => undefined,
): Promise<Synthesized> {
  const { app, stack } = await newStack(settings)
  prepare(app)
  const template = Template.fromStack(stack)
  const json = template.toJSON() as { Resources: Record<string, Resource>; Outputs: Record<string, { Value: unknown }> }
  return {
    app,
    stack,
    template,
    resources: json.Resources,
    outputs: json.Outputs,
    of: (type) =>
      Object.entries(json.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([id, { Properties }]) => [id, Properties]),
  }
}
