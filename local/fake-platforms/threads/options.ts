// Threads' options of a container, as strict as its documents; what is only known from the field is marked.
import { needScope } from '../graph/access.ts'
import { GraphError } from '../graph/errors.ts'
import { flagOf, listOf, textOf } from '../graph/parameters.ts'
import type { Container, ContainerKind } from '../model.ts'
import type { ThreadsAccount, ThreadsSimulator } from './settings.ts'
import { linksIn } from './text-rules.ts'

const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
]
const ATTACHED = ['plaintext', 'link_attachment_url', 'text_with_styling_info']
const STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough']
const MAX_LINKS = 5

/** Parameters that only text takes. */
const TEXT_ONLY = ['poll_attachment', 'gif_attachment', 'text_attachment', 'link_attachment', 'is_ghost_post']

const refuse = (message: string, subcode?: number): GraphError =>
  new GraphError(100, message, { type: 'THApiException', subcode })

const notFound = (): GraphError =>
  new GraphError(24, 'The requested resource does not exist', { subcode: 4279009, type: 'THApiException' })

const noCard = (): GraphError =>
  new GraphError(-1, 'Fatal: Invalid Link Attachment', { subcode: 4279047, type: 'THApiException' })

/** @throws {GraphError} where only publishing shows that there is no card, as it was seen to: hosts `latecard.` */
export function checkThreadsCard({ params }: Container): void {
  const { link_attachment: link } = params
  if (typeof link === 'string' && URL.parse(link)?.hostname.startsWith('latecard.')) throw noCard()
}

interface Asked {
  sim: ThreadsSimulator
  account: ThreadsAccount
  params: Map<string, unknown>
  scopes: readonly string[]
  kind: ContainerKind
  isChild: boolean
  text: string
}

/** @throws {GraphError} for the first rule that is broken. */
export function checkThreadsOptions(asked: Asked): void {
  const { params, kind, isChild } = asked
  for (const name of TEXT_ONLY) {
    if (params.has(name) && kind !== 'text') throw refuse(`Param ${name} is for TEXT`)
  }
  if (isChild && ['reply_control', 'topic_tag', 'reply_to_id', 'quote_post_id'].some((name) => params.has(name)))
    throw refuse('Options belong to the carousel, not to its items')
  const poll = objectOf(params, 'poll_attachment')
  const attachment = objectOf(params, 'text_attachment')
  checkPoll(params, poll)
  checkGif(objectOf(params, 'gif_attachment'))
  checkAttachment(attachment)
  checkLinks(asked, attachment)
  checkEntities(asked)
  if (flagOf(params, 'is_spoiler_media') && kind === 'text') throw refuse('Param is_spoiler_media is for media')
  checkGhost(params)
  checkWords(params)
  checkPlaces(asked)
  checkParents(asked)
}

/** A parameter that is JSON; a list in its place is ignored, as it was seen to be. */
export function objectOf(params: Map<string, unknown>, name: string): Record<string, unknown> | undefined {
  const given = params.get(name)
  if (given === undefined) return undefined
  let value: unknown
  try {
    value = typeof given === 'string' ? JSON.parse(given) : given
  } catch {
    throw refuse(`Param ${name} must be a JSON object`)
  }
  if (typeof value !== 'object' || value === null) throw refuse(`Param ${name} must be a JSON object`)
  return Array.isArray(value) ? undefined : (value as Record<string, unknown>)
}

function checkPoll(params: Map<string, unknown>, poll: Record<string, unknown> | undefined): void {
  if (!poll) return
  const names = ['option_a', 'option_b', 'option_c', 'option_d']
  const unknown = Object.keys(poll).find((name) => !names.includes(name))
  if (unknown !== undefined) throw refuse(`poll_attachment has no ${unknown}`)
  const given = names.map((name) => poll[name])
  const count = given.filter((choice) => choice !== undefined).length
  if (count < 2 || given.slice(0, count).includes(undefined)) throw refuse('A poll needs 2 to 4 options, a first')
  for (const choice of given.slice(0, count)) {
    if (typeof choice !== 'string' || choice === '' || [...choice].length > 25)
      throw refuse('An option of a poll has 1 to 25 characters')
  }
  for (const name of ['link_attachment', 'gif_attachment', 'text_attachment']) {
    if (params.has(name)) throw refuse(`Param ${name} cannot be combined with a poll`)
  }
}

function checkGif(gif: Record<string, unknown> | undefined): void {
  if (!gif) return
  if (typeof gif.gif_id !== 'string' || gif.gif_id === '') throw refuse('gif_attachment needs gif_id')
  // Tenor ended on 2026-03-31.
  if (gif.provider !== 'GIPHY') throw refuse('gif_attachment needs the provider GIPHY')
}

function checkAttachment(attachment: Record<string, unknown> | undefined): void {
  if (!attachment) return
  const unknown = Object.keys(attachment).find((name) => !ATTACHED.includes(name))
  if (unknown !== undefined) throw refuse(`text_attachment has no ${unknown}`)
  const { plaintext, text_with_styling_info: styled = [] } = attachment
  if (typeof plaintext !== 'string' || plaintext === '' || plaintext.length > 10_000)
    throw refuse('text_attachment needs plaintext of at most 10000 characters')
  if (!Array.isArray(styled)) throw refuse('text_with_styling_info must be a list')
  checkRanges(styled, plaintext, 'text_with_styling_info')
  for (const { styling_info } of styled as { styling_info?: unknown }[]) {
    if (!Array.isArray(styling_info) || styling_info.some((style) => !STYLES.includes(style)))
      throw refuse('styling_info is not known')
  }
}

function checkRanges(ranges: readonly unknown[], text: string, name: string): void {
  const placed = ranges.map((range) => {
    const { offset, length } = (range ?? {}) as Record<string, unknown>
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) throw refuse(`${name} needs offset and length`)
    return { from: offset as number, to: (offset as number) + (length as number) }
  })
  placed.sort((a, b) => a.from - b.from)
  for (const [at, { from, to }] of placed.entries()) {
    if (from < 0 || to <= from || to > text.length) throw refuse(`A range of ${name} lies outside of the text`)
    if (at > 0 && from < placed[at - 1]!.to) throw refuse(`Ranges of ${name} overlap`)
  }
}

function checkLinks({ params, text }: Asked, attached: Record<string, unknown> | undefined): void {
  const links = linksIn(text)
  const attachment = textOf(params, 'link_attachment')
  if (attachment !== undefined) {
    if (!URL.canParse(attachment)) throw refuse('Param link_attachment must be a URL')
    links.add(attachment)
    if (new URL(attachment).hostname.startsWith('nocard.')) throw noCard()
  }
  const second = attached?.link_attachment_url
  if (typeof second === 'string') {
    if (attachment !== undefined) throw refuse('A post has one link attachment')
    links.add(second)
  }
  if (links.size > MAX_LINKS) throw refuse(`THREADS_API__LINK_LIMIT_EXCEEDED: at most ${MAX_LINKS} links`)
}

function checkEntities({ params, text }: Asked): void {
  const entities = listOf(params, 'text_entities') ?? []
  if (entities.length > 10) throw refuse('At most 10 text_entities')
  if (entities.some((entity) => (entity as { entity_type?: unknown } | null)?.entity_type !== 'SPOILER'))
    throw refuse('entity_type is not known')
  checkRanges(entities, text, 'text_entities')
}

function checkGhost(params: Map<string, unknown>): void {
  if (!flagOf(params, 'is_ghost_post')) return
  const taken = new Set(['media_type', 'text', 'text_entities', 'is_ghost_post'])
  const other = [...params.keys()].find((name) => !taken.has(name))
  if (other !== undefined) throw refuse(`A ghost post takes no ${other}`)
}

function checkWords(params: Map<string, unknown>): void {
  const control = textOf(params, 'reply_control')
  if (control !== undefined && !REPLY_CONTROLS.includes(control)) throw refuse('Param reply_control is not known')
  const topic = textOf(params, 'topic_tag')
  if (topic !== undefined && !/^[^.&]{1,50}$/u.test(topic))
    throw refuse('Param topic_tag must be 1-50 characters without . and &')
  flagOf(params, 'enable_reply_approvals')
}

function checkPlaces({ account, params, scopes }: Asked): void {
  if (textOf(params, 'location_id') !== undefined) needScope(scopes, 'threads_location_tagging')
  for (const name of ['crossreshare_to_ig', 'crossreshare_to_ig_dark_mode'])
    if (flagOf(params, name)) needScope(scopes, 'threads_share_to_instagram')
  const countries = listOf(params, 'allowlisted_country_codes')
  if (countries === undefined) return
  if (account.geo_gating === false) throw refuse('THREADS_API__FEATURE_NOT_AVAILABLE')
  if (countries.some((code) => typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)))
    throw refuse('THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES')
}

function checkParents({ sim, params, scopes }: Asked): void {
  const quoted = textOf(params, 'quote_post_id')
  if (quoted !== undefined && !isThere(sim, quoted)) throw notFound()
  const parent = textOf(params, 'reply_to_id')
  if (parent === undefined) return
  needScope(scopes, 'threads_manage_replies')
  // Seen in the field: a fresh post, one that was deleted and one that never was all look the same.
  const post = sim.store.posts.get(parent)
  if (!isThere(sim, parent) || sim.now() - post!.published_at < sim.store.settings.parent_visible_ms) throw notFound()
}

const isThere = (sim: ThreadsSimulator, id: string): boolean => {
  const post = sim.store.posts.get(id)
  return post !== undefined && post.deleted_at === undefined
}
