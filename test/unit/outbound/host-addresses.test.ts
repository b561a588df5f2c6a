// The addresses of hosts that callers name: asked of the name service directly, however many of its names never answer.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { expect, it } from 'vitest'
import { addressesOf } from '../../../core/outbound/host-addresses.ts'

const answering = (four: string[] | Error, six: string[] | Error) => {
  const asked = (answer: string[] | Error) => async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  return { resolve4: asked(four), resolve6: asked(six) }
}
const none = Object.assign(new Error('queryA ENODATA'), { code: 'ENODATA' })

it('are those of both kinds, whichever there are', async () => {
  expect(await addressesOf('a.example.com', answering(['192.0.2.1', '192.0.2.2'], ['2001:db8::1']))).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  expect(await addressesOf('a.example.com', answering(none, ['2001:db8::1']))).toEqual([
    { address: '2001:db8::1', family: 6 },
  ])
})

it('are not known where there are none, whatever the name service calls that', async () => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ECONNREFUSED', 'ETIMEOUT']) {
    const error = Object.assign(new Error(code), { code })
    await expect(addressesOf('a.example.com', answering(error, none))).rejects.toMatchObject({ code: 'ENOTFOUND' })
  }
})

it('hold up nothing where the name service does not answer', { tags: 'deep' }, async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound))
  const resolver = new Resolver({ timeout: 200, tries: 2 })
  resolver.setServers([`127.0.0.1:${silent.address().port}`])
  const began = performance.now()
  const waiting = Array.from({ length: 50 }, (_, at) => addressesOf(`n${at}.example.com`, resolver))
  const outcomes = await Promise.allSettled(waiting)
  silent.close()
  // Side by side: the look-ups of the machine's own kind are made four at a time.
  expect(performance.now() - began).toBeLessThan(5000)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ENOTFOUND' } })
})
