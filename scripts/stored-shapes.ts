// Stored shapes, and those of the last release: while a release is deployed, functions of both run on the same items.
//   node scripts/stored-shapes.ts            lists what changed, and fails where a change has no note
//   node scripts/stored-shapes.ts --record   takes the present shapes for those of the release that is being made
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Account } from '../core/accounts/rules/account.ts'
import { ApiKey, KeySecret } from '../core/api-keys/api-key.ts'
import { GrantCode } from '../core/api-keys/assistant-keys.ts'
import { Approval, ApprovalEntry } from '../core/approvals/approval.ts'
import { Draft } from '../core/drafts/draft.ts'
import { Media } from '../core/media/rules/media.ts'
import { UploadSession } from '../core/media/upload-store.ts'
import { MailState } from '../core/notices/mail-state.ts'
import { Notice } from '../core/notices/rules/notices.ts'
import { Owner } from '../core/owners/owner.ts'
import { ConnectLink } from '../core/people/connect-link.ts'
import { Invitation, Member, Person, Session } from '../core/people/people.ts'
import { PLATFORM_IDS } from '../core/platforms/facts.ts'
import { PROVIDER_NAMES } from '../core/platforms/providers.ts'
import { Post } from '../core/posts/rules/post.ts'
import { Publication } from '../core/posts/rules/publication.ts'
import { SlotPlan } from '../core/slots/rules/slots.ts'
import * as keys from '../core/table-keys.ts'
import { Delivery, Webhook, WebhookEvent } from '../core/webhooks/rules/webhooks.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'stored-shapes.json')

/** Items that are read by a schema. */
const ITEMS = {
  Account,
  ApiKey,
  KeySecret,
  Approval,
  ApprovalEntry,
  Draft,
  GrantCode,
  UploadSession,
  Media,
  MailState,
  Notice,
  Owner,
  ConnectLink,
  Invitation,
  Member,
  Person,
  Session,
  Post,
  Publication,
  SlotPlan,
  Delivery,
  Webhook,
  WebhookEvent,
}

/** Stored fields by their paths: `Publication.attempt?.calls` is `number`. */
export type Shapes = Record<string, string>

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
}

const isSame = (values: readonly unknown[], names: readonly string[]): boolean =>
  values.length === names.length && names.every((name) => values.includes(name))

/** A new platform is no new shape: which there are is in the facts. */
function wordOf({ type, enum: values, const: only }: Schema): string {
  if (only !== undefined) return JSON.stringify(only)
  if (!values) return [type ?? 'anything'].flat().join(' | ')
  if (isSame(values, PLATFORM_IDS) || isSame(values, PROVIDER_NAMES)) return 'platform'
  return values.map((value) => JSON.stringify(value)).join(' | ')
}

function describe(path: string, schema: Schema, into: Shapes): void {
  const kinds = schema.anyOf ?? [schema]
  const words = kinds.filter(({ properties, items }) => !properties && !items).map(wordOf)
  for (const kind of kinds) {
    if (kind.properties) {
      words.push('object')
      for (const [name, field] of Object.entries(kind.properties))
        describe(`${path}.${name}${kind.required?.includes(name) ? '' : '?'}`, field, into)
    } else if (kind.items) {
      words.push('list')
      describe(`${path}[]`, kind.items, into)
    } else if (typeof kind.additionalProperties === 'object') describe(`${path}{}`, kind.additionalProperties, into)
  }
  into[path] = [...new Set([...(into[path]?.split(' | ') ?? []), ...words])].join(' | ')
}

/** The parts of every key, and the fields of every item. */
export function presentShapes(): Shapes {
  const shapes: Shapes = {}
  const shaped = [
    ...Object.entries(keys),
    ...Object.entries(keys.PARTITION).map(([name, one]) => [`PARTITION.${name}`, one]),
  ]
  for (const [name, made] of shaped as [string, unknown][]) {
    if (typeof made !== 'function' || !('parts' in made) || !('prefix' in made)) continue
    const { prefix, parts } = made as keys.Shape<unknown[]>
    shapes[`key ${name}`] = `${prefix}${parts.map(({ kind }) => `<${kind}>`).join('#')}`
  }
  for (const [name, item] of Object.entries(ITEMS)) {
    // A release has to understand what it reads back: as it is stored, before defaults.
    const schema = z.toJSONSchema(item as z.ZodMiniType, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
      // JSON has no sets; the table does.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'set') Object.assign(jsonSchema, { type: 'set' })
      },
    })
    describe(name, schema as Schema, shapes)
  }
  return Object.fromEntries(Object.entries(shapes).sort(([one], [other]) => (one < other ? -1 : 1)))
}

export interface Recorded {
  /** The release whose shapes these are. */
  release: string
  shapes: Shapes
  /** Changes since, by path, each with what both releases do about it while they run side by side (docs/operations.md, Two versions). */
  notes: Record<string, string>
}

export interface Change {
  path: string
  was?: string
  is?: string
}

export const changesBetween = (before: Shapes, after: Shapes): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => ({
      path,
      ...(before[path] === undefined ? {} : { was: before[path] }),
      ...(after[path] === undefined ? {} : { is: after[path] }),
    }))

/** The problems: changes without a note, and notes about unchanged shapes. */
export function problemsOf({ shapes, notes }: Recorded, present: Shapes): string[] {
  const changes = changesBetween(shapes, present)
  const changed = new Set(changes.map(({ path }) => path))
  return [
    ...changes
      .filter(({ path }) => !notes[path]?.trim())
      .map(
        ({ path, was, is }) => `${path} was ${was ?? 'not there'}, is ${is ?? 'not there any more'}, and has no note`,
      ),
    ...Object.keys(notes)
      .filter((path) => !changed.has(path))
      .map((path) => `${path} has a note, and did not change`),
  ]
}

export const recordedShapes = (): Recorded => JSON.parse(readFileSync(FILE, 'utf8')) as Recorded

/** The message to the person who deploys. */
export function deploymentNotes({ release, shapes, notes }: Recorded, present: Shapes): string[] {
  const changes = changesBetween(shapes, present)
  if (changes.length === 0) return [`What is stored is as in release ${release}: going back to it is possible.`]
  return [
    `What is stored differs from release ${release} in ${changes.length === 1 ? 'one place' : `${changes.length} places`}:`,
    ...changes.map(({ path }) => `  ${path}: ${notes[path] ?? 'NO NOTE'}`),
  ]
}

function record(): void {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const recorded: Recorded = { release: version, shapes: presentShapes(), notes: {} }
  writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
}

if (import.meta.main) {
  if (process.argv[2] === '--record') record()
  const present = presentShapes()
  const recorded = recordedShapes()
  for (const line of deploymentNotes(recorded, present)) console.log(line)
  const problems = problemsOf(recorded, present)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
