// Server-side request forgery: addresses that must not be fetched, and those that may.

import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../core/errors.ts'
import { type Address, openUrl, transportReason } from '../../../core/outbound/fetch-url.ts'
import { checkUrl } from '../../../core/outbound/rules/address-guard.ts'

const PRIVATE = '10.0.0.5'
const PUBLIC = '93.184.215.14'

/** What the name service of the tests says; every other name is unknown. */
const NAMES: Record<string, string[]> = {
  'rebind.example.com': [PRIVATE],
  'loop.example.com': ['127.0.0.1'],
  'mixed.example.com': [PUBLIC, PRIVATE],
  'meta.example.com': ['169.254.169.254'],
  'six.example.com': ['fd00::1'],
  'mapped.example.com': ['::ffff:192.168.1.1'],
  'good.example.com': [PUBLIC],
}

const REFUSED: [name: string, url: string][] = [
  ['loopback', 'http://127.0.0.1/a.jpg'],
  ['loopback, short', 'http://127.1/a.jpg'],
  ['loopback, shortest', 'http://127.0.1/'],
  ['loopback, other end', 'http://127.255.255.254/'],
  ['loopback, decimal', 'http://2130706433/'],
  ['loopback, hex', 'http://0x7f000001/'],
  ['loopback, hex parts', 'http://0x7f.0x0.0x0.0x1/'],
  ['loopback, octal', 'http://0177.0.0.1/'],
  ['loopback, octal whole', 'http://017700000001/'],
  ['loopback, mixed forms', 'http://0x7f.0.1/'],
  ['loopback, full width digits', 'http://１２７.０.０.１/'],
  ['loopback, enclosed digits', 'http://①②⑦.⓪.⓪.①/'],
  ['loopback, percent', 'http://%31%32%37.0.0.1/'],
  ['loopback, trailing dot', 'http://127.0.0.1./'],
  ['loopback, IPv6', 'http://[::1]/'],
  ['loopback, IPv6 long', 'http://[0:0:0:0:0:0:0:1]/'],
  ['loopback, IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
  ['loopback, IPv4-mapped hex', 'http://[::ffff:7f00:1]/'],
  ['loopback, IPv4-compatible', 'http://[::127.0.0.1]/'],
  ['loopback, NAT64', 'http://[64:ff9b::127.0.0.1]/'],
  ['loopback, 6to4', 'http://[2002:7f00:1::]/'],
  ['unspecified', 'http://0.0.0.0/'],
  ['unspecified, short', 'http://0/'],
  ['unspecified, IPv6', 'http://[::]/'],
  ['this network', 'http://0.1.2.3/'],
  ['private 10', 'http://10.1.2.3/'],
  ['private 172', 'http://172.31.255.255/'],
  ['private 192', 'http://192.168.0.1/'],
  ['private 192, hex', 'http://0xc0a80001/'],
  ['carrier-grade NAT', 'http://100.64.0.1/'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata, decimal', 'http://2852039166/latest/'],
  ['metadata, IPv6', 'http://[fd00:ec2::254]/latest/'],
  ['metadata, mapped', 'http://[::ffff:169.254.169.254]/'],
  ['container credentials', 'http://169.254.170.2/'],
  ['benchmarking', 'http://198.18.0.1/'],
  ['documentation', 'http://203.0.113.7/'],
  ['multicast', 'http://224.0.0.1/'],
  ['reserved', 'http://240.0.0.1/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['link-local IPv6', 'http://[fe80::1]/'],
  ['unique local IPv6', 'http://[fc00::1]/'],
  ['multicast IPv6', 'http://[ff02::1]/'],
  ['documentation IPv6', 'http://[2001:db8::1]/'],
  ['Teredo', 'http://[2001::1]/'],
  ['old site-local', 'http://[fec0::1]/'],
  ['unassigned IPv6', 'http://[4000::1]/'],
  ['localhost', 'http://localhost/'],
  ['localhost with a dot', 'http://localhost./'],
  ['localhost in capitals', 'http://LOCALHOST/'],
  ['below localhost', 'http://evil.localhost/'],
  ['a bare name', 'http://intranet/'],
  ['a local name', 'http://printer.local/'],
  ['an internal name', 'http://metadata.google.internal/'],
  ['another port', 'http://good.example.com:8080/'],
  ['a port of another scheme', 'https://good.example.com:80/'],
  ['a mail port', 'http://good.example.com:25/'],
  ['credentials', 'http://user:secret@good.example.com/'],
  ['a user name', 'http://good.example.com@127.0.0.1/'],
  ['file', 'file:///etc/passwd'],
  ['ftp', 'ftp://good.example.com/a'],
  ['gopher', 'gopher://good.example.com/_GET'],
  ['data', 'data:text/plain,hello'],
  ['javascript', 'javascript:alert(1)'],
  ['blob', 'blob:https://good.example.com/x'],
  ['no host', 'http://'],
  ['no URL', 'not a url'],
  ['relative', '//good.example.com/a'],
  ['too long', `http://good.example.com/${'a'.repeat(3000)}`],
  ['a name for a private address', 'http://rebind.example.com/'],
  ['a name for loopback', 'http://loop.example.com/'],
  ['a name for both kinds', 'http://mixed.example.com/'],
  ['a name for metadata', 'https://meta.example.com/'],
  ['a name for local IPv6', 'https://six.example.com/'],
  ['a name for a mapped address', 'https://mapped.example.com/'],
]

const resolve = async (host: string): Promise<Address[]> => {
  const found = NAMES[host]
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const refusalOf = async (url: string, pin: (to: Address) => LookupFunction) => {
  const signal = new AbortController().signal
  return openUrl(url, { signal, allowed: new Set(), resolve, pin }).then(
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
      openUrl('http://rebind.example.com/', { signal, allowed: new Set(), resolve: looked }),
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
      await expect(openUrl(`http://${host}/`, { signal: overtime.signal, allowed: new Set([host]) })).rejects.toThrow(
        'too long',
      )
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
