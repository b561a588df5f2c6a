// Every setting of the stack, read once and checked. A wrong one stops the synthesis with one clear sentence.
import { z } from 'zod'
import { DEFAULT_POLL_MS } from '../core/domain/posts/pace.ts'

const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 180, 365, 400, 545, 731, 1096, 1827] as const

const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const whole = (smallest: number, largest: number) => z.coerce.number().int().min(smallest).max(largest)
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).origin === text, 'must be an origin such as https://graph.example.com')
const apiVersion = z.string().regex(/^v\d+\.\d+$/, 'must look like v26.0')

/** Each is given as `-c name=value`, in the context of `cdk.json`, or as the environment variable of the same name in capitals. */
export const Settings = z.strictObject({
  /** Name of the CloudFormation stack; a second stage in the same account is a second name. */
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be letters, digits and hyphens, at most 64, a letter first')
    .default('SocialPublisher'),
  /** Processor of the functions; `host` is this machine's, with its own native parts: for the local run only. */
  architecture: z.enum(['arm64', 'x86_64', 'host']).default('arm64'),
  /** Keep table, bucket and key when the stack is destroyed. */
  retainData: yesOrNo.default(true),
  logRetentionDays: z.coerce
    .number()
    .refine((days) => RETENTION_DAYS.some((known) => known === days), `must be one of ${RETENTION_DAYS.join(', ')}`)
    .default(30),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']).default('INFO'),
  /** Publications that are worked on at the same time. */
  publishConcurrency: whole(2, 1000).default(50),
  /** Uploads that are inspected at the same time. */
  inspectConcurrency: whole(2, 1000).default(10),
  /** First delay between two looks at a container that a platform is still processing. */
  publishPollMs: whole(100, 300_000).default(DEFAULT_POLL_MS),
  instagramGraphUrl: origin.default('https://graph.instagram.com'),
  threadsGraphUrl: origin.default('https://graph.threads.net'),
  instagramApiVersion: apiVersion.default('v26.0'),
  threadsApiVersion: apiVersion.default('v1.0'),
})
export type Settings = z.infer<typeof Settings>

const environmentName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** A setting that is not what it may be. */
export class SettingError extends Error {}

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
  if (outcome.success) return outcome.data
  const [issue] = outcome.error.issues
  const name = String(issue?.path[0])
  throw new SettingError(`The setting ${name} is ${JSON.stringify(given[name])}: ${issue?.message}.`)
}
