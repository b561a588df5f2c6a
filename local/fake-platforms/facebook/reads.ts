// Answers to reading a Page's objects.
import { invalidParameter } from '../graph/errors.ts'
import { fieldsOf, wholeNumberOf } from '../graph/parameters.ts'
import { selectFields, timestampOf } from '../graph/posts.ts'
import type { Input } from '../input.ts'
import { type Container, DAY_MS, type Post, type Token } from '../model.ts'
import { pictureUrl } from '../pictures.ts'
import type { Answer } from '../simulator.ts'
import { belongingTo, INSTAGRAM_OF_PAGE } from './instagram.ts'
import { postsOf } from './publishing.ts'
import { type FacebookAccount, type FacebookSimulator, isPerson } from './settings.ts'
import { paged } from './sign-in.ts'
import { statusOf } from './videos.ts'

const unknownField = (name: string, type: string) =>
  invalidParameter(`(#100) Tried accessing nonexisting field (${name}) on node type (${type})`)

/** The card of such a link plays the video. */
const YOUTUBE = /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)\//i

function attachmentsOf(sim: FacebookSimulator, post: Post): unknown {
  const photo = (id: string): unknown => ({
    target: { id, url: `https://www.facebook.com/photo.php?fbid=${id}` },
    type: 'photo',
  })
  if (post.kind === 'carousel') {
    const data = post.children.map(({ id }) => photo(id))
    return { data: [{ subattachments: { data }, target: { id: post.id }, title: 'Photos', type: 'album' }] }
  }
  if (post.kind === 'image') return { data: [photo(post.container)] }
  if (post.kind === 'reel' || post.kind === 'video')
    return { data: [{ target: { id: post.container }, type: 'video_inline', title: sim.rules.displayName }] }
  const link = post.options?.link ?? /https?:\/\/\S+/.exec(post.text)?.[0]
  if (typeof link !== 'string') return undefined
  const type = YOUTUBE.test(link) ? 'video_share_youtube' : 'share'
  return { data: [{ type, title: 'A page', unshimmed_url: link, url: link, target: { url: link } }] }
}

export function readPost(sim: FacebookSimulator, post: Post, input: Input): unknown {
  const story = post.media_product_type === 'STORY'
  const all = {
    id: post.id,
    message: story || post.text === '' ? undefined : post.text,
    created_time: timestampOf(post.published_at),
    permalink_url: post.permalink,
    attachments: story ? undefined : attachmentsOf(sim, post),
    is_published: true,
    status_type: post.kind === 'text' ? 'mobile_status_update' : 'added_photos',
    from: { id: post.account, name: sim.store.accounts.get(post.account)?.name },
  }
  return selectFields(all, input.params, ['id', 'created_time', 'message'], (name) => unknownField(name, 'PagePost'))
}

export function readVideo(sim: FacebookSimulator, video: Container, input: Input): unknown {
  const { post_number } = video.params
  const post = sim.store.postsOf(video.account).find(({ container }) => container === video.id)
  const all = {
    id: video.id,
    status: statusOf(sim, video),
    description: video.text || undefined,
    title: (video.params.options as Record<string, unknown> | undefined)?.title,
    post_id: post && post_number,
    permalink_url: post?.permalink ? new URL(post.permalink).pathname : undefined,
    published: post !== undefined,
    created_time: timestampOf(video.created_at),
  }
  return selectFields(all, input.params, ['id'], (name) => unknownField(name, 'Video'))
}

export function readPhoto(sim: FacebookSimulator, photo: Container, input: Input): unknown {
  const all = {
    id: photo.id,
    alt_text_custom: photo.alt_text,
    page_story_id: photo.used_by,
    created_time: timestampOf(photo.created_at),
    name: photo.text || undefined,
    link: `${sim.url}/_media/${photo.media?.file}`,
  }
  return selectFields(all, input.params, ['id', 'created_time'], (name) => unknownField(name, 'Photo'))
}

export function readAccount(sim: FacebookSimulator, account: FacebookAccount, token: Token, input: Input): unknown {
  const person = isPerson(account)
  const shared = { id: account.external_id, name: account.name }
  const own = {
    // A Page that has chosen no name of its own is called by its number there.
    username: account.username.startsWith('user_') ? undefined : account.username,
    about: account.biography || undefined,
    fan_count: account.followers_count,
    followers_count: account.followers_count,
    link: `https://www.facebook.com/${account.external_id}`,
    category: 'Coffee shop',
    [INSTAGRAM_OF_PAGE]: belongingTo(account, token),
    picture: { data: { height: 50, width: 50, is_silhouette: false, url: pictureUrl(sim, account) } },
  }
  const all = person ? shared : { ...shared, ...own }
  return selectFields(all, input.params, ['id', 'name'], (name) => unknownField(name, person ? 'User' : 'Page'))
}

const within = (input: Input, at: number): boolean => {
  const since = wholeNumberOf(input.params, 'since')
  const until = wholeNumberOf(input.params, 'until')
  return (since === undefined || at >= since * 1000) && (until === undefined || at <= until * 1000)
}

/** GET /{page}/published_posts */
export function listPosts(sim: FacebookSimulator, page: FacebookAccount, input: Input): Answer {
  const seen = sim.now() - sim.store.settings.list_delay_ms
  const posts = postsOf(sim, page).filter(
    ({ media_product_type, published_at }) =>
      media_product_type !== 'STORY' && published_at <= seen && within(input, published_at),
  )
  const { data, paging } = paged(input, posts)
  return { json: { data: data.map((post) => readPost(sim, post, input)), ...(paging ? { paging } : {}) } }
}

/** GET /{page}/video_reels */
export function listReels(sim: FacebookSimulator, page: FacebookAccount, input: Input): Answer {
  const reels = sim.store
    .containersOf(page.external_id)
    .filter(({ kind, params }) => kind === 'reel' && params.asked_at)
    .filter(({ created_at }) => within(input, created_at))
    .reverse()
  const { data, paging } = paged(input, reels)
  return { json: { data: data.map((video) => readVideo(sim, video, input)), ...(paging ? { paging } : {}) } }
}

/** GET /{page}/stories: those of a day; no archive is kept. */
export function listStories(sim: FacebookSimulator, page: FacebookAccount, input: Input): Answer {
  const fields = fieldsOf(input.params, [])
  const known = ['post_id', 'status', 'creation_time', 'media_type', 'media_id', 'url']
  const unknown = fields.find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownField(unknown, 'Story')
  const seen = sim.now() - sim.store.settings.list_delay_ms
  const stories = postsOf(sim, page).filter(
    ({ media_product_type, published_at }) =>
      media_product_type === 'STORY' &&
      published_at > sim.now() - DAY_MS &&
      published_at <= seen &&
      within(input, published_at),
  )
  const { data, paging } = paged(input, stories)
  const told = data.map((post) => ({
    post_id: post.id,
    status: 'PUBLISHED',
    creation_time: String(Math.floor(post.published_at / 1000)),
    media_type: post.kind === 'story_image' ? 'photo' : 'video',
    media_id: post.container,
    url: post.permalink ?? undefined,
  }))
  return { json: { data: told, ...(paging ? { paging } : {}) } }
}
