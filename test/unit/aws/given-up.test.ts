// Calls of a request that is given up: none is under way any more when its function is frozen, and none follows.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import { endsWithRequest, untilGivenUp } from '../../../core/aws/given-up.ts'

it('breaks off the call that is under way, and does not repeat it as one that failed', async () => {
  let received = 0
  let hungUp = 0
  let arrived = () => {}
  const first = new Promise<void>((resolve) => (arrived = resolve))
  const silent = createServer((request) => {
    received += 1
    request.socket.once('close', () => (hungUp += 1))
    arrived()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const client = endsWithRequest(
    new DynamoDBClient({
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
      maxAttempts: 4,
    }),
  )
  try {
    const request = new AbortController()
    const call = untilGivenUp(request.signal, () => client.send(new ListTablesCommand({})))
    await first
    request.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    const later = untilGivenUp(request.signal, () => client.send(new ListTablesCommand({})))
    await expect(later).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => hungUp).toBe(1)
    expect(received).toBe(1)
  } finally {
    client.destroy()
    silent.close()
  }
})
