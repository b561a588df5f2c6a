// What a deployment is to be: the options of `deploy` and `destroy`, and the settings that they and the CDK's files give.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { regionOf } from '../core/aws/region.ts'
import { type AssetsPlace, assetsPlace } from '../lib/assets-place.ts'
import { environmentName, readProtection, readSettings, refuseUnknown } from '../lib/read-settings.ts'
import { SettingError, type Settings } from '../lib/settings.ts'
import { Hindrance, type World } from './deployment.ts'

export interface Wanted {
  settings: Settings
  /** Whether the caller, the environment or cdk.json says what a setting is. */
  says(setting: keyof Settings): boolean
  /** Whether the stack is to be protected from being deleted; nothing where it stays as it is. */
  isProtected: boolean | undefined
  /** As the CDK takes them: `-c`, `stage=live`, ... */
  context: string[]
  region: string | undefined
  /** The folder of the synthesized stack: it is kept between showing and deploying it, so that what was shown is deployed. */
  assembly: string
  /** Only synthesize. */
  dryRun: boolean
  /** Where the template is to find its files; only to synthesize. */
  assets: AssetsPlace | undefined
  /** The environment of the programs that are run. */
  environment: Record<string, string | undefined>
  yes: boolean
}

const OPTIONS = {
  stage: { type: 'string' },
  region: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  output: { type: 'string', default: 'cdk.out' },
  'dry-run': { type: 'boolean', default: false },
  assets: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

/** What the options of a deployment mean, by how they are given. */
const MEANINGS = {
  '--stage NAME': 'a stack of its own: SocialPublisher-NAME',
  '--region REGION': 'its AWS region',
  '-c SETTING=VALUE': 'a setting, any number of times; also in "context" of a cdk.json here, or from the environment',
  '--output FOLDER': 'where the template and its files are put (cdk.out)',
  '--dry-run': 'deploy nothing',
  '--assets BUCKET[/FOLDER]': 'with --dry-run: a template that others create by a link, with its files there',
  '--yes': 'ask nothing',
} as const

/** The options of a deployment, a line each, for a help text. */
export const optionLines = (names = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[]): string => {
  const width = Math.max(...names.map((name) => name.length))
  return names.map((name) => `  ${name.padEnd(width)}  ${MEANINGS[name]}`).join('\n')
}

/** For a program that is to work in the same region as its caller, wherever that has it from. */
export const inRegion = (region: string) => ({ AWS_REGION: region, AWS_DEFAULT_REGION: region })

/** @throws {Hindrance} for a wrong call or a wrong setting. */
export function readWanted(args: readonly string[], { environment, folder }: World): Wanted {
  const { values } = understood(args)
  const given = new Map<string, string>()
  for (const pair of values.context ?? []) {
    const at = pair.indexOf('=')
    if (at < 1) throw new Hindrance(`-c ${pair} is not name=value.`)
    given.set(pair.slice(0, at), pair.slice(at + 1))
  }
  if (values.stage !== undefined) given.set('stage', values.stage)
  const assets = values.assets === undefined ? undefined : assetsPlace(values.assets)
  if (values.assets !== undefined) {
    if (!assets) throw new Hindrance(`--assets ${values.assets} is no bucket, nor BUCKET/FOLDER.`)
    given.set('assets', values.assets)
  }
  const region = values.region ?? regionOf(environment)
  if (region !== undefined && !/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) {
    throw new Hindrance(`The region is ${region}: it must look like eu-central-1.`)
  }
  if (region !== undefined && /^(cn|us-gov|us-iso|us-isob|eu-isoe)-/.test(region)) {
    throw new Hindrance(`The region ${region} is not a commercial one; the stack has been made for those alone.`)
  }
  return {
    ...settingsOf(given, environment, folder),
    context: [...given].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    region,
    assembly: values.output,
    dryRun: values['dry-run'],
    assets,
    environment: { ...environment, ...(region ? inRegion(region) : {}) },
    yes: values.yes,
  }
}

function understood(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS })
  } catch (error) {
    throw new Hindrance(
      `${(error as Error).message.replace(/\.?$/, '.')} There are: ${Object.keys(MEANINGS).join(', ')}.`,
    )
  }
}

function settingsOf(
  given: ReadonlyMap<string, string>,
  environment: Record<string, string | undefined>,
  folder: string,
): Pick<Wanted, 'settings' | 'says' | 'isProtected'> {
  const context = contextOf(folder, environment)
  const inContext = (name: string) => given.get(name) ?? context[name]
  try {
    refuseUnknown([...given.keys(), ...Object.keys(context)])
    return {
      settings: readSettings(inContext, environment),
      isProtected: readProtection(inContext),
      says: (name) => (inContext(name) ?? (environment[environmentName(name)] || undefined)) !== undefined,
    }
  } catch (error) {
    throw error instanceof SettingError ? new Hindrance(error.message, { cause: error }) : error
  }
}

/**
 * The context that the CDK hands to its app beside what `-c` gives: of the folder's files, and of the home folder's.
 * @throws {Hindrance} where a file is not JSON.
 */
function contextOf(folder: string, { HOME }: Record<string, string | undefined>): Record<string, unknown> {
  return {
    ...(HOME ? configurationIn(join(HOME, '.cdk.json')).context : {}),
    ...configurationIn(join(folder, 'cdk.context.json')),
    ...configurationIn(join(folder, 'cdk.json')).context,
  }
}

/** @throws {Hindrance} where the file is not JSON. */
function configurationIn(file: string): { context?: Record<string, unknown> } {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }
  } catch (error) {
    throw new Hindrance(`${file} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}
