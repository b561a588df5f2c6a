// Reads the settings from the CDK context and the environment. A wrong one stops the synthesis with a clear error.
import { join, relative } from 'node:path'
import { yesOrNo } from './setting-values.ts'
import { SettingError, Settings } from './settings.ts'
import { checkTogether } from './settings-together.ts'

/** `publishPollMs` is `PUBLISH_POLL_MS` in the environment. */
export const environmentName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/**
 * @param context looks a name up in the CDK context.
 * @throws {SettingError} one sentence that names the setting and what it may be.
 */
export function readSettings(
  context: (name: string) => unknown,
  environment: Record<string, string | undefined> = process.env,
): Settings {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(Settings.shape)) {
    const value = context(name) ?? (environment[environmentName(name)] || undefined)
    if (value !== undefined) given[name] = value
  }
  const outcome = Settings.safeParse(given)
  if (outcome.success) {
    checkTogether(outcome.data)
    const { stage, stackName } = outcome.data
    return { ...outcome.data, stackName: stage && !('stackName' in given) ? `${stackName}-${stage}` : stackName }
  }
  const [issue] = outcome.error.issues
  const name = String(issue?.path[0])
  // A value in place of the ARN may be the secret itself: it is not repeated in the message.
  const value = name.endsWith('SecretArn') ? 'not what it may be' : JSON.stringify(given[name])
  const isNoText = issue?.code === 'invalid_type' && issue.expected === 'string'
  throw new SettingError(`The setting ${name} is ${value}: ${isNoText ? 'must be a text, in quotes' : issue?.message}.`)
}

/** Protection of the stack as a whole. It is not one of the settings, because those describe what is in the stack. */
const PROTECTION = 'terminationProtection'

/**
 * @param context looks a name up in the CDK context. @returns nothing where it says nothing.
 * @throws {SettingError}
 */
export function readProtection(context: (name: string) => unknown): boolean | undefined {
  const value = context(PROTECTION) ?? undefined
  const outcome = yesOrNo.optional().safeParse(value)
  if (outcome.success) return outcome.data
  throw new SettingError(`The setting ${PROTECTION} is ${JSON.stringify(value)}: must be true or false.`)
}

/** Context that the CDK app reads beside the settings. */
const OTHER_CONTEXT = ['assets', PROTECTION]

/** The page that lists the settings: of a checkout, or of the package that deploys without one. */
export function manual(): string {
  const file = join(import.meta.dirname, '..', 'docs', 'operations.md')
  const near = relative(process.cwd(), file)
  return near.startsWith('..') ? file : near
}

const inOneCase = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/**
 * A misspelt setting would be without effect, and nobody would notice. Other names with hyphens or colons are the CDK's own.
 * @param names of the CDK context. @throws {SettingError} for one that looks like a setting and is none.
 */
export function refuseUnknown(names: Iterable<string>): void {
  const known = new Set([...Object.keys(Settings.shape), ...OTHER_CONTEXT])
  for (const name of names) {
    if (known.has(name)) continue
    const meant = [...known].find((setting) => inOneCase(setting) === inOneCase(name))
    if (!meant && !/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) continue
    throw new SettingError(
      `There is no setting ${/\s/.test(name) ? JSON.stringify(name) : name}${meant ? `; ${meant} is one` : `: ${manual()} lists them all`}.`,
    )
  }
}
