// A request that the API refuses by a rule that JSON Schema can express is refused by the document's schema too; one that it takes, both take.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { optionsRequest } from '../../../core/posts/rules/options-request.ts'
import { PageParameter } from '../../../functions/paging.ts'

type Json = Record<string, unknown>

const ID = '0f5a6c1e-52f4-4c2e-9a7b-2d1f0c9b7e11'
const BODY = { title: 'T', content: 'Text', media: { media_asset_ids: [ID] }, accounts: [ID] }
const threads = (options: Json) => ({ ...BODY, options: { threads: options } })
const instagram = (options: Json) => ({ ...BODY, options: { instagram: options } })

const feed = optionsRequest('feed')
let documented: ValidateFunction
let document: { paths: Record<string, Record<string, Json>>; components: Json }

beforeAll(() => {
  document = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json'), 'utf8'))
  const ajv = new Ajv2020({ strict: false })
  // The package is CommonJS: what it exports by default comes wrapped.
  ;(addFormats as unknown as { default: typeof addFormats.default }).default(ajv)
  for (const name of ['int64', 'binary']) ajv.addFormat(name, true)
  ajv.addSchema(document, 'api')
  const place = '/paths/~1v1~1posts~1feed/post/requestBody/content/application~1json/schema'
  documented = ajv.compile({ $ref: `api#${place}` })
})

describe('a post', () => {
  it.each<[string, Json]>([
    ['a poll', threads({ poll: { options: ['Yes', 'No'] } })],
    ['a topic', threads({ topic_tag: `# ${'x'.repeat(49)}` })],
    ['a topic of other letters', threads({ topic_tag: '😀'.repeat(50) })],
    ['a link', threads({ link_attachment: 'HTTPS://example.com/a?b=c' })],
    ['a thread of words, of media', threads({ thread: [{ content: 'More' }, { media: { media_asset_ids: [ID] } }] })],
    ['collaborators', instagram({ collaborators: ['one', '@two'], audio_name: ' a ', first_comment: 'Hi' })],
    ['the long form of media', { ...BODY, media: { items: [{ media_asset_id: ID }] } }],
    ['a shape that is off', { ...BODY, media: { media_asset_ids: [ID], smart_transform: { enabled: false } } }],
    ['hashtags with and without #', { ...BODY, hashtags: ['a', '#b', 'ключ'] }],
  ])('with %s is taken by both', (_, body) => {
    expect([feed.safeParse(body).success, documented(body)]).toEqual([true, true])
  })

  it.each<[string, Json]>([
    ['a choice of a poll that is empty', threads({ poll: { options: ['', 'No'] } })],
    ['a choice of a poll that is blank', threads({ poll: { options: [' ', 'No'] } })],
    ['the same choice twice', threads({ poll: { options: ['No', 'No'] } })],
    ['a topic that is too long', threads({ topic_tag: 'x'.repeat(51) })],
    ['a topic that is only a sign', threads({ topic_tag: '# ' })],
    ['a topic with a sign inside', threads({ topic_tag: 'a#b' })],
    ['a topic with a full stop', threads({ topic_tag: 'a.b' })],
    ['a topic of two lines', threads({ topic_tag: '\na' })],
    ['a link that is not https', threads({ link_attachment: 'http://example.com' })],
    ['a link with a password', threads({ link_attachment: 'https://me:secret@example.com' })],
    ['a part without content and media', threads({ thread: [{}] })],
    ['a part whose content is blank', threads({ thread: [{ content: ' ' }] })],
    ['an empty text attachment', threads({ text_attachment: { text: '' } })],
    ['a country twice', threads({ allowed_countries: ['KR', 'KR'] })],
    [
      'a style twice',
      threads({ text_attachment: { text: 'a', styles: [{ offset: 0, length: 1, styles: ['bold', 'bold'] }] } }),
    ],
    ['an empty name of the sound', instagram({ audio_name: '' })],
    ['an empty comment', instagram({ first_comment: '' })],
    ['a collaborator twice', instagram({ collaborators: ['one', 'one'] })],
    ['no media', { ...BODY, media: {} }],
    ['media in both forms', { ...BODY, media: { media_asset_ids: [ID], items: [{ media_asset_id: ID }] } }],
    ['a shape that is not named', { ...BODY, media: { media_asset_ids: [ID], smart_transform: { enabled: true } } }],
    ['a hashtag without a word', { ...BODY, hashtags: ['#'] }],
    ['a hashtag of two words', { ...BODY, hashtags: ['two words'] }],
    ['an account’s hashtag without a word', { ...BODY, per_account: { [ID]: { hashtags: [''] } } }],
    ['a moment beyond every calendar', { ...BODY, scheduled_at: 1e18 }],
    ['a moment of the video beyond what is exact', instagram({ thumb_offset_ms: 2 ** 53 })],
    ['a spoiler that begins beyond what is exact', threads({ spoiler_text: [{ offset: 2 ** 53, length: 1 }] })],
    ['a spoiler that ends beyond what is exact', threads({ spoiler_text: [{ offset: 0, length: 1e22 }] })],
  ])('with %s is refused by both', (_, body) => {
    expect([feed.safeParse(body).success, documented(body)]).toEqual([false, false])
  })
})

it('the greatest page stands in the document, and in the answer to a greater one', () => {
  const parameters = document.paths['/v1/media/users']!.get!.parameters as { name: string; schema: Json }[]
  const { maximum } = parameters.find(({ name }) => name === 'page')!.schema
  expect(PageParameter.safeParse(String(maximum)).success).toBe(true)
  const { error } = PageParameter.safeParse('1398565921802372352')
  expect(error?.issues[0]?.message).toBe(
    `page must be a whole number from 1 to ${maximum}; it is "1398565921802372352".`,
  )
  const long = PageParameter.safeParse('x'.repeat(3000)).error?.issues[0]?.message
  expect(long).toBe(`page must be a whole number at least 1; it is "${'x'.repeat(100)}…".`)
})

it('a form has the fields that it names and no other', () => {
  const body = document.paths['/v1/media']!.post!.requestBody as { content: Record<string, { schema: Json }> }
  const { schema } = body.content['multipart/form-data']!
  expect(schema).toMatchObject({ additionalProperties: false, properties: { file: { pattern: '^[\\s\\S]' } } })
  expect(['', '\n', 'a'].map((bytes) => /^[\s\S]/.test(bytes))).toEqual([false, true, true])
})

it('the pattern of a MIME type means the same in every engine: it has no class whose members depend on it', () => {
  const body = document.paths['/v1/media/uploads']!.post!.requestBody as {
    content: Record<string, { schema: { properties: { content_type: { pattern: string } } } }>
  }
  const { pattern } = body.content['application/json']!.schema.properties.content_type
  const outside = pattern.replace(/\[[^\]]*\]/g, '')
  expect(outside).not.toContain('.')
  expect(pattern).not.toContain('\\w')
  const taken = ['video/mp4', 'text/plain; charset=utf-8', 'video/mp4;a\rb', 'vidéo/mp4', 'video']
  expect(taken.map((type) => new RegExp(pattern, 'u').test(type))).toEqual([true, true, false, false, false])
})

it('has no alternatives beside fields, no word for a boolean, and no size that cuts a time: code generators trip over each', () => {
  const found: string[] = []
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null || /\/(examples?|enum)$/.test(at)) return
    const schema = value as Json
    if (schema.properties && (schema.anyOf ?? schema.oneOf)) found.push(`${at}: alternatives beside fields`)
    if (schema.type === 'boolean' && 'const' in schema) found.push(`${at}: the constant of a boolean`)
    if (Array.isArray(schema.type) && schema.type.length > 2) found.push(`${at}: more than two types`)
    if (schema.type === 'integer' && schema.maximum === undefined && schema.format === undefined && at.endsWith('_at'))
      found.push(`${at}: a time of unknown size`)
    for (const [name, inner] of Object.entries(schema)) look(inner, `${at}/${name}`)
  }
  look(document, '')
  expect(found).toEqual([])
})

it('gives the messages of webhooks no tag: with that of the operations, generators write them over these', () => {
  const { webhooks } = document as unknown as { webhooks: Record<string, { post: { tags?: string[] } }> }
  expect(Object.values(webhooks).flatMap(({ post }) => post.tags ?? [])).toEqual([])
})
