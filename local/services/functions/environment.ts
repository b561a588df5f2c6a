// The environment of a function: what the template gives it and what Lambda itself adds.
import type { Readdress } from '../../readdress.ts'
import type { Resource, Template } from '../../template.ts'

export interface EnvironmentSettings {
  readdress: Readdress
  /** Variables that every function gets in addition to the template's: region, credentials, where the engines are. */
  shared: Record<string, string>
  /** Values of the local run for variables that the template sets. */
  overrides: Record<string, string>
  /** Further variables for functions that have one of the named. */
  additions: { where: string; variables: Record<string, string> }[]
  /** The key that a function's calls are signed with, by its id; the id itself unless given. */
  signsAs?(id: string): string
}

interface Given {
  Handler: string
  MemorySize: number
  Environment?: { Variables: Record<string, string> }
  LoggingConfig?: { LogFormat: 'JSON' | 'Text'; ApplicationLogLevel?: string }
}

/** Lambda filters by level only what is written as JSON, from INFO on where the template names no level. */
const loggingOf = ({ LoggingConfig }: Given): Record<string, string> =>
  LoggingConfig?.LogFormat === 'JSON'
    ? { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: LoggingConfig.ApplicationLogLevel ?? 'INFO' }
    : {}

/** Nothing of this process's own environment is in it, but where programs are. */
export function environmentOf(
  resource: Resource,
  properties: Given,
  folder: string,
  template: Template,
  settings: EnvironmentSettings,
): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(properties.Environment?.Variables ?? {}).map(([name, value]) => [
      name,
      settings.overrides[name] ?? settings.readdress(value),
    ]),
  )
  const added = settings.additions.filter(({ where }) => where in own).map(({ variables }) => variables)
  return Object.assign(
    {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      AWS_REGION: template.region,
      AWS_DEFAULT_REGION: template.region,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: resource.ref,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.ref}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      ...loggingOf(properties),
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: properties.Handler,
    },
    settings.shared,
    // The engines see the caller by the key, as AWS does by the role.
    { AWS_ACCESS_KEY_ID: settings.signsAs?.(resource.id) ?? resource.id },
    own,
    ...added,
  )
}
