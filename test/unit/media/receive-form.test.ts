// Forms that are made to break the parser, or to keep it waiting: each is answered, at once.
import { Busboy } from '@fastify/busboy'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../core/errors.ts'
import { receiveForm } from '../../../core/media/receive-form.ts'

const BOUNDARY = 'x-boundary-x'
const END = `--${BOUNDARY}--\r\n`
/** More than the streams inside the parser hold, and than one piece of the body. */
const LONG = 'a'.repeat(200_000)

const part = (head: string, content: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`
const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`
const FILE = part(disposition('name="file"; filename="a.txt"'), 'hello')

const receive = (body: string) =>
  receiveForm(Buffer.from(body, 'latin1'), `multipart/form-data; boundary=${BOUNDARY}`).catch((error: unknown) => error)

async function refused(body: string, message: RegExp): Promise<void> {
  const answer = await receive(body)
  expect(answer).toBeInstanceOf(AppError)
  expect(answer).toMatchObject({ code: 'malformed_multipart', message: expect.stringMatching(message) })
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a part that is passed over, longer than what the parser holds,', () => {
  const SKIPPED: [name: string, head: string][] = [
    ['without a Content-Disposition', 'X-Other: y'],
    ['without any header', ''],
    ['with another disposition', 'Content-Disposition: attachment; name="file"; filename="a"'],
    ['with a CR in its name', disposition('name="fi\rle"; filename="a"')],
    ['with an LF in its file name', disposition('name="file"; filename="a\nb"')],
    ['with a line that is no header', `nonsense\r\n${disposition('name="file"; filename="a"')}`],
  ]
  it.each(SKIPPED)('%s is refused, first or last', async (_, head) => {
    await refused(part(head, LONG) + FILE + END, /no readable head/)
    await refused(FILE + part(head, LONG) + END, /no readable head/)
    await refused(part(head, LONG).repeat(3) + END, /no readable head/)
  })

  it('is refused as a short one is', async () => {
    await refused(FILE + part('X-Other: y', 'short') + END, /no readable head/)
  })

  it('that never ends its head is refused', async () => {
    await refused(`--${BOUNDARY}\r\n${LONG}\r\n${END}`, /no readable head/)
  })
})

describe('more than a form may have, each longer than what the parser holds:', () => {
  it.each([
    ['a sixth file', part(disposition('name="file"; filename="a"'), LONG), 6],
    ['a 21st field', part(disposition('name="title"'), LONG), 21],
    ['a 26th part', part('X-Other: y', LONG), 26],
  ])('%s is refused', async (_, one, times) => {
    await refused(one.repeat(times) + END, /too many parts/)
    await refused(one.repeat(times + 30) + END, /too many parts/)
  })
})

describe('what is no part', () => {
  it('before the first and behind the last is passed over, however long', async () => {
    expect(await receive(`${LONG}\r\n${FILE}${END}`)).toMatchObject({ file: { bytes: Buffer.from('hello') } })
    expect(await receive(`${FILE}${END}${LONG}`)).toMatchObject({ file: { bytes: Buffer.from('hello') } })
    expect(await receive(`${FILE}${END}\r\n--${BOUNDARY}\r\n${LONG}`)).toMatchObject({ file: { name: 'a.txt' } })
  })

  it('alone is refused', async () => {
    await refused(LONG, /cut short or broken/)
  })
})

it('keeps the bytes of a file as they are, across pieces', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 31) % 251))
  for (const length of [16_200, 16_384, 32_768, 65_536, 100_000]) {
    const content = bytes.subarray(0, length).toString('latin1')
    const form = await receive(part(disposition('name="file"; filename="a"'), content) + END)
    expect((form as { file: { bytes: Buffer } }).file.bytes.equals(bytes.subarray(0, length))).toBe(true)
  }
})

it.each([
  ['say %22hi%22%0D%0A.txt', 'say "hi"\r\n.txt'],
  ['100%25 %2F %41 %.txt', '100%25 %2F %41 %.txt'],
])('reads the file name %j as browsers write it', async (written, name) => {
  const form = await receive(part(disposition(`name="file"; filename="${written}"`), 'hello') + END)
  expect(form).toMatchObject({ file: { name } })
})

it.each([
  // EUC-KR, as a program on a Korean Windows may send it.
  [part(disposition('name="title"'), '\xbe\xc8\xb3\xe7'), 'invalid_format', 'title is not encoded in UTF-8.'],
  [
    part(disposition('name="title"; filename="t.txt"'), 'T'),
    'invalid_type',
    'title must be a text field: send it without a filename.',
  ],
  [
    part(disposition('name="title"'), 'x'.repeat(20_000)),
    'too_long',
    'title has more than 16384 bytes; at most 255 characters are allowed.',
  ],
])('says what is wrong with a text', async (text, code, message) => {
  const answer = (await receive(FILE + text + END)) as AppError
  expect(answer.issues).toEqual([{ code, path: 'title', message }])
})

it('takes the sign for what could not be read where it was sent', async () => {
  const sign = Buffer.from('a \ufffd b').toString('latin1')
  expect(await receive(FILE + part(disposition('name="title"'), sign) + END)).toMatchObject({ title: 'a \ufffd b' })
})

it('shows no more of a field name than a reader needs', async () => {
  const answer = (await receive(part(disposition(`name="${'n'.repeat(10_000)}"`), 'x') + FILE + END)) as AppError
  expect(answer.issues).toMatchObject([{ code: 'unknown_field', path: 'n'.repeat(200) }])
  expect(answer.issues[0]!.message.length).toBeLessThan(300)
})

it('is given up after seconds when the parser does not go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Busboy.prototype, 'write').mockReturnValue(false)
  const answer = receive(FILE + END)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toMatchObject({ code: 'malformed_multipart', message: expect.stringContaining('10 seconds') })
})

describe('whatever the bytes', () => {
  const text = fc.constantFrom('', 'x', 'ä\xff\0', '\r\n', '--', LONG, LONG.slice(0, 65_536), LONG.slice(0, 16_384))
  const piece = fc.oneof(
    text,
    fc.constantFrom(FILE, END, `--${BOUNDARY}`, `\r\n--${BOUNDARY}`, `--${BOUNDARY}--`, '\r\n\r\n', '\r'),
    fc
      .record({
        name: fc.constantFrom('file', 'title', 'description', 'other', '', 'fi\rle', 'fi\nle', 'a"b', '\\'),
        file: fc.option(fc.constantFrom('a.txt', '', 'a\r.txt', "UTF-8''%E5", '"')),
        kind: fc.constantFrom('form-data', 'attachment', 'FORM-DATA', ''),
        more: fc.constantFrom('', '\r\nContent-Type: image/png', '\r\nContent-Type: ;', '\r\nbroken', `\r\nX: ${LONG}`),
        content: text,
      })
      .map(({ name, file, kind, more, content }) => {
        const fileName = file === null ? '' : `; filename="${file}"`
        return part(`Content-Disposition: ${kind}; name="${name}"${fileName}${more}`, content)
      }),
  )

  it('there is an answer at once: the form, or what is wrong with it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const answer = await receive(pieces.join(''))
        if (answer instanceof Error) {
          expect(answer).toBeInstanceOf(AppError)
          expect(answer.message).not.toContain('seconds')
        } else expect(answer).toMatchObject({ file: { bytes: expect.any(Buffer) } })
      }),
      { numRuns: 1000 },
    )
  }, 60_000)
})
