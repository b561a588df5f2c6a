// A call on a connection that is dead without a word ends, and is made again on another one.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { headObject, openObject } from '../../../core/aws/bucket.ts'
import { CALL_LIMIT_MS } from '../../../core/aws/call-limits.ts'
import { send } from '../../../core/aws/queue.ts'
import { readParameter } from '../../../core/aws/read-parameter.ts'
import { readSecret } from '../../../core/aws/read-secret.ts'
import { unschedule } from '../../../core/aws/scheduler.ts'
import { decryptToken } from '../../../core/aws/secrets.ts'
import { get } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'

let server: Server
/** Calls of this test so far; the first one gets no answer. */
let calls = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1
    request.resume()
    // A queue says what it took; the others have an empty answer, and the object its content.
    if (calls > 1) response.end(JSON.stringify({ MD5OfMessageBody: createHash('md5').update('{}').digest('hex') }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'x')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x')
  for (const name of [ENV.table, ENV.mediaBucket, ENV.tokenKey, ENV.scheduleGroup]) vi.stubEnv(name, 'made')
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  calls = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

it.each([
  ['the table', () => get({ pk: 'a', sk: 'b' })],
  ['the keys', () => decryptToken('a1', 'AAAA')],
  ['a queue', () => send(`${process.env.AWS_ENDPOINT_URL}/1/made`, { body: {} })],
  ['the schedules', () => unschedule('made')],
  ['a secret', () => readSecret('made', 'eu-central-1')],
  ['a parameter', () => readParameter('made', 'eu-central-1')],
  ['the head of an object', () => headObject('made')],
  ['an object', () => openObject('made')],
])('a call to %s that gets no answer is made again', async (_, call) => {
  let ended = false
  const done = call().finally(() => (ended = true))
  while (calls === 0) await turn()
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS - 1)
  await turn()
  expect(calls).toBe(1)
  while (!ended) {
    // The limit, and then the SDK's pause before the second try.
    await vi.advanceTimersByTimeAsync(100)
    await turn()
  }
  await done
  expect(calls).toBe(2)
})
