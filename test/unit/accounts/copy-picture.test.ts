// Copying profile pictures: which are copied, which are not, and that a failure stops nothing else.
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyPicture, MAX_PICTURE_BYTES, type Picture } from '../../../core/accounts/copy-picture.ts'
import { ENV } from '../../../core/contract.ts'
import { uuid } from '../../support/domain.ts'
import { mediaHost, picture } from '../fake-platforms/support.ts'

const s3 = mockClient(S3Client)
const nothing = { id: uuid(900), external_profile_url: '', picture_key: null, picture_version: null }
const copied = {
  id: uuid(900),
  external_profile_url: 'https://platform.test/old.jpg',
  picture_key: 'profile/old.jpg',
  picture_version: '"old"',
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
      picture_version: null,
    })
    expect(puts()).toHaveLength(1)
  })
})

describe('a picture whose version the platform names', () => {
  const served = async (versions: { etag?: string; 'last-modified'?: string }, hue: number) => ({
    body: await picture(32, 32, 'jpeg', hue),
    type: 'image/jpeg',
    versions,
  })
  /** Copies it again, as the keeper does. */
  const again = async (before: Picture, url: string) => copyPicture({ id: uuid(900), ...before }, 'instagram', url)

  it.each([
    ['ETag', { etag: '"v1"' }],
    ['weak ETag', { etag: 'W/"v1"' }],
    ['date', { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }],
  ])('is not sent again while it is the same: %s, whatever signs the address', async (name, versions) => {
    const file = `${encodeURIComponent(name)}.jpg`
    // If it were sent again, another picture would be copied.
    const [first, second] = [await served(versions, 10), await served(versions, 200)]
    const copied = await copyPicture(nothing, 'instagram', host.add(`${file}?sig=1`, first))
    const url = host.add(`${file}?sig=2`, second)
    expect(await again(copied, url)).toEqual({ ...copied, external_profile_url: url })
    expect(puts()).toHaveLength(1)
  })

  it('is copied again when it is of another version', async () => {
    const copied = await copyPicture(nothing, 'instagram', host.add('v.jpg', await served({ etag: '"v1"' }, 10)))
    const next = await again(copied, host.add('v.jpg', await served({ etag: '"v2"' }, 200)))
    expect(next).toMatchObject({ picture_version: '"v2"' })
    expect(next.picture_key).not.toBe(copied.picture_key)
  })

  it('is copied again from another file, though that one is older', async () => {
    const dated = (day: string) => ({ 'last-modified': `${day} Nov 2026 10:00:00 GMT` })
    const copied = await copyPicture(nothing, 'instagram', host.add('new.jpg', await served(dated('Tue, 03'), 10)))
    const next = await again(copied, host.add('old.jpg', await served(dated('Mon, 02'), 200)))
    expect(next.picture_key).not.toBe(copied.picture_key)
    // An address without the name of a file may lead to any.
    const shown = await again(next, host.add('picture?of=1', await served(dated('Tue, 03'), 10)))
    const last = await again(shown, host.add('picture?of=2', await served(dated('Mon, 02'), 200)))
    expect(last.picture_key).not.toBe(shown.picture_key)
  })

  it('is copied again if there is no copy, or none that is known to be of it', async () => {
    const url = host.add('lost.jpg', await served({ etag: '"v1"' }, 10))
    const copied = await copyPicture(nothing, 'instagram', url)
    expect(await again({ ...copied, picture_key: null }, url)).toEqual(copied)
    // The next address could not be fetched: the version is not that of the stored picture.
    const gone = await again(copied, host.add('gone.jpg', { body: Buffer.alloc(0), type: 'text/plain', status: 403 }))
    expect(gone).toMatchObject({ picture_key: copied.picture_key, picture_version: null })
  })

  it.each([`"${'v'.repeat(300)}"`, '"v\u00e9"', '"a" "b"'])('no version is kept that is none: %j', async (etag) => {
    const url = host.add('odd.jpg', await served({ etag }, 10))
    expect(await copyPicture(nothing, 'instagram', url)).toMatchObject({ picture_version: null })
  })
})

describe('what is not a picture, or cannot be fetched,', () => {
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
    expect(await copyPicture(copied, 'instagram', url)).toEqual({
      external_profile_url: url,
      picture_key,
      picture_version: null,
    })
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({
      external_profile_url: url,
      picture_key: null,
      picture_version: null,
    })
    expect(puts()).toEqual([])
  })

  it('an address inside the network is not called, unless the platform itself is there', async () => {
    const url = host.add('inside', { body: await picture(32, 32), type: 'image/jpeg' })
    expect(await copyPicture(nothing, 'threads', url)).toMatchObject({ picture_key: null })
    expect(await copyPicture(nothing, 'instagram', url)).toMatchObject({ picture_key: expect.any(String) })
  })

  it.each(['', 'not an address', 'file:///etc/passwd'])('%j changes nothing', async (url) => {
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({
      external_profile_url: '',
      picture_key: null,
      picture_version: null,
    })
  })

  it('a bucket that does not answer stops nothing', async () => {
    s3.on(PutObjectCommand).rejects(new Error('SlowDown'))
    const url = host.add('bucket', { body: await picture(32, 32), type: 'image/jpeg' })
    expect(await copyPicture(nothing, 'instagram', url)).toEqual({
      external_profile_url: url,
      picture_key: null,
      picture_version: null,
    })
  })
})
