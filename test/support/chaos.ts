// Publishing under faults and kills on the real local run: posts go in, calls to the platforms go wrong, the whole
// service is killed again and again, and in the end what it says is compared with what the platforms hold.
import { setTimeout as sleep } from 'node:timers/promises'
import { chaosRules } from './chaos-faults.ts'
import { CHAOS_PLATFORM_IDS, chaosPlatform } from './chaos-platforms.ts'
import { type ChaosAccount, type ChaosPost, chaosPosts, seeded } from './chaos-posts.ts'
import { type PostView, type Verdict, verdictOf } from './chaos-verdict.ts'
import type { Local, Reply } from './local.ts'

export interface ChaosOptions {
  posts: number
  /** As many on each platform; those of the demo owner are among them. */
  accounts: number
  /** No posts that are looked for during minutes where an answer was lost. */
  quick?: boolean
  kills: number
  /** Share of all calls to the platforms that go wrong, 0 to 1. */
  faults: number
  /** Whether calls to AWS go wrong, too: then the sweeper may fail in part, and goes on when it is called again. */
  awsFaults?: boolean
  seed: number
  /** How many calls of each kind get no answer in time; each holds a worker for as long as its patience lasts. */
  hangs: number
  /** How long it goes on while nothing more ends. */
  patienceMs: number
  progress?(line: string): void
  deployment?: Deployment
}

/** Another version takes the place of this one meanwhile. */
export interface Deployment {
  /** Replaces functions, one after another, until this share of them is. @param share 0 to 1. */
  replace(share: number): Promise<void>
  /** Everything else follows. Called once all functions are replaced; the service restarts. */
  finish(): Promise<void>
}

export interface ChaosFigures extends Verdict {
  posts: number
  kills: number
  /** Requests repeated with their Idempotency-Key, as their answer was lost, and how many of those were known already. */
  repeated: number
  replayed: number
  /** Publications that were under way at a kill, all kills together. */
  caught: number
  /** Those whose publish call had gone out without an answer. */
  caught_publishing: number
  seconds: number
  /** From the last start after a kill until everything had ended. */
  seconds_after_last_kill: number
}

/** Accepted posts that have not ended, at most: so that kills meet posts in every state, and requests. */
const UNFINISHED = 40
/** So many more are sent at a kill. */
const BURST = 12
const SENDERS = 4
const LOOK_MS = 500
const UNDER_WAY = ['preparing', 'publishing', 'confirming']
const SWEEP_MS = 1000

/** A key without a limit that matters, and accounts of all platforms. */
async function prepare(local: Local, accounts: number) {
  const key = local
    .admin<{ api_key: string }>('key', 'create', '--owner', 'demo', '--rate-limit', '10000')
    .then(({ api_key }) => api_key)
  const all = local.session.accounts.filter(({ platform }) =>
    (CHAOS_PLATFORM_IDS as readonly string[]).includes(platform),
  ) as ChaosAccount[]
  const connect = async (platform: ChaosAccount['platform'], at: number) => {
    const { account, connect, username: nameAt } = chaosPlatform(platform)
    const username = nameAt?.(at) ?? `chaos_${at}`
    const { token } = await local.control<{ token: string }>(platform, 'POST', '/accounts', { username, ...account })
    const origin = local.session.platforms[platform]
    const words = ['account', 'connect', '--owner', 'demo', '--platform', platform, ...connect(token, origin, username)]
    const made = await local.admin<{ id?: string; accounts?: { id: string }[] }>(...words)
    const id = made.id ?? made.accounts![0]!.id
    all.push({ id, platform, username, answers: true })
  }
  while (all.length < accounts) {
    const at = all.length
    const platforms = CHAOS_PLATFORM_IDS.slice(0, accounts - at)
    await Promise.all(platforms.map((platform) => connect(platform, at)))
  }
  return { key: await key, accounts: all }
}

/** Calls of a list, so many at a time. */
async function each<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += SENDERS)
    results.push(...(await Promise.all(items.slice(at, at + SENDERS).map(call))))
  return results
}

class Run {
  readonly accepted = new Map<string, ChaosPost>()
  readonly figures = { kills: 0, repeated: 0, replayed: 0, caught: 0, caught_publishing: 0 }
  /** Ids of accepted posts that have ended. */
  readonly ended = new Set<string>()
  /** Accepted once, and not there after a kill. */
  readonly gone: string[] = []
  /** So many more than usual may be unfinished. */
  burst = 0
  /** Resolves while the service runs. */
  up: Promise<unknown> = Promise.resolve()
  lastStart = Date.now()
  private readonly local: Local
  private readonly key: string
  private readonly awsFaults: boolean

  constructor(local: Local, key: string, awsFaults: boolean) {
    this.local = local
    this.key = key
    this.awsFaults = awsFaults
  }

  get unfinished(): number {
    return this.accepted.size - this.ended.size
  }

  /** Sends it until it is accepted; what was lost on the way is repeated with the same Idempotency-Key. */
  async send(post: ChaosPost): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      await this.up
      const headers = { 'Idempotency-Key': post.name }
      const reply = await this.local
        .api('POST', `/api/v1/posts/${post.type}`, { key: this.key, json: post.body, headers })
        .catch(() => undefined)
      if (reply?.status === 202) {
        if (reply.headers.has('idempotency-replayed')) this.figures.replayed += 1
        this.accepted.set(reply.headers.get('location')!.split('/').at(-1)!, post)
        return
      }
      const mayPass = reply === undefined || reply.status >= 500 || reply.status === 409
      if (!mayPass || tries > 50) throw new Error(`${post.name}: ${reply?.status} ${reply?.text}`)
      this.figures.repeated += 1
      await sleep(100)
    }
  }

  /** The reply of a call that may be asked again and again. */
  private async read(path: string): Promise<Reply> {
    for (let tries = 0; ; tries += 1) {
      await this.up
      const reply = await this.local.api('GET', path, { key: this.key }).catch(() => undefined)
      if (reply && reply.status < 500) return reply
      if (tries > 50) throw new Error(`${path}: ${reply?.status} ${reply?.text}`)
      await sleep(100)
    }
  }

  async view(id: string): Promise<PostView | undefined> {
    const reply = await this.read(`/api/v1/posts/${id}`)
    return reply.status === 200 ? reply.json<{ data: PostView }>().data : undefined
  }

  /** Looks which posts have ended. */
  async look(): Promise<void> {
    for (let page = 1; page <= Math.ceil(this.accepted.size / 100); page += 1) {
      const reply = await this.read(`/api/v1/posts?limit=100&page=${page}`)
      const { result } = reply.json<{ data: { result: PostView[] } }>().data
      for (const { id, progress } of result) {
        const over = progress.published + progress.failed + progress.cancelled === progress.total
        if (over && this.accepted.has(id)) this.ended.add(id)
      }
    }
  }

  /** SIGKILL of everything; then whether everything that was accepted is still there. */
  async kill(): Promise<void> {
    const before = [...this.accepted.keys()].filter((id) => !this.ended.has(id))
    this.up = this.local.kill().then(() => this.local.restart())
    await this.up
    this.figures.kills += 1
    this.lastStart = Date.now()
    const views = await each(before, (id) => this.view(id))
    for (const [at, view] of views.entries()) {
      if (!view) this.gone.push(before[at]!)
      const states = view?.publications.map(({ state }) => state) ?? []
      this.figures.caught += states.filter((state) => UNDER_WAY.includes(state)).length
      this.figures.caught_publishing += states.filter((state) => state === 'publishing').length
    }
  }

  /** Waits for the steps that follow posts: they go on when a post has ended. */
  async settle(patienceMs: number): Promise<void> {
    const began = Date.now()
    let left = [...this.accepted].filter(([, { comment }]) => comment !== undefined).map(([id]) => id)
    while (left.length > 0 && Date.now() - began < patienceMs) {
      const views = await each(left, (id) => this.view(id))
      const open = (view: PostView | undefined): boolean =>
        view?.publications.some(
          ({ state, steps = [] }) => state === 'published' && steps.some((step) => step.state === 'pending'),
        ) ?? false
      left = left.filter((_, at) => open(views[at]))
      if (left.length === 0) return
      await this.sweep()
      await sleep(LOOK_MS)
    }
  }

  /** Nothing is sent or asked meanwhile: the service restarts. */
  async finish(deployment: Deployment): Promise<void> {
    this.up = deployment.finish()
    await this.up
    this.lastStart = Date.now()
  }

  /** The schedule's work of every minute. */
  async sweep(): Promise<void> {
    await this.local.invoke('SchedulesSweep').catch((error: unknown) => {
      if (!this.awsFaults) throw error
    })
  }
}

/** @returns the figures; `breaches` is empty when everything is as it must be. */
export async function runChaos(local: Local, options: ChaosOptions): Promise<ChaosFigures> {
  const begun = Date.now()
  const chance = seeded(options.seed)
  const { key, accounts } = await prepare(local, options.accounts)
  const posts = await chaosPosts(local, key, { posts: options.posts, accounts, chance, quick: options.quick })
  for (const platform of CHAOS_PLATFORM_IDS) {
    await local.control(platform, 'POST', '/settings', chaosPlatform(platform).settings(options.seed))
    await local.control(platform, 'POST', '/seed', { seed: options.seed })
    if (options.faults > 0)
      await local.control(platform, 'POST', '/faults', chaosRules(platform, options.faults, options.hangs))
  }

  const run = new Run(local, key, options.awsFaults ?? false)
  const most = Math.max(SENDERS, Math.min(UNFINISHED, Math.ceil(posts.length / 2)))
  let next = 0
  let sending = SENDERS
  const sender = async () => {
    try {
      while (next < posts.length) {
        if (run.unfinished + SENDERS > most + run.burst) {
          await sleep(LOOK_MS / 20)
          continue
        }
        const post = posts[next]!
        next += 1
        await run.send(post)
      }
    } finally {
      sending -= 1
    }
  }
  const senders = Promise.all(Array.from({ length: SENDERS }, sender))
  // Its failure is thrown where it is awaited, after the loop that it ends.
  let failed = false
  senders.catch(() => {
    failed = true
  })

  let sweptAt = 0
  let lastEnded = 0
  let lastEndAt = Date.now()
  /** How much of the posts has ended when the deployment begins, and when all of its functions are there. */
  const [from, to] = [0.2, 0.7]
  let deployed = options.deployment === undefined
  const deploy = async (deployment: Deployment) => {
    const share = Math.min(1, Math.max(0, (run.ended.size / posts.length - from) / (to - from)))
    await deployment.replace(share)
    if (share < 1) return
    await run.finish(deployment)
    deployed = true
  }
  const killAt = (kill: number) => Math.floor((posts.length * (kill + 0.25)) / (options.kills + 1))
  while (!failed) {
    await run.look()
    const { kills } = run.figures
    options.progress?.(
      `${run.accepted.size} of ${posts.length} posts accepted, ${run.ended.size} ended, ${kills} of ${options.kills} kills`,
    )
    if (!deployed) await deploy(options.deployment!)
    const idle = sending === 0 && kills === options.kills && deployed
    if (idle && run.unfinished === 0) break
    if (run.ended.size > lastEnded) {
      lastEnded = run.ended.size
      lastEndAt = Date.now()
    }
    if (Date.now() - lastEndAt > options.patienceMs) break
    if (kills < options.kills && run.ended.size >= killAt(kills)) {
      // The kill is to meet requests too.
      run.burst = BURST
      await sleep(25 + chance() * 200)
      await run.kill()
      run.burst = 0
    }
    if (idle && Date.now() - sweptAt > SWEEP_MS) {
      await run.sweep()
      sweptAt = Date.now()
    }
    await sleep(LOOK_MS)
  }
  next = posts.length
  await senders
  await run.settle(options.patienceMs)
  const seconds_after_last_kill = (Date.now() - run.lastStart) / 1000
  const found = await each([...run.accepted], async ([id, post]) => ({ post, view: await run.view(id) }))
  const verdict = await verdictOf(local, found)
  const breaches = [...verdict.breaches, ...run.gone.map((id) => `${id} was accepted, and was gone after a kill`)]
  const unsent = posts.length - run.accepted.size
  if (unsent > 0) breaches.push(`${unsent} posts were not sent, as nothing moved any more`)
  return {
    ...verdict,
    ...run.figures,
    lost: verdict.lost + run.gone.length,
    breaches,
    posts: run.accepted.size,
    seconds: (Date.now() - begun) / 1000,
    seconds_after_last_kill,
  }
}
