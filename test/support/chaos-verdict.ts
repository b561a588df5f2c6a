// Compares the service's outcome of every publication with the simulated platforms.
import { CHAOS_PLATFORM_IDS, type ChaosPlatformId, chaosPlatform } from './chaos-platforms.ts'
import type { ChaosPost } from './chaos-posts.ts'
import type { Local } from './local.ts'

interface PublicationView {
  account_id: string
  state: string
  terminal: boolean
  platform_media_id: string | null
  permalink: string | null
  error: { code: string } | null
  jobs: { container_id: string | null }[]
  parts?: { live: boolean; platform_media_id: string | null; permalink: string | null }[]
  steps?: { step: string; state: string; platform_id: string | null; error: { message: string } | null }[]
}
export interface PostView {
  id: string
  progress: { total: number; published: number; failed: number; cancelled: number; partial?: number }
  publications: PublicationView[]
}

interface HeldPost {
  id: string
  account: string
  container: string
  text: string
  permalink: string | null
  reply_to?: string | null
  /** Taken off again. */
  deleted_at?: number
  comments_enabled?: boolean
}
interface HeldComment {
  id: string
  post: string
  text: string
}
interface PlatformState {
  accounts: { external_id: string; username: string }[]
  containers: { id: string; params: Record<string, unknown>; url: string | null }[]
  posts: HeldPost[]
  comments: HeldComment[]
  faults: { fault: { kind: string }; hits: number }[]
  totals: { calls: Record<string, number>; duplicates: number }
}

export interface Verdict {
  publications: number
  published: number
  failed: Record<string, number>
  outcome_unknown: number
  /** Threads that broke off, with what is live of them. */
  partially_published: number
  /** Further posts of threads that are live. */
  parts: number
  /** First comments that were written, and steps that failed. */
  comments: number
  steps_failed: number
  links: number
  /** More than one post on a platform for one publication. */
  duplicates: number
  /** Accepted, and never ended, not to be found, or said to be published and not there. */
  lost: number
  /** Failed, says the service, and there it is. */
  live_but_failed: number
  calls: Record<string, number>
  faults: Record<string, number>
  /** Everything that must not be, in words. */
  breaches: string[]
}

/** Failures that the faults of the run explain; any other is the service's own. */
const EXPLAINED = [
  'rejected',
  'media_not_processed',
  'platform_unavailable',
  'limit_not_lifted',
  'part_not_found',
  'outcome_unknown',
]

const count = (into: Record<string, number>, name: string, by = 1) => {
  into[name] = (into[name] ?? 0) + by
}

const MARK = /\bchaos-\d+-(?:post|part-\d+)\b/

export interface Accepted {
  post: ChaosPost
  /** Undefined where the service knows no such post. */
  view: PostView | undefined
}

/** Where the post is to be seen. */
const linkOf = (platform: ChaosPlatformId, post: HeldPost): string | null =>
  chaosPlatform(platform).linkOf?.(post) ?? post.permalink

const blank = (): Verdict => ({
  publications: 0,
  published: 0,
  failed: {},
  outcome_unknown: 0,
  partially_published: 0,
  parts: 0,
  comments: 0,
  steps_failed: 0,
  links: 0,
  duplicates: 0,
  lost: 0,
  live_but_failed: 0,
  calls: {},
  faults: {},
  breaches: [],
})

/** A thread and what is there of each of its posts, the first among them. */
function judgeThread(
  verdict: Verdict,
  where: string,
  platform: ChaosPlatformId,
  { state, error, terminal, parts = [] }: PublicationView,
  there: readonly (readonly HeldPost[])[],
): void {
  const breach = (what: string) => verdict.breaches.push(`${where}: ${what}`)
  verdict.publications += 1
  const live = parts.filter((part) => part.live).length
  if (!terminal) {
    verdict.lost += 1
    return void breach(`never ended; it is ${state}`)
  }
  const whole = live === parts.length
  if (state !== (whole ? 'published' : live > 0 ? 'partially_published' : 'failed'))
    breach(`is ${state}, with ${live} of ${parts.length} posts live`)
  if (state === 'published') verdict.published += 1
  if (state === 'partially_published') verdict.partially_published += 1
  const unknown = error?.code === 'outcome_unknown'
  if (unknown) verdict.outcome_unknown += 1
  if (error) count(verdict.failed, error.code)
  if (error && !EXPLAINED.includes(error.code)) breach(`ended ${state} with ${error.code}, which no fault explains`)
  for (const [at, posts] of there.entries()) {
    const [post] = posts
    if (posts.length > 1) {
      verdict.duplicates += posts.length - 1
      breach(`part ${at} posted ${posts.length} times: ${posts.map(({ id }) => id).join(', ')}`)
    }
    if (at < live && !post) {
      verdict.lost += 1
      breach(`part ${at} said to be live, and not there`)
    }
    if (at >= live && post && !(unknown && at === live)) {
      verdict.live_but_failed += 1
      breach(`part ${at} said not to be live, and is (${error?.code})`)
    }
    if (!post || at >= live) continue
    if (at > 0) verdict.parts += 1
    const { platform_media_id: id, permalink } = parts[at]!
    if (id !== null && id !== post.id) breach(`part ${at} bound to the id of another post`)
    if (permalink !== null && permalink !== linkOf(platform, post))
      breach(`part ${at} bound to the link of another post`)
    if (at > 0 && post.reply_to !== there[at - 1]![0]?.id) breach(`part ${at} answers ${post.reply_to}`)
  }
}

/** The steps that follow a post: done once, as they are said to be. */
function judgeSteps(
  verdict: Verdict,
  where: string,
  { state, steps = [] }: PublicationView,
  post: HeldPost | undefined,
  comments: readonly HeldComment[],
): void {
  const breach = (what: string) => verdict.breaches.push(`${where}: ${what}`)
  if (comments.length > 1) {
    verdict.duplicates += comments.length - 1
    breach(`commented ${comments.length} times`)
  }
  for (const { step, state: said, platform_id, error } of steps) {
    const unknown = error?.message.includes('not known') ?? false
    if (said === 'failed') verdict.steps_failed += 1
    if (said === 'pending' && state === 'published') {
      verdict.lost += 1
      breach(`the step ${step} never ended`)
    }
    const there = step === 'first_comment' ? comments.length > 0 : post?.comments_enabled === false
    if (step === 'first_comment' && there) verdict.comments += 1
    if (said === 'completed' && !there) {
      verdict.lost += 1
      breach(`${step} said to be done, and is not`)
    }
    // Switching comments off twice changes nothing: the last outcome counts.
    if (step === 'first_comment' && said !== 'completed' && there && !unknown) {
      verdict.live_but_failed += 1
      breach(`${step} said to be ${said}, and is there`)
    }
    if (platform_id !== null && !comments.some(({ id }) => id === platform_id)) breach('bound to another comment')
  }
}

/** One publication and the posts that are there for it. */
function judge(
  verdict: Verdict,
  where: string,
  platform: ChaosPlatformId,
  publication: PublicationView,
  there: readonly HeldPost[],
): void {
  const breach = (what: string) => verdict.breaches.push(`${where}: ${what}`)
  const { state, error, platform_media_id, permalink, jobs } = publication
  verdict.publications += 1
  if (there.length > 1) {
    verdict.duplicates += there.length - 1
    breach(`posted ${there.length} times: ${there.map(({ id, container }) => `${id} from ${container}`).join(', ')}`)
  }
  if (!publication.terminal) {
    verdict.lost += 1
    return void breach(`never ended; it is ${state}`)
  }
  const [post] = there
  if (state === 'published') {
    verdict.published += 1
    if (!post) {
      verdict.lost += 1
      return void breach('said to be published, and not there')
    }
    if (chaosPlatform(platform).tellsContainer && !jobs.some(({ container_id }) => container_id === post.container))
      breach('posted from a container it never had')
    if (platform_media_id !== null && platform_media_id !== post.id) breach('bound to the id of another post')
    if (permalink !== null && permalink !== linkOf(platform, post)) breach('bound to the link of another post')
    if (permalink !== null) verdict.links += 1
    return
  }
  const code = error?.code ?? state
  count(verdict.failed, code)
  if (!EXPLAINED.includes(code)) breach(`ended ${state} with ${code}, which no fault explains`)
  if (code === 'outcome_unknown') {
    verdict.outcome_unknown += 1
    return
  }
  if (post) {
    verdict.live_but_failed += 1
    breach(`failed with ${code}, and is live`)
  }
}

/** Compares both sides, publication by publication, and looks for posts that nobody asked for. */
export async function verdictOf(local: Local, accepted: readonly Accepted[]): Promise<Verdict> {
  const verdict = blank()
  const unclaimed = new Map<string, HeldPost[]>()
  const comments: HeldComment[] = []
  const keyOf = (platform: ChaosPlatformId, username: string, mark: string) =>
    `${platform} @${chaosPlatform(platform).nameThere?.(username) ?? username} ${mark}`
  for (const platform of CHAOS_PLATFORM_IDS) {
    const state = await local.control<PlatformState>(platform, 'GET', '/state?requests=0')
    comments.push(...state.comments)
    const names = new Map(state.accounts.map(({ external_id, username }) => [external_id, username]))
    const urls = new Map(
      state.containers.map(({ id, params, url }) => [id, `${params.image_url ?? params.video_url ?? url ?? ''}`]),
    )
    const stories = accepted.filter(({ post }) => post.type === 'stories').map(({ post }) => post.mark)
    for (const post of state.posts.filter(({ deleted_at }) => deleted_at === undefined)) {
      const mark = MARK.exec(post.text)?.[0] ?? stories.find((id) => urls.get(post.container)?.includes(id)) ?? post.id
      const key = keyOf(platform, names.get(post.account) ?? post.account, mark)
      unclaimed.set(key, [...(unclaimed.get(key) ?? []), post])
    }
    if (state.totals.duplicates > 0)
      verdict.breaches.push(`${platform} published ${state.totals.duplicates} containers again`)
    for (const [name, calls] of Object.entries(state.totals.calls)) count(verdict.calls, name, calls)
    for (const { fault, hits } of state.faults) count(verdict.faults, fault.kind, hits)
  }
  for (const { post, view } of accepted) {
    if (!view) {
      verdict.lost += post.accounts.length
      verdict.breaches.push(`${post.name} was accepted, and is not to be found`)
      continue
    }
    const states = view.publications.map(({ state }) => state)
    const ended = (name: string) => states.filter((state) => state === name).length
    const { total, published, failed, cancelled } = view.progress
    const { partial = 0 } = view.progress
    const broken = ended('partially_published')
    const counted = published === ended('published') && failed === ended('failed') + broken && partial === broken
    if (total !== states.length || !counted || cancelled !== 0)
      verdict.breaches.push(`${post.name} counts ${JSON.stringify(view.progress)} of ${states.join(', ')}`)
    for (const { id, platform, username } of post.accounts) {
      const where = keyOf(platform, username, post.mark)
      const publication = view.publications.find(({ account_id }) => account_id === id)
      const held = unclaimed.get(where) ?? []
      const name = `${post.name} (${view.id}) ${where}`
      const keys = post.parts.map((mark) => keyOf(platform, username, mark))
      if (publication?.parts) {
        judgeThread(verdict, name, platform, publication, [held, ...keys.map((key) => unclaimed.get(key) ?? [])])
      } else if (publication) {
        judge(verdict, name, platform, publication, held)
        const own = comments.filter(({ post: on }) => held.some(({ id: mediaId }) => mediaId === on))
        judgeSteps(verdict, name, publication, held[0], own)
      }
      for (const key of keys) unclaimed.delete(key)
      if (!publication) verdict.breaches.push(`${post.name} has no publication on ${where}`)
      unclaimed.delete(where)
    }
  }
  for (const [key, posts] of unclaimed) verdict.breaches.push(`${posts.length} posts that nobody asked for: ${key}`)
  return verdict
}
