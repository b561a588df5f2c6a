// What the service says became of every publication, against what the simulated platforms hold.
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
}
export interface PostView {
  id: string
  progress: { total: number; published: number; failed: number; cancelled: number }
  publications: PublicationView[]
}

interface HeldPost {
  id: string
  account: string
  container: string
  text: string
  permalink: string | null
}
interface PlatformState {
  accounts: { external_id: string; username: string }[]
  containers: { id: string; params: Record<string, unknown> }[]
  posts: HeldPost[]
  faults: { fault: { kind: string }; hits: number }[]
  totals: { calls: Record<string, number>; duplicates: number }
}

export interface Verdict {
  publications: number
  published: number
  failed: Record<string, number>
  outcome_unknown: number
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
const EXPLAINED = ['rejected', 'media_not_processed', 'platform_unavailable', 'limit_not_lifted', 'outcome_unknown']

const count = (into: Record<string, number>, name: string, by = 1) => {
  into[name] = (into[name] ?? 0) + by
}

const MARK = /\bchaos-\d+-post\b/

export interface Accepted {
  post: ChaosPost
  /** Undefined where the service knows no such post. */
  view: PostView | undefined
}

const blank = (): Verdict => ({
  publications: 0,
  published: 0,
  failed: {},
  outcome_unknown: 0,
  links: 0,
  duplicates: 0,
  lost: 0,
  live_but_failed: 0,
  calls: {},
  faults: {},
  breaches: [],
})

/** One publication and the posts that are there for it. */
function judge(verdict: Verdict, where: string, publication: PublicationView, there: readonly HeldPost[]): void {
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
    if (!jobs.some(({ container_id }) => container_id === post.container))
      breach('posted from a container it never had')
    if (platform_media_id !== null && platform_media_id !== post.id) breach('bound to the id of another post')
    if (permalink !== null && permalink !== post.permalink) breach('bound to the link of another post')
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
  const keyOf = (platform: string, username: string, mark: string) => `${platform} @${username} ${mark}`
  for (const platform of ['instagram', 'threads'] as const) {
    const state = await local.control<PlatformState>(platform, 'GET', '/state?requests=0')
    const names = new Map(state.accounts.map(({ external_id, username }) => [external_id, username]))
    const urls = new Map(
      state.containers.map(({ id, params }) => [id, `${params.image_url ?? params.video_url ?? ''}`]),
    )
    const stories = accepted.filter(({ post }) => post.type === 'stories').map(({ post }) => post.mark)
    for (const post of state.posts) {
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
    if (total !== states.length || published !== ended('published') || failed !== ended('failed') || cancelled !== 0)
      verdict.breaches.push(`${post.name} counts ${JSON.stringify(view.progress)} of ${states.join(', ')}`)
    for (const { id, platform, username } of post.accounts) {
      const where = keyOf(platform, username, post.mark)
      const publication = view.publications.find(({ account_id }) => account_id === id)
      if (publication) judge(verdict, `${post.name} (${view.id}) ${where}`, publication, unclaimed.get(where) ?? [])
      else verdict.breaches.push(`${post.name} has no publication on ${where}`)
      unclaimed.delete(where)
    }
  }
  for (const [key, posts] of unclaimed) verdict.breaches.push(`${posts.length} posts that nobody asked for: ${key}`)
  return verdict
}
