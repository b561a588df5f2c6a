// File names, headers made of them, and what a file is taken for.
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { detectType, SNIFF_BYTES } from '../../../core/media/detect-type.ts'
import {
  attachment,
  dispositionName,
  folded,
  safeFileName,
  shownFileName,
  urlName,
} from '../../../core/media/rules/file-name.ts'
import { canonicalType, extensionOf, nameForType } from '../../../core/media/rules/media-types.ts'
import { sample } from './samples.ts'

describe('file names', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    [undefined, 'file'],
    ['a\u0000b\r\nc.jpg', 'abc.jpg'],
    ['gpj.\u202Eexe.txt', 'gpj.exe.txt'],
    ['zero\u200Bwidth.png', 'zerowidth.png'],
    ['a"b<c>.png', 'a_b_c_.png'],
    ['naïve 写真 사진.jpg', 'naïve 写真 사진.jpg'],
    ['cafe\u0301.jpg', 'café.jpg'],
    ['half\uD83D.jpg', 'half\uFFFD.jpg'],
    ['trailing. . ', 'trailing'],
    ['. .leading', 'leading'],
    ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(safeFileName(sent)).toBe(kept)
  })

  it.each([
    ['safe', safeFileName],
    ['shown', shownFileName],
  ])('are cut at 255 characters, and keep their extension: %s', (_, nameOf) => {
    const name = nameOf(`${'長'.repeat(400)}.jpeg`)
    expect([...name]).toHaveLength(255)
    expect(name.endsWith('.jpeg')).toBe(true)
  })

  it('are safe whatever was sent, and stay as they are when sent again', { tags: 'deep' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const kept = safeFileName(sent)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
        expect(kept).not.toMatch(/[\\/\x00-\x1f\x7f"]/)
        expect(kept.isWellFormed()).toBe(true)
        expect([...kept].length).toBeLessThanOrEqual(255)
        expect(safeFileName(kept)).toBe(kept)
      }),
    )
  })

  it.each([
    ['What? "Yes": 1<2 | *.png', 'What? "Yes": 1<2 | *.png'],
    ['C:\\Users\\me\\why?.jpg', 'why?.jpg'],
    ['gpj.\u202Eexe\u0000?.txt', 'gpj.exe?.txt'],
    ['cafe\u0301?.jpg', 'café?.jpg'],
    [`${'a'.repeat(254)} b`, 'a'.repeat(254)],
    ['. .', 'file'],
    ['', 'file'],
  ])('%j is shown as %j', (sent, shown) => {
    expect(shownFileName(sent)).toBe(shown)
  })

  it('get the extension of what the file is', () => {
    expect(nameForType('a.jpeg', 'image/jpeg')).toBe('a.jpeg')
    expect(nameForType('a.png', 'image/jpeg')).toBe('a.jpg')
    expect(nameForType('a', 'image/jpeg')).toBe('a.jpg')
    expect(nameForType('v1.2 final', 'video/mp4')).toBe('v1.2 final.mp4')
    expect(nameForType('a.xyz', 'application/x-xyz')).toBe('a.xyz')
  })
})

describe('Content-Disposition', () => {
  it('has both forms of a name', () => {
    expect(attachment('Größe "x".jpg')).toBe(
      `attachment; filename="Gro_e _x_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22.jpg`,
    )
  })

  it.each([
    ['가'.repeat(255), '가'.repeat(161)],
    [`${'가'.repeat(251)}.jpg`, `${'가'.repeat(160)}.jpg`],
    [`${'👩'.repeat(300)}.jpeg`, `${'👩'.repeat(120)}.jpeg`],
    // One character that is written as 18 in ASCII.
    ['\u{fdfa}'.repeat(255), '\u{fdfa}'.repeat(161)],
  ])('of the longest names fits into what S3 takes, with their beginning and their extension', (sent, kept) => {
    const header = attachment(safeFileName(sent))
    expect(header.length).toBeLessThanOrEqual(1800)
    expect(dispositionName(header)).toBe(kept)
  })

  it('of a name in plain ASCII has all of it', () => {
    const name = `${'a b'.repeat(83)}c.jpg`
    expect(attachment(name)).toContain(`filename="${name}"`)
    expect(dispositionName(attachment(name))).toBe(name)
  })

  it('cannot be broken out of, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const name = safeFileName(text)
        const header = attachment(name)
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/)
        expect(header.split('"')).toHaveLength(3)
        expect(dispositionName(header)).toBe(name)
      }),
    )
  })

  it.each([
    ['attachment; filename="a b.jpg"', 'a b.jpg'],
    ['attachment; filename=a.jpg', 'a.jpg'],
    ['inline; FILENAME="q\\"uote.jpg"', 'q"uote.jpg'],
    [`attachment; filename="x.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`, '写真.jpg'],
    [`attachment; filename*=iso-8859-1'en'%A3.txt`, '£.txt'],
    [`attachment; filename="\u00e5\u0086\u0099.jpg"`, '写.jpg'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    [undefined, undefined],
  ])('%j names %j', (header, name) => {
    expect(dispositionName(header)).toBe(name)
  })

  it('an address names the last part of its path', () => {
    expect(urlName(new URL('https://example.com/a/b%20c.jpg?x=y#z'))).toBe('b c.jpg')
    expect(urlName(new URL('https://example.com/%E5%86%99.png'))).toBe('写.png')
    expect(urlName(new URL('https://example.com/%ff.png'))).toBe('%ff.png')
    expect(urlName(new URL('https://example.com/'))).toBeUndefined()
  })
})

describe('search', () => {
  it.each([
    ['STRASSE', 'Straße'],
    ['ｆｕｌｌ', 'FULL width'],
    ['οδυσσευσ', 'ΟΔΥΣΣΕΥΣ'],
    ['café', 'CAFE\u0301'],
    ['사진', '가족 사진'],
    ['ﬁ', 'FINE'],
  ])('%j is found in %j', (wanted, title) => {
    expect(folded(title)).toContain(folded(wanted))
  })
})

describe('declared types', () => {
  it.each([
    ['image/jpg', 'image/jpeg'],
    ['IMAGE/PNG; charset=x', 'image/png'],
    ['video/avi', 'video/x-msvideo'],
    ['audio/x-wav', 'audio/wav'],
    ['audio/vnd.dlna.adts', 'audio/aac'],
    ['audio/x-m4b', 'audio/mp4'],
    ['application/octet-stream', undefined],
    ['nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ])('%j is %j', (declared, type) => {
    expect(canonicalType(declared)).toBe(type)
  })

  it('decide the extension', () => {
    expect(extensionOf('image/jpeg', 'x.png')).toBe('jpg')
    expect(extensionOf('application/vnd.ms-excel', 'x.xls')).toBe('xls')
    expect(extensionOf('application/octet-stream', 'x')).toBe('bin')
    expect(extensionOf('application/octet-stream', 'x.jpg')).toBe('bin')
  })
})

const picture = (format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer()
const utf8 = (text: string) => Buffer.from(text)

describe('what a file is', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('%s, whatever was declared', async (format) => {
    expect(await detectType(await picture(format), 'text/plain', 'a.txt')).toBe(`image/${format}`)
  })

  it.each(['', 'image/jpeg'])('a TIFF that tells what it holds at its end, declared as %j', async (declared) => {
    const large = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
      .tiff({ compression: 'none' })
      .toBuffer()
    expect(await detectType(large.subarray(0, SNIFF_BYTES), declared, 'a')).toBe('image/tiff')
  })

  it.each([
    ['picture.heic', 'image/heic'],
    ['video.mp4', 'video/mp4'],
    ['video.mov', 'video/quicktime'],
    ['video.webm', 'video/webm'],
    ['video.avi', 'video/x-msvideo'],
    ['video.mpeg', 'video/mpeg'],
    ['sound.mp3', 'audio/mpeg'],
    ['sound.wav', 'audio/wav'],
    ['sound.ogg', 'audio/ogg'],
  ])('%s is %s', async (name, type) => {
    expect(await detectType(sample(name), undefined, 'x')).toBe(type)
  })

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    [
      '\uFEFF<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg:svg/>',
      'image/svg+xml',
    ],
    ['<html><svg/></html>', 'text/plain'],
    ['<?xml version="1.0"?><note/>', 'text/plain'],
    ['hello', 'text/plain'],
    [`${'<!---->'.repeat(5000)}<p>`, 'text/plain'],
    ['<!-- never closed <svg>', 'text/plain'],
  ])('%j is %s', async (text, type) => {
    expect(await detectType(utf8(text), 'image/png', 'a.png')).toBe(type)
  })

  it('falls back to what was declared, then to the name', async () => {
    const noise = Buffer.from([0, 1, 2, 3, 255, 254, 0, 9])
    expect(await detectType(noise, 'application/x-thing', 'a.bin')).toBe('application/x-thing')
    expect(await detectType(noise, undefined, 'a.mpeg')).toBe('video/mpeg')
    expect(await detectType(noise, 'text/plain', 'a')).toBe('application/octet-stream')
    expect(await detectType(noise, undefined, 'a')).toBe('application/octet-stream')
    expect(await detectType(utf8('a,b'), 'text/csv', 'a')).toBe('text/csv')
    expect(await detectType(utf8('a,b'), undefined, 'a.csv')).toBe('text/csv')
    expect(await detectType(utf8('{}'), 'application/json', 'a')).toBe('application/json')
  })
})
