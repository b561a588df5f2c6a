// Where the deploying package has its parts. The bundled programs are in `bin` and `lib` of it, as here.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError, type Settings } from '../../lib/settings.ts'

const ROOT = join(import.meta.dirname, '..')

export const APP = join(ROOT, 'bin', 'app.js')

/** The built dashboard. */
export const DASHBOARD = join(ROOT, 'dashboard')

/** @throws {SettingError} where the package has no functions for this processor. */
export function checkArchitecture({ architecture }: Pick<Settings, 'architecture'>): void {
  if (!existsSync(join(ROOT, 'dist', architecture)))
    throw new SettingError(`The setting architecture is "${architecture}": the package has no functions for it.`)
}

/** The feature flags of the CDK with which a release is made. */
export const featureFlags = (): Record<string, unknown> =>
  (JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> }).context

export const version = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
