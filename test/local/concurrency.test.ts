// A new AWS account: ten functions at the same time. Posts still go out, and the API still answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareAssembly } from '../../local/assembly.ts'
import { eventually, type Local, type Reply, startLocal } from '../support/local.ts'
import { busyKey, connect, type Json, picture, upload } from '../support/posting.ts'

const POSTS = 200

let local: Local
let key: string
const accounts: string[] = []
beforeAll(async () => {
  const assembly = await prepareAssembly(() => undefined, AbortSignal.timeout(280_000), 10)
  local = await startLocal({ assembly, args: ['--concurrency', '10'], env: { PUBLISH_POLL_MS: '200' } })
  key = await busyKey(local)
  accounts.push(
    ...(await Promise.all(['t1', 't2', 't3', 't4'].map((name) => connect(local, 'threads', name)))).map(({ id }) => id),
  )
  accounts.push((await connect(local, 'instagram', 'i1')).id)
  for (const platform of ['instagram', 'threads'] as const)
    await local.control(platform, 'POST', '/settings', { quota_total: 100_000, container_limit: 100_000 })
}, 300_000)
afterAll(() => local?.end())

/** Milliseconds that a share of the answers was not slower than. */
const percentile = (took: number[], share: number): number =>
  took.toSorted((a, b) => a - b)[Math.ceil(took.length * share) - 1] ?? 0

const figuresOf = (took: number[]): string =>
  `${took.length} answers, p50 ${percentile(took, 0.5).toFixed(0)} ms, p99 ${percentile(took, 0.99).toFixed(0)} ms`

/** As any caller should: what was held back is tried again, with the same key for what must not be done twice. */
async function patiently(
  call: () => Promise<Reply>,
  { longest = 2000, onHeldBack = () => undefined as unknown } = {},
): Promise<Reply> {
  for (let wait = 100, tries = 0; ; wait = Math.min(2 * wait, longest), tries += 1) {
    const reply = await call()
    if (reply.status < 500 || tries > 200) return reply
    onHeldBack()
    await sleep(wait * (0.5 + Math.random() / 2))
  }
}

it('publishes 200 posts that come at once, and answers meanwhile', { tags: 'deep', timeout: 240_000 }, async () => {
  const media = await upload(local, await picture(), 'picture.jpg', 'image/jpeg', { key })
  const send = (at: number) => {
    const account = accounts[at % accounts.length]!
    // Each fifth has a variant made, or waits for one.
    const [type, body] =
      account === accounts.at(-1)
        ? [
            'feed',
            {
              title: 'T',
              content: `post ${at}`,
              hashtags: [],
              accounts: [account],
              media: { media_asset_ids: [media] },
            },
          ]
        : ['text', { content: `post ${at}`, accounts: [account] }]
    const headers = { 'Idempotency-Key': `post-${at}` }
    return patiently(() => local.api('POST', `/api/v1/posts/${type}`, { key, json: body, headers }))
  }
  let burst = true
  let over = false
  const during = { burst: [] as number[], publishing: [] as number[] }
  let heldBack = 0
  const watching = (async () => {
    while (!over) {
      const phase = burst ? 'burst' : 'publishing'
      const began = performance.now()
      const reply = await patiently(() => local.api('GET', '/api/v1/posts?limit=1', { key }), {
        longest: 200,
        onHeldBack: () => (heldBack += phase === 'publishing' ? 1 : 0),
      })
      during[phase].push(performance.now() - began)
      expect(reply.status).toBe(200)
      // As somebody who looks at the list now and then: each look is work for this machine, too.
      await sleep(100)
    }
  })()
  watching.catch(() => undefined)
  const replies = await Promise.all(Array.from({ length: POSTS }, (_, at) => send(at)))
  expect(replies.map(({ status }) => status)).toEqual(Array(POSTS).fill(202))
  burst = false
  const states = async () => {
    const pages = await Promise.all(
      [1, 2].map((page) => patiently(() => local.api('GET', `/api/v1/posts?limit=100&page=${page}`, { key }))),
    )
    return pages.flatMap((reply) => reply.json<Json>().data.result.map(({ progress }: Json) => progress))
  }
  await eventually(async () => (await states()).filter(({ published }: Json) => published === 1).length === POSTS, {
    what: '200 published posts',
    timeoutMs: 180_000,
    everyMs: 500,
  })
  over = true
  await watching
  const all = await Promise.all(
    (['instagram', 'threads'] as const).map((platform) => local.control<Json>(platform, 'GET', '/state?requests=0')),
  )
  expect(all.flatMap(({ posts }) => posts)).toHaveLength(POSTS)
  // Publishing leaves the API its own concurrency: callers are not held back meanwhile. How long an answer takes is
  // printed and not judged, as this machine does other work at the same time.
  expect(during.publishing.length).toBeGreaterThan(20)
  expect(heldBack).toBe(0)
  const figures = { ...during, 'both together': [...during.burst, ...during.publishing] }
  for (const [phase, took] of Object.entries(figures)) console.log(`GET /v1/posts, ${phase}: ${figuresOf(took)}`)
})
