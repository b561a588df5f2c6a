// Usage figures on the running service: every path of an answer counts, once, for its owner alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Local, type Reply, startLocal } from '../support/local.ts'

let local: Local
beforeAll(async () => {
  local = await startLocal({ env: { PUBLISH_POLL_MS: '100' } })
})
afterAll(() => local.end())

interface Usage {
  data: {
    api_usage: {
      total_requests: number
      successful_requests: number
      failed_requests: number
      total_duration_ms: number
      average_duration_ms: number
      by_endpoint: { endpoint: string; method: string; count: number; successful_count: number; failed_count: number }[]
      by_status_code: { status_code: number; count: number }[]
    }
    job_usage: {
      total_jobs: number
      container_jobs_usage: { completed: number; pending: number; average_duration_ms: number | null }
      publish_jobs_usage: { completed: number; average_duration_ms: number | null }
      by_job_type: { job_type: string; total: number }[]
    }
    period: { start_date: number | null; end_date: number | null }
  }
}

const newCaller = async (name: string): Promise<string> => {
  await local.admin('owner', 'create', name)
  return (await local.admin<{ api_key: string }>('key', 'create', '--owner', name, '--rate-limit', '600')).api_key
}

const usageOf = async (key: string, query = '') => {
  const answer = await local.api('GET', `/api/v1/usage${query}`, { key })
  expect(answer.status).toBe(200)
  return answer.json<Usage & Record<string, unknown>>().data
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const upload = (key: string) => {
  const form = new FormData()
  form.set('file', new Blob([picture], { type: 'image/png' }), 'dot.png')
  return local.api('POST', '/api/v1/media', { key, body: form })
}

describe('GET /v1/usage', () => {
  it('has every kind of answer, the call just before it included, and none of another owner', {
    tags: 'deep',
  }, async () => {
    const [key, other] = [await newCaller('counted'), await newCaller('other')]
    await usageOf(other)
    const log: { name: string; status: number }[] = []
    const ask = async (name: string, status: number, answer: Promise<Reply>): Promise<Reply> => {
      const reply = await answer
      expect(`${name} ${reply.status}`).toBe(`${name} ${status}`)
      log.push({ name, status })
      return reply
    }
    const uploaded = await ask('POST /api/v1/media', 200, upload(key))
    const { id } = uploaded.json<{ data: { id: string } }>().data
    const get = (headers: Record<string, string> = {}) => local.api('GET', `/api/v1/media/${id}`, { key, headers })
    const whole = await ask('GET /api/v1/media/:id', 200, get())
    expect(whole.bytes).toEqual(picture)
    await ask('GET /api/v1/media/:id', 206, get({ Range: 'bytes=0-3' }))
    await ask('GET /api/v1/media/:id', 304, get({ 'If-None-Match': whole.headers.get('ETag') as string }))
    await ask('GET /api/v1/media/:id', 404, local.api('GET', `/api/v1/media/${crypto.randomUUID()}`, { key }))
    await ask('GET /api/v1/media/users', 200, local.api('GET', '/api/v1/media/users', { key }))
    await ask('GET /api/v1/media/users', 400, local.api('GET', '/api/v1/media/users?page=0', { key }))
    await ask('POST /api/v1/posts/feed', 400, local.api('POST', '/api/v1/posts/feed', { key, json: {} }))
    await ask('POST /api/v1/posts/feed', 415, local.api('POST', '/api/v1/posts/feed', { key, body: 'x' }))
    await ask('PUT /api/v1/*', 404, local.api('PUT', '/api/v1/nothing', { key }))
    await ask('GET /api/v1/usage', 400, local.api('GET', '/api/v1/usage?start_date=x', { key }))
    await ask('DELETE /api/v1/media/:id', 200, local.api('DELETE', `/api/v1/media/${id}`, { key }))
    // These count for nobody.
    await local.api('GET', '/api/v1/media/users', { key: null })
    await local.api('GET', '/api/v1/media/users', { key: 'wrong' })
    await local.api('GET', `/api/v1/media/${id}`, { key: null })

    const { api_usage: usage, period } = await usageOf(key)
    const good = log.filter(({ status }) => status < 400).length
    expect(usage).toMatchObject({
      total_requests: log.length,
      successful_requests: good,
      failed_requests: log.length - good,
      average_duration_ms: usage.total_duration_ms / log.length,
    })
    expect(Object.fromEntries(usage.by_status_code.map(({ status_code, count }) => [status_code, count]))).toEqual(
      Object.fromEntries([...Map.groupBy(log, ({ status }) => status)].map(([status, rows]) => [status, rows.length])),
    )
    const rows = usage.by_endpoint.map(({ endpoint, method, ...counts }) => [`${method} ${endpoint}`, counts])
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        [...Map.groupBy(log, ({ name }) => name)].map(([name, found]) => {
          const successful_count = found.filter(({ status }) => status < 400).length
          return [name, { count: found.length, successful_count, failed_count: found.length - successful_count }]
        }),
      ),
    )
    expect(period).toEqual({ start_date: null, end_date: null })
    expect((await usageOf(other)).api_usage.total_requests).toBe(1)
    expect((await usageOf(key)).api_usage.total_requests).toBe(log.length + 1)
  })

  it('is the same after the summarizer, split anywhere, and after a restart', { tags: 'deep' }, async () => {
    const key = await newCaller('split')
    for (let left = 3; left > 0; left -= 1) await local.api('GET', '/api/v1/media/users', { key })
    const middle = Date.now()
    await eventually(() => Date.now() > middle)
    for (let left = 2; left > 0; left -= 1) await local.api('GET', '/api/v1/accounts/social', { key })
    await local.invoke('SchedulesSummarizeUsage')
    expect((await usageOf(key, `?end_date=${middle}`)).api_usage.total_requests).toBe(3)
    const after = await usageOf(key, `?start_date=${middle + 1}`)
    expect(after.api_usage.total_requests).toBe(2 + 1)
    expect(after.period).toEqual({ start_date: middle + 1, end_date: null })
    await local.restart()
    expect((await usageOf(key)).api_usage.total_requests).toBe(7)
  })

  it('counts the jobs of a published post', async () => {
    const key = local.session.api_key
    const uploads = await Promise.all([upload(key), upload(key)])
    const ids = uploads.map((reply) => reply.json<{ data: { id: string } }>().data.id)
    const account = local.session.accounts.find(({ platform }) => platform === 'instagram')?.id
    const accepted = await local.api('POST', '/api/v1/posts/feed', {
      key,
      json: { title: 'Counted', media: { media_asset_ids: ids }, accounts: [account] },
    })
    expect(accepted.status).toBe(202)
    const path = accepted.headers.get('Location') as string
    await eventually(
      async () => {
        const post = await local.api('GET', path, { key })
        return post.json<{ data: { status: string } }>().data.status === 'published'
      },
      { what: 'the post published', everyMs: 100 },
    )
    const { job_usage: jobs } = await usageOf(key)
    expect(jobs.total_jobs).toBe(4)
    expect(jobs.by_job_type.map(({ job_type, total }) => [job_type, total])).toEqual([
      ['container_create', 2],
      ['carousel_upload', 1],
      ['publish_content', 1],
    ])
    expect(jobs.container_jobs_usage).toMatchObject({ completed: 2, pending: 0 })
    expect(jobs.publish_jobs_usage.completed).toBe(1)
    for (const { average_duration_ms: mean } of [jobs.container_jobs_usage, jobs.publish_jobs_usage]) {
      expect(mean).toBeGreaterThanOrEqual(0)
    }
  })
})
