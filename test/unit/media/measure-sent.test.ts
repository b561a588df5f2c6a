// The file that a platform would be given, as the CDN has it.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureSent } from '../../../core/media/measure-sent.ts'
import { quarters } from './pictures.ts'

let server: Server
let reply: RequestListener
let origin: string
let jpeg: Buffer
beforeAll(async () => {
  server = createServer((request, response) => reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  jpeg = await quarters(640, 480).jpeg().toBuffer()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answering =
  (status: number, headers: Record<string, string | number>, ...parts: Buffer[]): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers)
    for (const part of parts) response.write(part)
    response.end()
  }

const JPEG = { 'Content-Type': 'image/jpeg' }
const shape = { width: 640, height: 480 }

describe('measuring what would be sent', () => {
  it.each<[string, () => RequestListener, string, () => object]>([
    [
      'a picture',
      () => answering(200, { ...JPEG, 'Content-Length': jpeg.length }, jpeg),
      '/a.jpg',
      () => ({ ok: true, value: { content_type: 'image/jpeg', size_bytes: jpeg.length, shape } }),
    ],
    [
      'a picture whose length is not announced',
      () => answering(200, JPEG, jpeg.subarray(0, 10), jpeg.subarray(10, 700), jpeg.subarray(700)),
      '/a.jpg',
      () => ({ ok: true, value: { content_type: 'image/jpeg', size_bytes: jpeg.length, shape } }),
    ],
    [
      'a video',
      () => answering(200, { 'Content-Type': 'video/mp4', 'Content-Length': 123_456_789 }),
      '/a.mp4',
      () => ({ ok: true, value: { content_type: 'video/mp4', size_bytes: 123_456_789, shape: null } }),
    ],
    [
      'a video of unknown length',
      () => answering(200, { 'Content-Type': 'video/mp4', 'Transfer-Encoding': 'chunked' }),
      '/a.mp4',
      () => ({ ok: false, reason: expect.stringContaining('how long') }),
    ],
    [
      'what only says that it is a JPEG',
      () => answering(200, JPEG, Buffer.from('hello, world')),
      '/a.jpg',
      () => ({ ok: false, reason: 'it is no JPEG' }),
    ],
    [
      'what cannot be used',
      () => answering(422, { 'Content-Type': 'text/plain' }, Buffer.from('It cannot be decoded.')),
      '/a.jpg',
      () => ({ ok: false, permanent: true, reason: 'It cannot be decoded.' }),
    ],
    [
      'what is gone',
      () => answering(404, {}),
      '/a.mp4',
      () => ({ ok: false, permanent: true, reason: 'the file is gone' }),
    ],
    ['a fault', () => answering(503, {}), '/a.jpg', () => ({ ok: false, reason: expect.stringContaining('503') })],
    [
      'a picture that breaks off',
      () => (_, response) => {
        response.writeHead(200, { ...JPEG, 'Content-Length': jpeg.length })
        response.write(jpeg.subarray(0, 5), () => response.destroy())
      },
      '/a.jpg',
      () => ({ ok: false, reason: expect.stringContaining('reached') }),
    ],
  ])('%s', async (_, listener, path, outcome) => {
    reply = listener()
    expect(await measureSent(origin + path, 5000)).toEqual(outcome())
  })

  it('waits no longer than it is told', async () => {
    reply = () => undefined
    expect(await measureSent(`${origin}/a.jpg`, 100)).toEqual({ ok: false, reason: 'it took more than 0.1 seconds' })
    reply = (_, response) => void response.writeHead(200, JPEG).write(jpeg.subarray(0, 5))
    expect(await measureSent(`${origin}/a.jpg`, 100)).toEqual({ ok: false, reason: 'it took more than 0.1 seconds' })
  })
})
