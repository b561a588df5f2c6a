// Published posts, for people to look at: newest first, with everything a follower would see, and the alt texts.
import { escapeHtml, page } from './html.ts'
import type { ContainerKind, Media, Post } from './model.ts'
import type { Simulator } from './simulator.ts'

const SHOWN = 100
const KIND_NAMES: Record<ContainerKind, string> = {
  image: 'picture',
  video: 'video',
  reel: 'reel',
  story_image: 'story',
  story_video: 'story',
  text: 'text',
  carousel: 'carousel',
}

// Replaces the list only when it changed, so that a reader's place and a playing video are kept.
const REFRESH = `<script>
let shown=null
setInterval(async()=>{try{const r=await fetch('/_feed');if(!r.ok)return;const t=await r.text()
if(shown!==null&&t!==shown)document.getElementById('feed').innerHTML=t
shown=t}catch{}},2000)
</script>`

/** The page at `/`. */
export function frontPage(sim: Simulator): string {
  const name = sim.rules.displayName
  return page(
    `${name} (simulated)`,
    `<header><h1>${name}, simulated</h1><p>Everything that was published here, newest first.</p></header>
<main id="feed">${feed(sim)}</main>${REFRESH}`,
    '<noscript><meta http-equiv="refresh" content="5"></noscript>',
  )
}

/** The changing part of the front page. */
export function feed(sim: Simulator): string {
  const posts = [...sim.store.posts.values()]
    .filter(({ deleted_at }) => deleted_at === undefined)
    .slice(-SHOWN)
    .reverse()
  if (posts.length === 0) return '<p class="empty">Nothing has been published yet.</p>'
  return posts.map((post) => card(post, sim)).join('\n')
}

/** The page of one post, at the path of its permalink; undefined for another path. */
export function postPage(sim: Simulator, path: string): string | undefined {
  const code = sim.rules.postAt(path)
  if (code === undefined) return undefined
  const post = sim.store.posts.get(code) ?? [...sim.store.posts.values()].find(({ shortcode }) => shortcode === code)
  return post && page(`@${post.username}`, `<main>${card(post, sim)}<p><a href="/">All posts</a></p></main>`)
}

/** Options by the platform's names, as they were received. */
function optionsOf({ options = {} }: Post): string {
  const rows = Object.entries(options).map(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value)
    return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(shown)}</dd>`
  })
  return rows.length > 0 ? `<dl class="options">${rows.join('')}</dl>` : ''
}

function commentsOf(sim: Simulator, post: Post): string {
  const comments = [...sim.store.comments.values()].filter((comment) => comment.post === post.id)
  const lines = comments.map(
    ({ username, text }) =>
      `<p class="comment"><b>@${escapeHtml(username)}</b> <span dir="auto">${escapeHtml(text)}</span></p>`,
  )
  return `${lines.join('')}${post.comments_enabled === false ? '<p class="comment">Comments are turned off.</p>' : ''}`
}

function card(post: Post, sim: Simulator): string {
  const items = post.children.length > 0 ? post.children : [post]
  const figures = items.flatMap(({ media, alt_text }) => (media ? [figure(media, alt_text ?? '')] : []))
  const alts = items.flatMap(({ alt_text }, index) =>
    alt_text ? [`<p class="alt">Alt text${items.length > 1 ? ` ${index + 1}` : ''}: ${escapeHtml(alt_text)}</p>`] : [],
  )
  const at = new Date(post.published_at).toISOString()
  const path = post.permalink === null ? null : new URL(post.permalink).pathname
  const link =
    path === null ? '<span>no permalink</span>' : `<a href="${escapeHtml(path)}">${escapeHtml(post.permalink!)}</a>`
  const count = post.children.length > 0 ? ` of ${post.children.length}` : ''
  return `<article><p class="by"><b>@${escapeHtml(post.username)}</b><span class="kind">${KIND_NAMES[post.kind]}${count}</span></p>
${figures.length > 0 ? `<div class="media">${figures.join('')}</div>` : ''}
${post.text === '' ? '' : `<p class="text" dir="auto">${escapeHtml(post.text)}</p>`}
${alts.join('')}${optionsOf(post)}${commentsOf(sim, post)}<p class="meta"><time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>${link}</p></article>`
}

function figure(media: Media, alt: string): string {
  const address = `/_media/${escapeHtml(media.file)}`
  const view = /\.(mp4|mov)$/.test(media.file)
    ? `<video src="${address}" controls preload="metadata" aria-label="${escapeHtml(alt)}"></video>`
    : `<img src="${address}" alt="${escapeHtml(alt)}" loading="lazy">`
  return `<figure>${view}</figure>`
}
