// Copying profile pictures: what is taken, what is not, and that nothing of it stops anything.
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyPicture, MAX_PICTURE_BYTES } from '../../../core/accounts/copy-picture.ts'
import { ENV } from '../../../core/contract.ts'
import { uuid } from '../../support/domain.ts'
import { mediaHost, picture } from '../fake-platforms/support.ts'

const s3 = mockClient(S3Client)
const nothing = { id: uuid(900), external_profile_url: '', picture_key: null }
const copied = {
  id: uuid(900),
  external_profile_url: 'https://platform.test/old.jpg',
  picture_key: 'profile/old.jpg',
}

let host: Awaited<ReturnType<typeof mediaHost>>
beforeAll(async () => {
  host = await mediaHost()
  const origin = new URL(host.add('any', 'never')).origin
  Object.assign(process.env, {
    [ENV.mediaBucket]: 'media',
    INSTAGRAM_GRAPH_URL: origin,
    THREADS_GRAPH_URL: 'https://graph.threads.net',
  })
})
beforeEach(() => {
  s3.reset()
  s3.on(PutObjectCommand).resolves({ ETag: '"1"' })
})
const puts = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input)

describe('a profile picture', () => {
  it.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
  ] as const)('is stored as the %s it is, whatever it was sent as', async (format, ending) => {
    const body = await picture(32, 32, format)
    const url = host.add(`${format}?oe=1`, { body, type: 'text/html' })
    const stored = await copyPicture(nothing, 'instagram', url)
    expect(stored.picture_key).toMatch(new RegExp(`^profile/${uuid(900)}/[0-9a-f]{32}\\.${ending}$`))
    expect(stored.external_profile_url).toBe(url)
    expect(puts()).toMatchObject([{ Key: stored.picture_key, ContentType: `image/${format}`, Body: body }])
  })

  it('that has not changed is not stored again', async () => {
    const url = host.add('same', { body: await picture(32, 32), type: 'image/jpeg' })
    const first = { id: uuid(900), ...(await copyPicture(nothing, 'instagram', url)) }
    expect(await copyPicture(first, 'instagram', url)).toEqual({
      external_profile_url: first.external_profile_url,
      picture_key: first.picture_key,
    })
    expect(puts()).toHaveLength(1)
  })
})

describe('what is no picture, or not to be had,', () => {
  it.each([
    ['a page', async () => ({ body: Buffer.from('<html><script>1</script></html>'), type: 'image/jpeg' })],
    ['a drawing that can hold scripts', async () => ({ body: Buffer.from('<svg></svg>'), type: 'image/svg+xml' })],
    ['too much', async () => ({ body: Buffer.alloc(MAX_PICTURE_BYTES + 1, 0xff), type: 'image/jpeg' })],
    ['gone', async () => ({ body: Buffer.from('URL signature expired'), type: 'text/plain', status: 403 })],
    [
      'a way into the network',
      async () => ({
        body: Buffer.alloc(0),
        type: 'text/plain',
        status: 302,
        location: 'http://169.254.169.254/x.jpg',
      }),
    ],
  ])('%s: the copy stays, and without one the platform’s address is shown', async (name, served) => {
    const url = host.add(encodeURIComponent(name), await served())
    const { picture_key } = copied
    expect(await copyPicture(copied, 'instagram', url)).toEqual({ external_profile_url: url, picture_key })
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({ external_profile_url: url, picture_key: null })
    expect(puts()).toEqual([])
  })

  it('an address inside the network is not called, unless the platform itself is there', async () => {
    const url = host.add('inside', { body: await picture(32, 32), type: 'image/jpeg' })
    expect(await copyPicture(nothing, 'threads', url)).toMatchObject({ picture_key: null })
    expect(await copyPicture(nothing, 'instagram', url)).toMatchObject({ picture_key: expect.any(String) })
  })

  it.each(['', 'not an address', 'file:///etc/passwd'])('%j changes nothing', async (url) => {
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({ external_profile_url: '', picture_key: null })
  })

  it('a bucket that does not answer stops nothing', async () => {
    s3.on(PutObjectCommand).rejects(new Error('SlowDown'))
    const url = host.add('bucket', { body: await picture(32, 32), type: 'image/jpeg' })
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({ external_profile_url: url, picture_key: null })
  })
})
