// Mail, against a server that answers as SES does.
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendMail } from '../../../core/aws/mail.ts'

let mails = 0
const used = new WeakSet<Socket>()
/** Resets a connection on which a second request comes, as one answers that was closed while the function was frozen. */
const server = createServer((request, response) => {
  const { socket } = request
  if (used.has(socket)) return void socket.resetAndDestroy()
  used.add(socket)
  request.resume().once('end', () => {
    mails += 1
    response.setHeader('content-type', 'application/json')
    response.end('{"MessageId":"m"}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

it('a mail is sent although the connection of the one before is dead: a function that was frozen has such', async () => {
  const mail = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text: 'Hello' }
  expect(await sendMail(mail)).toEqual({ is: 'sent' })
  expect(await sendMail(mail)).toEqual({ is: 'sent' })
  expect(mails).toBe(2)
})
