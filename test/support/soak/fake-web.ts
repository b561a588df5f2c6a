// HTTP requests of the service, answered in this process: the CDN, which makes variants of pictures that are there, profile
// pictures, and receivers of webhooks. Takes the place of Node's client before the service is loaded.
import { EventEmitter } from 'node:events'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { ORIGINALS, VARIANT_PREFIX } from '../../../core/contract.ts'
import type { MemoryAws } from './memory-aws.ts'

export const CDN = 'https://cdn.test'
/** Addresses of the public internet that need no name service. */
const PICTURES = '8.8.8.8'
const RECEIVERS = '9.9.9.9'

export const pictureUrl = (name: string): string => `https://${PICTURES}/${name}.jpg`
/** @param kind `good`, `shaky` or `dead`. */
export const receiverUrl = (kind: 'good' | 'shaky' | 'dead', name: string): string =>
  `https://${RECEIVERS}/${kind}/${name}`

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: Buffer
}

const ID_LENGTH = ORIGINALS.indexOf('.')

export class FakeWeb {
  /** Messages that receivers took, by their address. */
  readonly taken = new Map<string, number>()
  calls = 0
  readonly #aws: MemoryAws
  readonly #picture: Buffer
  readonly #chance: () => number

  /** @param picture a JPEG. */
  constructor(aws: MemoryAws, picture: Buffer, chance: () => number) {
    this.#aws = aws
    this.#picture = picture
    this.#chance = chance
  }

  install(): void {
    https.request = ((url: URL, options: { method?: string }) => this.#request(url, options)) as never
    syncBuiltinESMExports()
  }

  #answer(url: URL, method: string): Reply {
    const jpeg = { 'content-type': 'image/jpeg', 'content-length': String(this.#picture.length) }
    if (url.origin === CDN) {
      const key = url.pathname.slice(1)
      const [folder, mediaId = ''] = key.split('/')
      if (folder !== VARIANT_PREFIX) return { status: this.#aws.objects.has(key) ? 200 : 404, headers: jpeg }
      const original = `${mediaId}.jpg`
      if (original.length <= ID_LENGTH || !this.#aws.objects.has(original)) return { status: 404 }
      if (!this.#aws.objects.has(key)) this.#aws.put(key, { bytes: this.#picture, type: 'image/jpeg' })
      return { status: 200, headers: jpeg, ...(method === 'HEAD' ? {} : { body: this.#picture }) }
    }
    if (url.hostname === PICTURES) return { status: 200, headers: jpeg, body: this.#picture }
    if (url.hostname !== RECEIVERS) throw new Error(`nobody answers at ${url.origin}`)
    const kind = url.pathname.split('/')[1]
    if (kind === 'dead' || (kind === 'shaky' && this.#chance() < 0.2)) return { status: 503 }
    this.taken.set(url.href, (this.taken.get(url.href) ?? 0) + 1)
    return { status: 204 }
  }

  #request(url: URL, { method = 'GET' }: { method?: string }): EventEmitter {
    this.calls += 1
    let over = false
    const request = Object.assign(new EventEmitter(), {
      destroy: () => {
        if (over) return
        over = true
        request.emit('close')
      },
      end: () => {
        queueMicrotask(() => {
          const { status, headers = {}, body } = this.#answer(url, method)
          const answer = Object.assign(new Readable({ read: () => undefined }), {
            statusCode: status,
            complete: true,
            headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
          })
          if (body) answer.push(body)
          answer.push(null)
          request.emit('response', answer)
        })
      },
    })
    return request
  }
}
