// A Page's posts of text, links and photos, and photo stories; and reading them.

import { createHash } from 'node:crypto'
import type { FaultPlan } from '../faults.ts'
import { GraphError, invalidParameter, noSuchObject } from '../graph/errors.ts'
import { NO_PERMALINK } from '../graph/faults.ts'
import { fetchMedia } from '../graph/media-fetch.ts'
import { flagOf, idOf, listOf, textOf } from '../graph/parameters.ts'
import { withoutSecrets } from '../input.ts'
import { type Container, type ContainerKind, DAY_MS, type Post } from '../model.ts'
import { addressOf, checkTargeting, messageOf, objectIn, onlyThese } from './parameters.ts'
import type { FacebookAccount, FacebookSimulator } from './settings.ts'

const MB = 1024 * 1024
const PHOTO_BYTES = 10 * MB
const PHOTO_FORMATS = ['jpeg', 'png', 'gif', 'tiff', 'bmp']

export const newNumber = (sim: FacebookSimulator): string => sim.store.newId('122')

/** A thing that is made for a post and that nobody sees. */
export const draft = (
  sim: FacebookSimulator,
  page: FacebookAccount,
  kind: ContainerKind,
  more: Partial<Container>,
): Container => ({
  id: newNumber(sim),
  account: page.external_id,
  kind,
  is_child: false,
  text: '',
  alt_text: null,
  params: {},
  ignored: [],
  children: [],
  url: null,
  media: null,
  downloaded: true,
  failure: null,
  created_at: sim.now(),
  ready_at: sim.now(),
  used_by: null,
  published_at: null,
  publish_calls: 0,
  ...more,
})

interface Made {
  /** The content: two posts of the same are doubled. */
  of: string
  kind: ContainerKind
  text: string
  photos?: readonly Container[]
  media?: Container['media']
  options?: Record<string, unknown>
  id?: string
}

export function makePost(sim: FacebookSimulator, page: FacebookAccount, made: Made, plan?: FaultPlan): Post {
  const number = made.id ?? newNumber(sim)
  const story = made.kind === 'story_image' || made.kind === 'story_video'
  const id = story ? number : `${page.external_id}_${number}`
  const { photos = [] } = made
  const place = story
    ? `stories/${page.external_id}/${number}`
    : made.kind === 'reel'
      ? `reel/${made.of}`
      : `${page.external_id}/posts/${number}`
  const post: Post = {
    id,
    account: page.external_id,
    username: page.username,
    container: made.of,
    kind: made.kind,
    media_type: made.kind,
    media_product_type: story ? 'STORY' : 'FEED',
    text: made.text,
    alt_text: photos.length === 1 ? photos[0]!.alt_text : null,
    media: photos.length === 1 ? photos[0]!.media : (made.media ?? null),
    children:
      photos.length > 1 ? photos.map(({ id, alt_text, media }) => ({ id, kind: 'image', alt_text, media })) : [],
    shortcode: made.kind === 'reel' ? made.of : number,
    permalink: plan?.extra(NO_PERMALINK) ? null : `https://www.facebook.com/${place}/`,
    published_at: sim.now(),
    ...(made.options ? { options: made.options } : {}),
  }
  sim.store.put('post', post)
  for (const photo of photos) sim.store.put('container', { ...photo, used_by: id, published_at: sim.now() })
  return post
}

/** Existing posts of a Page, newest first. */
export const postsOf = (sim: FacebookSimulator, { external_id }: FacebookAccount): Post[] =>
  sim.store
    .postsOf(external_id)
    .filter((post) => post.deleted_at === undefined)
    .reverse()

const FEED =
  'message link published scheduled_publish_time unpublished_content_type attached_media targeting feed_targeting fields'

/** @throws {GraphError} 506 for the same text twice in a row. */
function checkDuplicate(sim: FacebookSimulator, page: FacebookAccount, text: string, link: string | undefined): void {
  if (sim.store.settings.duplicate_text === 'accept') return
  const [latest] = postsOf(sim, page).filter(({ media_product_type }) => media_product_type === 'FEED')
  if (latest?.kind !== 'text' || latest.text !== text || latest.options?.link !== link) return
  if (latest.published_at < sim.now() - DAY_MS) return
  throw new GraphError(506, 'Duplicate status message')
}

function attachedPhotos(sim: FacebookSimulator, page: FacebookAccount, params: Map<string, unknown>): Container[] {
  const given =
    listOf(params, 'attached_media') ??
    [...params].filter(([name]) => name.startsWith('attached_media[')).map(([name]) => objectIn(params, name))
  return given.map((item) => {
    const { media_fbid: id } = (item ?? {}) as { media_fbid?: unknown }
    const photo = typeof id === 'string' ? sim.store.containers.get(id) : undefined
    if (!photo || photo.account !== page.external_id || photo.kind !== 'image')
      throw invalidParameter(`(#100) Param attached_media names no photo of this Page: ${String(id)}`)
    if (photo.used_by !== null && sim.store.settings.repeat_publish === 'reject')
      throw new GraphError(100, 'These photos were already posted.', { subcode: 1366051 })
    return photo
  })
}

/** POST /{page}/feed */
export function publishFeed(
  sim: FacebookSimulator,
  page: FacebookAccount,
  params: Map<string, unknown>,
  plan: FaultPlan,
): Post {
  onlyThese(params, FEED)
  const text = messageOf(params, 'message')
  const link = params.has('link') ? addressOf(params, 'link') : undefined
  const photos = attachedPhotos(sim, page, params)
  if (params.get('published') === false || params.get('published') === 'false')
    throw invalidParameter('(#100) Unpublished posts are not simulated')
  checkTargeting(params)
  if (text === '' && link === undefined && photos.length === 0)
    throw invalidParameter('(#100) You must provide a message, a link or attached_media')
  if (link !== undefined && photos.length > 0)
    throw invalidParameter('(#100) A post has a link or attached_media, not both')
  if (photos.length === 0) checkDuplicate(sim, page, text, link)
  const others = [...params].filter(([name]) => name !== 'message' && !name.startsWith('attached_media'))
  const words = createHash('sha256')
    .update(`${page.external_id}\n${text}\n${link ?? ''}`)
    .digest('hex')
    .slice(0, 24)
  return makePost(
    sim,
    page,
    {
      of: photos[0]?.id ?? `text-${words}`,
      kind: photos.length > 1 ? 'carousel' : photos.length === 1 ? 'image' : 'text',
      text,
      photos,
      options: withoutSecrets(new Map(others)),
    },
    plan,
  )
}

const PHOTOS = 'url caption message alt_text_custom published temporary fields'

const badPhoto = (): GraphError => new GraphError(324, 'Missing or invalid image file', { subcode: 1366046 })

/** POST /{page}/photos @returns the photo, and the post where it was published at once. */
export async function makePhoto(
  sim: FacebookSimulator,
  page: FacebookAccount,
  params: Map<string, unknown>,
  plan: FaultPlan,
): Promise<{ id: string; post_id?: string }> {
  onlyThese(params, PHOTOS)
  const url = addressOf(params, 'url')
  const alt_text = textOf(params, 'alt_text_custom') ?? null
  const published = !params.has('published') || flagOf(params, 'published')
  const fetched = await fetchMedia(url, {
    dir: sim.mediaDir,
    maxBytes: PHOTO_BYTES,
    timeoutMs: sim.store.settings.fetch_timeout_ms,
    signal: sim.closing.signal,
  })
  if (!fetched.ok || !fetched.picture?.intact || !PHOTO_FORMATS.includes(fetched.picture.format)) throw badPhoto()
  const text = messageOf(params, params.has('caption') ? 'caption' : 'message')
  const photo = draft(sim, page, 'image', {
    ...{ url, alt_text, text, media: fetched.media },
    params: withoutSecrets(params),
  })
  sim.store.put('container', photo)
  if (!published) return { id: photo.id }
  return { id: photo.id, post_id: makePost(sim, page, { of: photo.id, kind: 'image', text, photos: [photo] }, plan).id }
}

/** POST /{page}/photo_stories */
export function publishPhotoStory(
  sim: FacebookSimulator,
  page: FacebookAccount,
  params: Map<string, unknown>,
  plan: FaultPlan,
): Post {
  onlyThese(params, 'photo_id')
  const photo = sim.store.containers.get(idOf(params, 'photo_id'))
  if (!photo || photo.account !== page.external_id || photo.kind !== 'image')
    throw noSuchObject(idOf(params, 'photo_id'))
  if (photo.used_by !== null && sim.store.settings.repeat_publish === 'reject')
    throw invalidParameter('(#100) The photo was used in a post or story before')
  return makePost(sim, page, { of: photo.id, kind: 'story_image', text: '', photos: [photo] }, plan)
}
