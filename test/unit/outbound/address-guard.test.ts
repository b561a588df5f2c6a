// Server-side request forgery: addresses that must not be fetched, and those that may.

import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../core/errors.ts'
import { openUrl, transportReason } from '../../../core/outbound/fetch-url.ts'
import type { Address } from '../../../core/outbound/host-addresses.ts'
import { checkUrl } from '../../../core/outbound/rules/address-guard.ts'
import { PUBLIC, REFUSED, resolve } from './private-addresses.ts'

const refusalOf = async (url: string, pin: (to: Address) => LookupFunction) => {
  const signal = new AbortController().signal
  return openUrl(url, { signal, maxBytes: 1000, allowed: new Set(), resolve, pin }).then(
    () => undefined,
    (error: unknown) => error as AppError,
  )
}

describe('an address that is not public', () => {
  it.each(REFUSED)('%s is refused before a connection is made', async (_, url) => {
    const pin = vi.fn<(to: Address) => LookupFunction>(() => {
      throw new Error('connected')
    })
    const refusal = await refusalOf(url, pin)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal!.issues).toMatchObject([{ code: 'url_not_allowed', path: 'url' }])
    expect(pin).not.toHaveBeenCalled()
    expect(refusal!.message).not.toContain('secret')
  })

  it('is refused as the target of a name only after the name was looked up, once', async () => {
    const looked = vi.fn(resolve)
    const signal = new AbortController().signal
    await expect(
      openUrl('http://rebind.example.com/', { signal, maxBytes: 1000, allowed: new Set(), resolve: looked }),
    ).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect(looked).toHaveBeenCalledTimes(1)
  })
})

describe('an address that is public', () => {
  it.each([
    'http://good.example.com/a.jpg',
    'https://good.example.com/',
    'https://good.example.com:443/a?b=c#d',
    'http://good.example.com:80/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://xn--bcher-kva.example.com/',
  ])('%s is let through', (url) => {
    expect(checkUrl(url).href).toContain('://')
  })

  it('is connected to as it was looked up, and nothing else', async () => {
    const pin = vi.fn<(to: Address) => LookupFunction>(() => {
      throw new Error('stop here')
    })
    await refusalOf('http://good.example.com/a.jpg', pin)
    expect(pin.mock.calls).toEqual([[{ address: PUBLIC, family: 4 }]])
  })
})

describe('a source that hangs', () => {
  it('is given up, and said so', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      await expect(
        openUrl(`http://${host}/`, {
          signal: new AbortController().signal,
          maxBytes: 1000,
          allowed: new Set([host]),
          silenceMs: 20,
        }),
      ).rejects.toMatchObject({ code: 'source_failed', message: expect.stringContaining('did not answer') })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('is ended by the time that the whole may take', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const overtime = new AbortController()
    server.once('request', () => overtime.abort(new Error('too long')))
    try {
      await expect(
        openUrl(`http://${host}/`, { signal: overtime.signal, maxBytes: 1000, allowed: new Set([host]) }),
      ).rejects.toThrow('too long')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it.each([
    ['BODY_TIMEOUT', 'stopped sending'],
    ['CONNECT_TIMEOUT', 'connection in time'],
    ['ECONNREFUSED', 'refused the connection'],
    ['HPE_INVALID_CONSTANT', 'does not speak HTTP'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['SOMETHING_NEW', 'broke off'],
  ])('%s reads: %s', (code, says) => {
    expect(transportReason(Object.assign(new Error('https://secret'), { code }))).toContain(says)
  })
})

describe('hosts that the operator lets through', () => {
  const allowed = new Set(['127.0.0.1:8123'])
  it('are fetched from although they are private', () => {
    expect(checkUrl('http://127.0.0.1:8123/x', allowed).port).toBe('8123')
  })
  it('do not open other ports, names or schemes', () => {
    for (const url of [
      'http://127.0.0.1:8124/',
      'http://localhost:8123/',
      'file://127.0.0.1:8123/',
      'http://u:p@127.0.0.1:8123/',
    ]) {
      expect(() => checkUrl(url, allowed)).toThrow(AppError)
    }
  })
})
