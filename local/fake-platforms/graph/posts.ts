// Publishing, and reading what was published.
import { randomBytes } from 'node:crypto'
import type { FaultPlan } from '../faults.ts'
import { type Account, type Container, DAY_MS, type Post } from '../model.ts'
import type { Simulator } from '../simulator.ts'
import { stateOf } from './containers.ts'
import { invalidParameter } from './errors.ts'
import { NO_PERMALINK } from './faults.ts'
import { fieldsOf, textOf, wholeNumberOf } from './parameters.ts'
import type { GraphSimulator } from './rules.ts'

/** @throws {GraphError} for the rule that refuses it. */
export function publishContainer(sim: GraphSimulator, account: Account, id: string, plan: FaultPlan): Post {
  const { errors } = sim.rules
  const container = sim.store.containers.get(id)
  if (!container || container.account !== account.external_id) throw errors.container()
  if (container.is_child) throw invalidParameter('A carousel item cannot be published by itself')
  if (account.restricted) throw errors.restricted()
  const { state, failure } = stateOf(sim, container)
  if (state === 'PUBLISHED' && sim.store.settings.repeat_publish === 'reject') {
    throw invalidParameter('The container has already been published')
  }
  if (state === 'IN_PROGRESS') throw errors.notReady()
  if (state === 'EXPIRED') throw errors.container()
  if (state === 'ERROR') throw errors.failed(failure!)
  const limit = typeof container.params.reply_to_id === 'string' ? answersOf : quotaOf
  const { used, total } = limit(sim, account)
  if (used >= total) throw errors.quota()
  return makePost(sim, account, container, plan.extra(NO_PERMALINK) !== undefined)
}

/** Posts of the last 24 hours against the limit. A carousel counts once. */
export function quotaOf(
  sim: GraphSimulator,
  account: Account,
  since = sim.now() - DAY_MS,
): { used: number; total: number } {
  const from = Math.max(since, sim.now() - DAY_MS)
  const counts = (post: Post) => post.published_at > from && (sim.rules.counts?.(post) ?? true)
  // A deleted post was published.
  const used = sim.store.postsOf(account.external_id).filter(counts).length
  return { used, total: sim.store.settings.quota_total ?? sim.rules.quotaTotal }
}

/** The same of answers, where they have a limit of their own. */
export function answersOf(sim: GraphSimulator, account: Account): { used: number; total: number } {
  const since = sim.now() - DAY_MS
  const counts = (post: Post) => post.published_at > since && typeof post.reply_to === 'string'
  const used = sim.store.postsOf(account.external_id).filter(counts).length
  return { used, total: sim.rules.answersTotal?.(sim) ?? Number.POSITIVE_INFINITY }
}

/** A post that its owner has not deleted. */
export function livePost(sim: Simulator, id: string): Post | undefined {
  const post = sim.store.posts.get(id)
  return post?.deleted_at === undefined ? post : undefined
}

/** Newest first. */
export function postsOf(sim: Simulator, account: Account): Post[] {
  return sim.store
    .postsOf(account.external_id)
    .filter((post) => post.deleted_at === undefined)
    .reverse()
}

function makePost(sim: GraphSimulator, account: Account, container: Container, noPermalink: boolean): Post {
  const now = sim.now()
  const id = sim.store.newId(sim.rules.idPrefix.post)
  const facts = {
    id,
    kind: container.kind,
    username: account.username,
    shortcode: randomBytes(8).toString('base64url'),
  }
  const post: Post = {
    ...facts,
    account: account.external_id,
    container: container.id,
    ...sim.rules.mediaType(container.kind),
    text: container.text,
    alt_text: container.alt_text,
    media: container.media,
    children: container.children.map((childId) => {
      const { kind, alt_text, media } = sim.store.containers.get(childId)!
      return { id: sim.store.newId(sim.rules.idPrefix.post), kind, alt_text, media }
    }),
    permalink: noPermalink ? null : sim.rules.permalink(facts),
    published_at: now,
    options: Object.fromEntries(Object.entries(container.params).filter(([name]) => !sim.rules.plain.has(name))),
    ...(typeof container.params.reply_to_id === 'string' ? { reply_to: container.params.reply_to_id } : {}),
  }
  sim.store.put('post', post)
  sim.store.put('container', { ...container, published_at: container.published_at ?? now })
  for (const childId of container.children) {
    sim.store.put('container', { ...sim.store.containers.get(childId)!, used_by: container.id })
  }
  return post
}

/** Timestamps as the platforms write them. */
export const timestampOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000')

/** The asked-for fields of an object, as Graph gives them: absent ones left out, unknown ones an error. */
export function selectFields(
  all: Record<string, unknown>,
  params: Map<string, unknown>,
  fallback: readonly string[],
  onUnknown: (name: string) => Error = (name) => invalidParameter(`Tried accessing nonexistent field (${name})`),
): Record<string, unknown> {
  const selected: Record<string, unknown> = {}
  for (const name of fieldsOf(params, fallback)) {
    if (!(name in all)) throw onUnknown(name)
    if (all[name] !== undefined && all[name] !== null) selected[name] = all[name]
  }
  if (all.id !== undefined) selected.id = all.id
  return selected
}

/** One page of a list: `since`, `until` (Unix seconds), `limit`, and the cursors `before` and `after`. */
export function pageOf(posts: Post[], params: Map<string, unknown>): { page: Post[]; paging: unknown } {
  const since = wholeNumberOf(params, 'since')
  const until = wholeNumberOf(params, 'until')
  const limit = wholeNumberOf(params, 'limit') ?? 25
  if (limit < 1 || limit > 100) throw invalidParameter('Param limit must be between 1 and 100')
  const fitting = posts.filter(
    (post) =>
      (since === undefined || post.published_at >= since * 1000) &&
      (until === undefined || post.published_at <= until * 1000),
  )
  const after = cursorOf(params, 'after')
  const before = cursorOf(params, 'before')
  let start = 0
  if (after) start = fitting.findIndex((post) => post.id === after) + 1
  else if (before) start = Math.max(0, fitting.findIndex((post) => post.id === before) - limit)
  const page = fitting.slice(start, start + limit)
  if (page.length === 0) return { page, paging: undefined }
  const cursors = { before: toCursor(page[0]!), after: toCursor(page.at(-1)!) }
  return { page, paging: { cursors } }
}

const toCursor = (post: Post): string => Buffer.from(post.id).toString('base64url')

function cursorOf(params: Map<string, unknown>, name: string): string | undefined {
  const text = textOf(params, name)
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString()
}
