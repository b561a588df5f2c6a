// A post as it is answered: whole, and where that is more than a function's answer holds, without what stands there already.
import { describe, expect, it } from 'vitest'
import { postAnswer, postView } from '../../../core/posts/post-view.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { Post } from '../../../core/posts/rules/post.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { publicationPlan } from '../../../core/posts/rules/publication-plan.ts'
import { MAX_EVENTS } from '../../../core/posts/rules/timeline.ts'
import { OWNER, uuid } from '../../support/domain.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const ACCOUNTS = Array.from({ length: 50 }, (_, at) => uuid(900 + at))
/** Lambda carries the body as a string in JSON. */
const carried = (data: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify({ success: true, data })))

/** As a server with a limit of 2,200 characters takes it, in an alphabet of three bytes each. */
const threadOf = (parts: number, letter = '가') =>
  Array.from({ length: parts }, (_, at) => ({ content: `${at}${letter.repeat(2190)}` }))

const postOf = (accounts: readonly string[], given: Partial<Post> = {}): Post =>
  Post.parse({
    id: uuid(500),
    owner_id: OWNER,
    type: 'text',
    title: null,
    content: 'The first of them',
    hashtags: [],
    caption: 'The first of them',
    media_ids: [],
    holds_media: true,
    container_id: null,
    aspect_ratio: null,
    accounts: [...accounts],
    skipped_accounts: [],
    scheduled_at: null,
    progress: { total: accounts.length, published: 0, failed: 0, cancelled: 0 },
    created_at: NOW,
    updated_at: NOW,
    ...given,
  })

const publicationsOf = (post: Post, given: Partial<Publication> = {}): Publication[] =>
  post.accounts.map((account_id) => ({
    ...newPublication({
      post_id: post.id,
      account_id,
      owner_id: OWNER,
      platform: 'mastodon',
      type: 'text',
      ...publicationPlan(post, account_id, 'mastodon', new Map()),
      not_before: NOW,
      now: NOW,
    }),
    ...given,
  }))

describe('the answer about a post', () => {
  it('has the text of each post of a thread with every account', () => {
    const post = postOf(ACCOUNTS.slice(0, 3), { options: { mastodon: { thread: threadOf(3) } } })
    const publications = publicationsOf(post)
    const shown = postAnswer(post, publications, NOW)
    expect(shown).toEqual(postView(post, publications, NOW))
    for (const { parts } of shown.publications)
      expect(parts?.map(({ content }) => content)).toEqual([
        'The first of them',
        ...threadOf(3).map(({ content }) => content),
      ])
  })

  it('names no container where the platform has none', () => {
    const post = postOf(ACCOUNTS.slice(0, 1))
    const [publication] = publicationsOf(post)
    const job = { ...publication!.jobs[0]!, state: 'completed' as const, container_id: '' }
    const events = [
      { at: NOW + 1, event: 'container_created' as const, job_id: job.id, container_id: '' },
      { at: NOW + 2, event: 'publish_called' as const, container_id: 'one that it has' },
    ]
    const [shown] = postView(post, [{ ...publication!, jobs: [job], events }], NOW).publications
    expect(shown!.jobs[0]!.container_id).toBeNull()
    expect(shown!.timeline.slice(1)).toEqual([
      { at: NOW + 1, event: 'container_created', job_id: job.id },
      { at: NOW + 2, event: 'publish_called', container_id: 'one that it has' },
    ])
  })

  it('has each text of a long thread once where it would be too large for a function with all of them', () => {
    const own = { options: { mastodon: { thread: threadOf(2, '나') } } }
    const post = postOf(ACCOUNTS, {
      options: { mastodon: { thread: threadOf(20) } },
      per_account: { [ACCOUNTS[7]!]: own },
    })
    const publications = publicationsOf(post)
    expect(carried(postView(post, publications, NOW))).toBeGreaterThan(6_291_556)
    const shown = postAnswer(post, publications, NOW)
    expect(carried(shown)).toBeLessThan(5_500_000)
    // All of them can be read all the same, from where each points to.
    const whole = postView(post, publications, NOW)
    const read = shown.publications.map(({ parts }) =>
      parts!.map(({ content, same_content_as }, at) => {
        if (content !== null) return content
        return shown.publications.find(({ account_id }) => account_id === same_content_as)!.parts![at]!.content
      }),
    )
    expect(read).toEqual(whole.publications.map(({ parts }) => parts!.map(({ content }) => content)))
    expect(shown.publications[0]!.parts!.every(({ content }) => content !== null)).toBe(true)
    // All else is as it was.
    const { publications: _shown, ...rest } = shown
    const { publications: _whole, ...restOfWhole } = whole
    expect(rest).toEqual(restOfWhole)
  })

  it('has the last lines of each story where many accounts tell long ones', () => {
    const message = '다'.repeat(300)
    const events = Array.from({ length: MAX_EVENTS }, (_, at) => ({
      ...{ at: NOW + at, event: 'problem' as const },
      platform: { message, http_status: 500, type: '"'.repeat(100), trace_id: '"'.repeat(100) },
    }))
    const post = postOf(ACCOUNTS, { options: { mastodon: { thread: threadOf(20) } } })
    const publications = publicationsOf(post).map((one) => ({
      ...one,
      events,
      jobs: one.jobs.map((job) => ({ ...job, problem: { message: '라'.repeat(250) } })),
    }))
    const shown = postAnswer(post, publications, NOW)
    expect(carried(shown)).toBeLessThan(5_500_000)
    for (const { timeline } of shown.publications) expect(timeline.at(-1)).toEqual(events.at(-1))
  })
})
