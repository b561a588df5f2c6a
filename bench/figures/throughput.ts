// The local run as a whole: posts accepted and published a second, beside what its gateway does at most.
import type { Figure } from '../figure.ts'
import { accepted, until } from '../support/calls.ts'

const ACCOUNTS = 4
const POSTS = 120
const EMPTY = 400
const AT_ONCE = 8

/** So many a second, several at a time. */
async function rateOf(count: number, work: (at: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const worker = async () => {
    while (next < count) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return count / ((performance.now() - startedAt) / 1000)
}

export const throughput: Figure = {
  name: 'throughput',
  title: 'the local run as a whole',
  against: 'an empty endpoint on the same gateway',
  aim: 'reported',
  run: async (bench) => {
    const service = await bench.service()
    const { threads } = service.session.platforms
    const control = async (method: string, path: string, json?: unknown) => {
      const body = json === undefined ? undefined : JSON.stringify(json)
      const reply = await fetch(`${threads}/_control${path}`, {
        method,
        body,
        headers: { 'Content-Type': 'application/json' },
      })
      return (await reply.json()) as { token: string; posts: unknown[] }
    }
    bench.progress('connecting accounts')
    const accounts: string[] = []
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const { token } = await control('POST', '/accounts', { username: `throughput.${Date.now() % 1_000_000}.${at}` })
      const words = ['account', 'connect', '--owner', 'demo', '--platform', 'threads', '--access-token', token]
      accounts.push((await service.admin<{ id: string }>(...words)).id)
    }
    await control('POST', '/settings', { processing_ms: 0 })
    const published = async () => (await control('GET', '/state?requests=0')).posts.length

    // Every process of both functions is up before it is measured.
    const empty = () => service.api({ method: 'GET', path: '/v1/nothing', anonymous: true })
    const post = (at: number) =>
      accepted(service, {
        method: 'POST',
        path: '/v1/posts/text',
        json: { content: `Post ${at} of ${Date.now()}`, accounts: [accounts[at % ACCOUNTS]] },
      })
    await rateOf(AT_ONCE * 4, empty)
    const before = await published()
    await rateOf(AT_ONCE * 2, post)
    await until('the first posts', async () => (await published()) >= before + AT_ONCE * 2, 100)

    bench.progress('empty requests')
    const emptyRate = await rateOf(EMPTY, empty)
    bench.progress('posts')
    const from = await published()
    const startedAt = performance.now()
    const acceptRate = await rateOf(POSTS, post)
    await until('the posts', async () => (await published()) >= from + POSTS, 50)
    const publishRate = POSTS / ((performance.now() - startedAt) / 1000)
    await control('POST', '/settings', { processing_ms: { image: 300, video: 800 } })
    return [
      { name: 'empty endpoint', value: emptyRate, unit: 'requests/s' },
      {
        name: 'posts accepted',
        value: acceptRate,
        unit: 'posts/s',
        note: `${(acceptRate / emptyRate).toFixed(2)} of the empty endpoint`,
      },
      { name: 'posts accepted and published', value: publishRate, unit: 'posts/s', note: `${ACCOUNTS} accounts` },
    ]
  },
}
