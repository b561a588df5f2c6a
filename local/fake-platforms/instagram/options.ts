// Instagram's options of a container, as strict as its documents; what is only known from the field is marked.
import { GraphError, invalidParameter } from '../graph/errors.ts'
import type { Fetched } from '../graph/media-fetch.ts'
import { type PictureRule, pictureFault } from '../graph/media-rules.ts'
import { flagOf, listOf, textOf, wholeNumberOf } from '../graph/parameters.ts'
import type { Account, Container, ContainerKind, MediaFailure } from '../model.ts'
import type { InstagramAccount, InstagramSimulator } from './settings.ts'

/** Parameters by what may carry them; everything else is refused there. */
const ONLY_ON: Record<string, readonly ContainerKind[]> = {
  alt_text: ['image'],
  collaborators: ['image', 'reel', 'carousel'],
  user_tags: ['image', 'video', 'reel', 'story_image', 'story_video'],
  location_id: ['image', 'reel', 'carousel'],
  cover_url: ['reel'],
  thumb_offset: ['reel'],
  share_to_feed: ['reel'],
  trial_params: ['reel'],
  audio_name: ['reel'],
  audio_configuration: ['reel'],
  product_tags: ['image', 'video', 'reel'],
  is_paid_partnership: ['image', 'reel', 'carousel'],
  branded_content_sponsor_ids: ['image', 'reel', 'carousel'],
}
const NOT_ON_CHILDREN = [
  'caption',
  'location_id',
  'collaborators',
  'is_ai_generated',
  'is_paid_partnership',
  'branded_content_sponsor_ids',
]

/** Names that begin with this belong to nobody who can be reached. */
const UNUSABLE = 'bad_'
const COVER: PictureRule = { formats: ['jpeg'], minAspect: 0, maxAspect: Number.POSITIVE_INFINITY }

const handleRefused = (): GraphError => new GraphError(110, 'Invalid user id', { subcode: 2207018 })

/** @throws {GraphError} for the first rule that is broken. */
export function checkInstagramOptions(
  sim: InstagramSimulator,
  account: Account,
  params: Map<string, unknown>,
  kind: ContainerKind,
  isChild: boolean,
): void {
  for (const [name, kinds] of Object.entries(ONLY_ON)) {
    if (params.has(name) && !kinds.includes(kind))
      throw invalidParameter(`Param ${name} is not allowed for this media type`)
  }
  if (isChild) {
    for (const name of NOT_ON_CHILDREN) {
      if (params.has(name)) throw invalidParameter(`The param ${name} is not allowed for carousel child`)
    }
  }
  checkCollaborators(params)
  checkTags(params, kind)
  const location = textOf(params, 'location_id')
  if (location !== undefined && !sim.store.settings.locations.includes(location))
    throw invalidParameter(`INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID: ${location}`)
  const offset = wholeNumberOf(params, 'thumb_offset')
  if (offset !== undefined && offset < 0) throw new GraphError(1, 'thumb_offset is out of range', { subcode: 2207057 })
  for (const name of ['share_to_feed', 'is_ai_generated']) if (params.has(name)) flagOf(params, name)
  checkTrial(account, params)
  checkPartnership(params)
  checkProducts(params, kind)
  checkAudio(params)
  const cover = textOf(params, 'cover_url')
  if (cover !== undefined && !/^https?:$/.test(URL.parse(cover)?.protocol ?? ''))
    throw invalidParameter('Param cover_url must be a URL')
}

function checkCollaborators(params: Map<string, unknown>): void {
  const names = listOf(params, 'collaborators') ?? []
  if (names.length > 3) throw invalidParameter('At most 3 collaborators')
  for (const name of names) {
    if (typeof name !== 'string' || name === '') throw invalidParameter('Param collaborators must hold usernames')
    if (name.startsWith('@')) throw handleRefused()
    if (name.startsWith(UNUSABLE)) throw new GraphError(100, `The user @${name} is not visible`, { subcode: 2207066 })
  }
}

function checkTags(params: Map<string, unknown>, kind: ContainerKind): void {
  const tags = listOf(params, 'user_tags') ?? []
  if (tags.length > 20) throw new GraphError(100, 'At most 20 @ tags', { subcode: 2207040 })
  for (const tag of tags) {
    const { username, x, y } = (tag ?? {}) as Record<string, unknown>
    if (typeof username !== 'string') throw invalidParameter('Each of user_tags needs a username')
    if (username.startsWith('@') || username.startsWith(UNUSABLE)) throw handleRefused()
    const inside = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1
    // A story may leave them out.
    const placed = x !== undefined || y !== undefined
    if ((kind === 'image' || (kind.startsWith('story') && placed)) && !(inside(x) && inside(y)))
      throw invalidParameter('Each of user_tags needs x and y between 0 and 1')
    if ((kind === 'reel' || kind === 'video') && placed) {
      throw invalidParameter('user_tags of a video have no x and y')
    }
  }
}

/** Parameters that only Facebook Login has: Instagram's own host refuses the parameters before they are read here. */
function checkPartnership(params: Map<string, unknown>): void {
  if (params.has('is_paid_partnership')) flagOf(params, 'is_paid_partnership')
  const sponsors = listOf(params, 'branded_content_sponsor_ids') ?? []
  if (sponsors.length > 2 || sponsors.some((id) => typeof id !== 'string' || !/^\d+$/.test(id)))
    throw invalidParameter('INSTAGRAM_PLATFORM_API__INVALID_PARAM: branded_content_sponsor_ids')
}

const productFault = (subcode: number, message: string): GraphError => new GraphError(100, message, { subcode })

function checkProducts(params: Map<string, unknown>, kind: ContainerKind): void {
  const tags = (listOf(params, 'product_tags') ?? []) as Record<string, unknown>[]
  if (tags.length > 5) throw productFault(2207037, 'At most 5 products can be tagged')
  const ids = tags.map(({ product_id }) => product_id)
  if (ids.some((id) => typeof id !== 'string' || !/^\d+$/.test(id)) || new Set(ids).size < ids.length)
    throw productFault(2207037, 'Each of product_tags needs a product_id of its own')
  for (const { x, y } of tags) {
    const placed = typeof x === 'number' && typeof y === 'number'
    if (kind === 'image' && !placed) throw productFault(2207036, 'Product tags of a photo need x and y')
    if (kind !== 'image' && (x !== undefined || y !== undefined))
      throw productFault(2207035, 'Product tags of a video have no x and y')
  }
}

function checkAudio(params: Map<string, unknown>): void {
  const given = params.get('audio_configuration')
  if (given === undefined) return
  const {
    audio_id,
    audio_volume = 0,
    video_volume = 0,
  } = (typeof given === 'string' ? listOf(new Map([['audio', `[${given}]`]]), 'audio')![0] : given) as Record<
    string,
    unknown
  >
  const volume = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100
  if (typeof audio_id !== 'string' || !/^\d+$/.test(audio_id) || !volume(audio_volume) || !volume(video_volume))
    throw new GraphError(100, 'Invalid audio configuration', { subcode: 9050 })
}

function checkTrial(account: InstagramAccount, params: Map<string, unknown>): void {
  if (!params.has('trial_params')) return
  const given = params.get('trial_params')
  const trial = typeof given === 'string' ? listOf(new Map([['trial', `[${given}]`]]), 'trial')![0] : given
  const strategy = (trial as { graduation_strategy?: unknown } | null)?.graduation_strategy
  if (strategy !== 'MANUAL' && strategy !== 'SS_PERFORMANCE')
    throw invalidParameter('Param trial_params needs graduation_strategy MANUAL or SS_PERFORMANCE')
  // Seen in the field: no page names the code.
  if (account.trial_reels === false)
    throw new GraphError(100, 'This account cannot publish trial reels', { subcode: 2207081 })
}

/** A cover is fetched as the video is. */
export function coverOf({ params }: Pick<Container, 'params'>) {
  const url = params.cover_url
  if (typeof url !== 'string') return undefined
  const check = (fetched: Fetched): MediaFailure | null =>
    pictureFault(fetched, COVER) === null
      ? null
      : { code: 9004, subcode: 2207052, message: 'The cover could not be fetched, or is no JPEG' }
  return { url, check }
}

/** Only the file tells whether it contains the moment. */
export function offsetFault({ params }: Pick<Container, 'params'>, fetched: Fetched): MediaFailure | null {
  const offset = Number(params.thumb_offset ?? 0)
  const length = fetched.ok ? fetched.media.duration_ms : null
  return length !== null && offset >= length && offset > 0
    ? { code: 1, subcode: 2207057, message: 'thumb_offset is out of range' }
    : null
}
