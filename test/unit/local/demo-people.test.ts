// The demo's people at a service that fails now and then, as it does with `--aws-faults`.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { joinTeam } from '../../../local/demo-people.ts'

const person = { email: 'demo@example.com', password: 'secret' }

async function served(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Each step fails so many times before it works. */
function failing(times: number, problem = 'failed') {
  const asked: string[] = []
  const count = (path: string) => asked.push(path) && asked.filter((other) => other === path).length
  const listener: RequestListener = (request, reply) => {
    request.resume()
    const { pathname } = new URL(request.url!, 'http://localhost')
    const works = count(pathname) > times
    const to = (place: string) => reply.writeHead(302, { Location: place }).end()
    if (pathname === '/api/v1/session/sign-in') return to('/form')
    if (pathname === '/form') {
      if (request.method === 'GET') return reply.writeHead(200).end()
      return to(asked.filter((path) => path === '/form').length / 2 > times ? '/' : `/signed-out?problem=${problem}`)
    }
    if (pathname.endsWith('/accept')) return reply.writeHead(works ? 200 : 503).end('busy')
    return reply.writeHead(200).end()
  }
  return { asked, listener }
}

describe('a person of the demo', () => {
  it('signs in and joins again where the service failed', async () => {
    const { asked, listener } = failing(2)
    await using service = await served(listener)
    await joinTeam(service.origin, `${service.origin}/join/token`, person)
    expect(asked.filter((path) => path.endsWith('/accept'))).toHaveLength(3)
    expect(asked.filter((path) => path === '/api/v1/session/sign-in')).toHaveLength(3)
  })

  it('says where it ended when the service keeps failing', async () => {
    await using service = await served(failing(100).listener)
    await expect(joinTeam(service.origin, '/join/token', person)).rejects.toThrow(/ended at .*problem=failed/)
  })

  it('does not repeat what will not pass', async () => {
    const { asked, listener } = failing(100, 'denied')
    await using service = await served(listener)
    await expect(joinTeam(service.origin, '/join/token', person)).rejects.toThrow(/problem=denied/)
    expect(asked.filter((path) => path === '/api/v1/session/sign-in')).toHaveLength(1)
  })
})
