// The publish worker's work: one message, one publication taken as far as it goes now, on the real world.
import { getAccount, markAccount } from '../accounts/account-store.ts'
import { credentialsOf } from '../accounts/credentials.ts'
import type { Account } from '../accounts/rules/account.ts'
import { send, sendAll } from '../aws/queue.ts'
import { TokenUnreadable } from '../aws/secrets.ts'
import { ConditionFailed, put, remove } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV, METRICS } from '../contract.ts'
import { log } from '../log.ts'
import { getMediaMany } from '../media/media-store.ts'
import { publishUrl } from '../media/publish-url.ts'
import { warm } from '../media/publish-variant.ts'
import { altTextFor, type Media } from '../media/rules/media.ts'
import { measure } from '../metrics.ts'
import { platformOf } from '../platforms/index.ts'
import type { ErrorClass, PlatformError, Result } from '../platforms/outcome.ts'
import type { Credentials } from '../platforms/platform.ts'
import { publishLockKey } from '../table-keys.ts'
import { announce } from '../webhooks/announce.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { getPostWithPublications, getPublicationWithPost, savePublication } from './post-store.ts'
import { type Effects, type Obstacle, publishStep } from './publish-step.ts'
import { captionProblemOf } from './rules/check-post.ts'
import { LEASE_MS, type Pace } from './rules/pace.ts'
import { takesAltText, useOf } from './rules/plan.ts'
import type { Post } from './rules/post.ts'
import type { Job, Publication } from './rules/publication.ts'
import { toldOn } from './rules/timeline.ts'

const pace = (): Pace => ({
  poll_ms: Number(setting(ENV.publishPollMs)),
  chance: Math.random,
})

/**
 * Preparing pictures that took longer than this is not followed by asking the platform in the same step: both together
 * could outlast the lease, and then another worker does it again. The next step finds them ready.
 */
const PREPARED_MS = 8000

/** What a token that cannot be used says in place of the platform. */
const dead = (message: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'reconnect', message },
})

function measureEnd({ state, platform, failure, not_before, ended_at, post_id, account_id }: Publication): void {
  const context = { platform, post_id, account_id }
  // Both of either: an alarm on their ratio needs figures of both.
  if (state === 'published') {
    const late = Math.max(0, (ended_at ?? Date.now()) - not_before) / 1000
    measure({ [METRICS.published]: 1, [METRICS.failed]: 0, [METRICS.dueToPublished]: late }, { context })
  } else if (state === 'failed' && failure) {
    measure({ [METRICS.published]: 0, [METRICS.failed]: 1 }, { context })
    measure({ [METRICS.failed]: 1 }, { by: { failure: failure.code } })
  }
}

/** One publication's view of the world during one pass: media and token are read once. */
class Pass implements Effects {
  readonly pace = pace()
  private readonly ids: { post_id: string; account_id: string }
  readonly remainingMs: () => number
  /** As it was last read or written. */
  private last: Publication | undefined
  private post: Post | undefined
  private media: Promise<Map<string, Media>> | undefined
  private account: Promise<Account | undefined> | undefined
  private credentials: { of: string; read: Promise<Credentials | undefined> } | undefined

  constructor(ids: { post_id: string; account_id: string }, remainingMs: () => number) {
    this.ids = ids
    this.remainingMs = remainingMs
  }

  now = () => Date.now()
  sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  async load(): Promise<Publication | undefined> {
    const found = await getPublicationWithPost(this.ids.post_id, this.ids.account_id)
    if (!found) {
      log.warn('a message names a publication that does not exist', this.ids)
      return undefined
    }
    this.post = found.post
    this.last = found.publication
    return found.publication
  }

  async save(publication: Publication): Promise<Publication> {
    const before = this.last!
    let event: WebhookEvent | undefined
    const saved = await savePublication(toldOn(before, publication, this.now()), before.state, (stored) => {
      event = stored
    })
    if (event) await announce(event)
    if (saved.state !== before.state) {
      log.info('publication changed', {
        post_id: saved.post_id,
        account_id: saved.account_id,
        platform: saved.platform,
        from: before.state,
        to: saved.state,
        failure: saved.failure?.code,
        problem: saved.failure?.platform ?? saved.last_problem,
      })
      measureEnd(saved)
    }
    const justFailed = saved.state === 'failed' && before.state !== 'failed'
    this.last = saved
    if (justFailed) {
      // What the post came to is stored; the next post on the account finds out for itself.
      await this.tellAccount(saved).catch((error: unknown) =>
        log.warn('an account was not marked', { account_id: saved.account_id, error: error as Error }),
      )
    }
    return saved
  }

  /** An account whose token or standing is the reason is marked, so that the next post is refused at once. */
  private async tellAccount({ account_id, failure }: Publication): Promise<void> {
    if (!failure?.platform) return
    const status =
      failure.code === 'reconnect_required'
        ? 'reconnect_required'
        : failure.code === 'action_required'
          ? 'action_required'
          : undefined
    if (!status) return
    const event = await markAccount(account_id, status, failure.platform.message, this.now(), this.credentials?.of)
    if (event) await announce(event)
  }

  async comeBack({ post_id, account_id, owner_id, due_at, not_before }: Publication): Promise<void> {
    const delay = Math.max(due_at, not_before) - this.now()
    // Beyond the queue's reach the sweeper brings it back.
    if (delay > 900_000) return
    await send(setting(ENV.publishQueue), {
      body: { post_id, account_id },
      delaySeconds: delay / 1000,
      group: owner_id,
    })
  }

  private readonly getAccount = (): Promise<Account | undefined> => {
    this.account ??= getAccount(this.ids.account_id)
    return this.account
  }

  private readonly getMedia = (): Promise<Map<string, Media>> => {
    this.media ??= getMediaMany([...new Set(this.post!.media_ids)]).then(
      (found) => new Map([...found].filter(([, asset]) => asset.status === 'active')),
    )
    return this.media
  }

  async obstacle(publication: Publication): Promise<Obstacle | undefined> {
    const captionProblem = captionProblemOf(publication.platform, this.post!.caption)
    if (captionProblem) return { failure: 'caption_too_long', message: captionProblem }
    // It may have been disconnected since the last step.
    this.account = undefined
    const [account, media] = await Promise.all([this.getAccount(), this.getMedia()])
    const ours = account?.owner_id === publication.owner_id
    if (!account || !ours || account.status === 'disconnected') return { failure: 'account_disconnected' }
    if (account.status !== 'active') return { failure: account.status, message: account.status_reason ?? undefined }
    const gone = publication.media_ids.filter((id) => !media.has(id))
    if (gone.length > 0) return { failure: 'media_gone', message: `The media ${gone.join(', ')} no longer exist.` }
    return undefined
  }

  /**
   * Calls the platform with the account's token, or says that there is none.
   * @param rest.live something is, or may be, live: what cannot be asked now is asked later, but not for ever.
   * @param rest.otherwise what the refusal of a token means that is not the account's any more.
   */
  private async asAccount<T>(
    call: (credentials: Credentials) => Promise<Result<T>>,
    { live = false, otherwise = 'retry' as ErrorClass } = {},
  ): Promise<Result<T>> {
    const account = await this.getAccount()
    const token = account?.token_ciphertext
    if (!account || token === undefined || account.status === 'disconnected')
      return dead('The account is not connected.')
    if (this.credentials?.of !== token) this.credentials = { of: token, read: credentialsOf(account) }
    let credentials: Credentials | undefined
    try {
      credentials = await this.credentials.read
    } catch (error) {
      if (error instanceof TokenUnreadable) return dead('The stored token cannot be read any more.')
      if (!live) throw error
      log.warn('a token could not be decrypted', { account_id: account.id, error: error as Error })
      return { ok: false, error: { class: 'retry', message: 'The token could not be decrypted at this time.' } }
    }
    if (!credentials) return dead('The account has no token.')
    const result = await call(credentials)
    if (result.ok || result.error.class !== 'reconnect') return result
    // It may have been connected again meanwhile: then the refusal is of a token that nobody uses any more.
    this.account = undefined
    const current = (await this.getAccount())?.token_ciphertext
    return current === undefined || current === token
      ? result
      : { ok: false, error: { ...result.error, class: otherwise } }
  }

  async createContainer(publication: Publication, job: Job): Promise<Result<{ container_id: string }>> {
    const type = job.container_type!
    const asset = job.media_id === undefined ? undefined : (await this.getMedia()).get(job.media_id)
    const carousel = publication.jobs.some((other) => other.type === 'carousel_upload')
    let url: string | undefined
    if (asset) {
      const use = useOf(type, carousel)
      url = publishUrl(asset, { platform: publication.platform, use, aspect: this.post!.aspect_ratio ?? undefined })
      const began = this.now()
      const ready = await warm(url)
      if (!ready.ok) {
        const message = `The picture could not be prepared for the platform: ${ready.reason}`
        return { ok: false, error: { class: ready.permanent ? 'permanent' : 'retry', message, ours: true } }
      }
      if (this.now() - began > PREPARED_MS) {
        return { ok: false, error: { class: 'retry', message: 'The picture took long to prepare.', ours: true } }
      }
    }
    const altText = asset && takesAltText(type, publication.platform) ? altTextFor(asset) : undefined
    return this.asAccount((credentials) =>
      platformOf(publication.platform).createContainer(credentials, {
        type,
        url,
        ...(carousel ? {} : { caption: this.post!.caption }),
        ...(altText === undefined ? {} : { alt_text: altText }),
        carousel_item: carousel,
      }),
    )
  }

  createCarousel(publication: Publication, children: readonly string[]) {
    return this.asAccount((credentials) =>
      platformOf(publication.platform).createCarousel(credentials, { children, caption: this.post!.caption }),
    )
  }

  readContainer(publication: Publication, containerId: string) {
    return this.asAccount((credentials) => platformOf(publication.platform).containerStatus(credentials, containerId), {
      live: publication.attempt !== undefined,
    })
  }

  publish(publication: Publication, containerId: string) {
    return this.asAccount((credentials) => platformOf(publication.platform).publish(credentials, containerId), {
      otherwise: 'same_container',
    })
  }

  quota(publication: Publication) {
    return this.asAccount((credentials) => platformOf(publication.platform).quota(credentials))
  }

  async findLink(publication: Publication): Promise<Result<{ media_id?: string; permalink: string | null } | null>> {
    const platform = platformOf(publication.platform)
    const { media_id } = publication
    if (media_id !== undefined)
      return this.asAccount((credentials) => platform.permalink(credentials, media_id), { live: true })
    const types = publication.jobs.flatMap((job) => job.container_type ?? [])
    const kind =
      types.length > 1
        ? 'carousel'
        : types[0] === 'text'
          ? 'text'
          : publication.type === 'stories'
            ? 'story'
            : types[0] === 'image'
              ? 'image'
              : 'video'
    return this.asAccount(
      (credentials) =>
        platform.findPublished(credentials, {
          caption: this.post!.caption,
          kind,
          since: (publication.started_at ?? publication.created_at) - 60_000,
          until: this.now() + 60_000,
        }),
      { live: true },
    )
  }

  async lockAccount({ post_id, account_id }: Publication): Promise<boolean> {
    const now = this.now()
    try {
      await put(
        {
          ...publishLockKey(account_id),
          post_id,
          until: now + LEASE_MS,
          expires_at: Math.ceil((now + LEASE_MS) / 1000) + 60,
        },
        {
          ConditionExpression: 'attribute_not_exists(pk) OR #until < :now OR post_id = :post',
          ExpressionAttributeNames: { '#until': 'until' },
          ExpressionAttributeValues: { ':now': now, ':post': post_id },
        },
      )
      return true
    } catch (error) {
      if (error instanceof ConditionFailed) return false
      throw error
    }
  }

  async unlockAccount({ post_id, account_id }: Publication): Promise<void> {
    const held = { ConditionExpression: 'post_id = :post', ExpressionAttributeValues: { ':post': post_id } }
    // A lock that is not ours any more, or that cannot be removed, ends by itself.
    await remove(publishLockKey(account_id), held).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed))
        log.warn('a publish lock was not removed', { account_id, error: error as Error })
    })
  }
}

export interface PublishMessage {
  post_id: string
  /** Absent in the message of a schedule: it means every publication of the post. */
  account_id?: string
}

/** Works off one message of the publish queue. */
export async function publishPublication(message: PublishMessage, remainingMs: () => number): Promise<void> {
  const { post_id, account_id } = message
  if (account_id !== undefined) return publishStep(new Pass({ post_id, account_id }, remainingMs))
  const found = await getPostWithPublications(post_id)
  if (!found) return log.warn('a schedule names a post that does not exist', { post_id })
  const now = Date.now()
  const waiting = found.publications.filter(({ state }) => state === 'waiting')
  await sendAll(
    setting(ENV.publishQueue),
    waiting.map((publication) => ({
      body: { post_id, account_id: publication.account_id },
      delaySeconds: (publication.not_before - now) / 1000,
      group: publication.owner_id,
    })),
  )
}
