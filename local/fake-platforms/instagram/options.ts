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
}
const NOT_ON_CHILDREN = ['caption', 'location_id', 'collaborators', 'is_ai_generated']

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
    if (kind === 'image' && !(inside(x) && inside(y)))
      throw invalidParameter('Each of user_tags needs x and y between 0 and 1')
    if ((kind === 'reel' || kind === 'video') && (x !== undefined || y !== undefined)) {
      throw invalidParameter('user_tags of a video have no x and y')
    }
  }
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

/** Only the file tells whether the moment lies in it. */
export function offsetFault({ params }: Pick<Container, 'params'>, fetched: Fetched): MediaFailure | null {
  const offset = Number(params.thumb_offset ?? 0)
  const length = fetched.ok ? fetched.media.duration_ms : null
  return length !== null && offset >= length && offset > 0
    ? { code: 1, subcode: 2207057, message: 'thumb_offset is out of range' }
    : null
}
