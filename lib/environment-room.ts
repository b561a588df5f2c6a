// How much Lambda takes in the environment of a function. Settings of any length end up in it, and AWS refuses a longer one only in the
// middle of a deployment, with no word of which setting it is.
import { Stack } from 'aws-cdk-lib'
import { CfnFunction } from 'aws-cdk-lib/aws-lambda'
import type { IConstruct } from 'constructs'
import { SettingError, type Settings } from './settings.ts'

/** All names and values of a function, written as JSON. */
const MAX_BYTES = 4096

/** Stands for a name, an ARN or an address that AWS gives a resource. */
const GIVEN_BY_AWS = 'x'.repeat(100)

/** The text of a value in the template, as long as it will be about. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const join = (value as { 'Fn::Join'?: [string, readonly unknown[]] })['Fn::Join']
  return join ? join[1].map(textOf).join(join[0]) : GIVEN_BY_AWS
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** @throws {SettingError} naming the setting that takes most of an environment that is too long. */
export function refuseLongEnvironments(scope: IConstruct, settings: Settings): void {
  for (const fn of scope.node.findAll()) {
    if (!(fn instanceof CfnFunction)) continue
    const given = Stack.of(scope).resolve(fn.environment) as { variables?: Record<string, unknown> } | undefined
    const variables = Object.fromEntries(
      Object.entries(given?.variables ?? {}).map(([name, value]) => [name, textOf(value)]),
    )
    const bytes = bytesOf(JSON.stringify(variables))
    if (bytes <= MAX_BYTES) continue
    const texts = Object.values(variables)
    const [longest] = Object.entries(settings)
      .filter(([, value]) => typeof value === 'string' && texts.includes(value))
      .sort(([, one], [, other]) => bytesOf(String(other)) - bytesOf(String(one)))
    const room = `the environment of ${fn.node.scope?.node.path} would have ${bytes} bytes, and Lambda takes ${MAX_BYTES}`
    throw new SettingError(
      longest
        ? `The setting ${longest[0]} is too long, with ${bytesOf(String(longest[1]))} bytes: ${room}.`
        : `The settings are too long together: ${room}.`,
    )
  }
}
