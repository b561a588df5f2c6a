// Reads the environment that the stack's bindings set. The only place that reads `process.env` in a function.
import type { ENV } from './contract.ts'
import type { PlatformVariable } from './platforms/setting-names.ts'

type EnvName = (typeof ENV)[keyof typeof ENV] | PlatformVariable

/** @throws {Error} when the stack did not bind the variable: a fault of the stack, never of the caller. */
export function setting(name: EnvName): string {
  const value = process.env[name]
  if (!value) throw new Error(`environment variable ${name} is not set`)
  return value
}

export const optionalSetting = (name: EnvName): string | undefined => process.env[name] || undefined
