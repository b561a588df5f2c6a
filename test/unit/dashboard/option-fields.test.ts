// Every option that a platform has a row for can be asked for in the composer, and becomes what the API takes.
import { describe, expect, it, test } from 'vitest'
import { PLATFORM_IDS, type PlatformId } from '../../../core/platforms/facts.ts'
import { MAX_USER_TAGS } from '../../../core/platforms/instagram/options.ts'
import { MAX_PRODUCT_TAGS } from '../../../core/platforms/instagram/options-facebook.ts'
import { USUAL_POLL } from '../../../core/platforms/mastodon/options.ts'
import { optionFieldsOf } from '../../../core/platforms/option-fields.ts'
import { optionsOf } from '../../../core/platforms/option-registry.ts'
import type { Shape } from '../../../core/platforms/options.ts'
import bluesky from '../../../dashboard/src/i18n/en/bluesky.ts'
import facebook from '../../../dashboard/src/i18n/en/facebook.ts'
import instagram from '../../../dashboard/src/i18n/en/instagram.ts'
import mastodon from '../../../dashboard/src/i18n/en/mastodon.ts'
import optionsTexts from '../../../dashboard/src/i18n/en/options.ts'
import threadsTexts from '../../../dashboard/src/i18n/en/threads.ts'
import { captionsIn } from '../../../dashboard/src/pages/compose/options/captions-file.ts'
import { type OptionDraft, optionNames, saidOptions } from '../../../dashboard/src/pages/compose/post-options.ts'
import { fromRequest } from '../../../dashboard/src/platforms/option-back.ts'
import type { Kind, OptionTexts, Written } from '../../../dashboard/src/platforms/option-kinds.ts'
import { toRequest } from '../../../dashboard/src/platforms/option-request.ts'
import { PLATFORM_VIEWS } from '../../../dashboard/src/platforms/registry.ts'
import { connection } from '../../support/dashboard-samples.ts'

const TEXTS: Readonly<Record<PlatformId, OptionTexts>> = {
  instagram,
  threads: threadsTexts,
  bluesky,
  mastodon,
  facebook,
}

/** Options that the composer has no field for, each with the reason. */
const WITHOUT_FIELD: Partial<Record<PlatformId, Readonly<Record<string, string>>>> = {}

const ID = '0190f3c2-7a7e-7c3d-8f4e-2b1c9d5e6f70'
const CAPTION = 'Cherry tonic is back, and so is the terrace.'
const MEDIA = [
  { key: 'k1', asset: { id: ID } },
  { key: 'k2', asset: { id: ID } },
]

/** Something that somebody wrote in a field of each kind. */
const WRITTEN: { readonly [K in Kind]: Written[K] } = {
  words: 'en',
  list: 'mina.kim, coffee',
  choice: '',
  several: [],
  flag: true,
  yes_no: 'no',
  number: '1500',
  countries: ['KR', 'DE'],
  picture: ID,
  place: { id: '123456', name: 'Harbor Bakery' },
  poll: { options: ['Yes', 'No', ' '], seconds: 3600, multiple: true },
  thread: [
    { content: 'And more', media: [] },
    { content: '', media: [{ key: 'k', asset: { id: ID }, description: 'A cup' }] },
    { content: ' ', media: [] },
  ],
  hidden: ['terrace', 'tonic'],
  attachment: { text: 'A long text', link: 'https://example.com/', styles: [{ words: 'long', styles: ['bold'] }] },
  on_media: [{ medium: 'k2', named: '12345', x: 0.25, y: 1 }],
  focus: [{ medium: 'k2', x: -0.5, y: 1 }],
  captions: [{ lang: 'en', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' }],
  gif: 'a1B2',
  partnership: { label: true, sponsors: '123, 456' },
  audio: { id: '99', audio_volume: '50', video_volume: '' },
}

/** Words that an option of one line takes. */
const LINES: Readonly<Record<string, string>> = {
  topic_tag: 'Coffee',
  link_attachment: 'https://example.com/',
  link_card: 'https://example.com/',
  link: 'https://example.com/',
  'bluesky quote_post_id': 'https://bsky.app/profile/mina.example/post/3kabc',
  'bluesky reply_to_id': 'https://bsky.app/profile/mina.example/post/3kabc',
  quote_post_id: '123456',
  reply_to_id: '123456',
}

const rows = PLATFORM_IDS.flatMap((id) => Object.keys(optionsOf(id).rows).map((name) => [id, name] as const))

const fieldOf = (id: PlatformId, name: string) => PLATFORM_VIEWS[id].options[name]!

function writtenFor(id: PlatformId, name: string): unknown {
  const field = fieldOf(id, name)
  if (field.as === 'choice') return field.from[0]
  if (field.as === 'several') return field.from.slice(0, 1)
  if (field.as === 'list' && name === 'langs') return 'en, ko'
  if (field.as === 'words') return LINES[`${id} ${name}`] ?? LINES[name] ?? WRITTEN.words
  return WRITTEN[field.as]
}

const around = { caption: CAPTION, media: MEDIA }

describe('the options of platforms', () => {
  test('are more than fifty', () => {
    expect(rows.length).toBeGreaterThan(50)
  })

  it.each(rows)('of %s, %s has a field or a reason for none', (id, name) => {
    const reason = WITHOUT_FIELD[id]?.[name]
    expect(PLATFORM_VIEWS[id].options[name] !== undefined).toBe(reason === undefined)
  })

  it.each(rows)('of %s, %s is asked for where the API takes it', (id, name) => {
    const { shapes, facebook_login, counts } = optionsOf(id).rows[name]!
    const field = PLATFORM_VIEWS[id].options[name]!
    expect([...field.on]).toEqual([...shapes])
    expect([field.facebook_login, field.counts]).toEqual([facebook_login, counts])
  })

  it('have the limits of the API', () => {
    const { user_tags, product_tags } = PLATFORM_VIEWS.instagram.options
    expect([user_tags, product_tags]).toMatchObject([{ most: MAX_USER_TAGS }, { most: MAX_PRODUCT_TAGS }])
    const poll = { choices: USUAL_POLL.poll_options, characters: USUAL_POLL.poll_option_chars }
    expect(PLATFORM_VIEWS.mastodon.options.poll).toMatchObject(poll)
  })

  it.each(PLATFORM_IDS)('of %s are all that the composer asks for', (id) => {
    const fields = Object.keys(PLATFORM_VIEWS[id].options)
    expect(fields.filter((name) => optionsOf(id).rows[name] === undefined)).toEqual([])
    expect(PLATFORM_VIEWS[id].usual.filter((name) => !fields.includes(name))).toEqual([])
  })

  it.each(rows)('of %s, %s becomes what the API takes, and is shown again as it was', (id, name) => {
    const field = fieldOf(id, name)
    const value = toRequest(field, writtenFor(id, name), around)
    expect(value).toBeDefined()
    const read = optionFieldsOf(id)!.options.safeParse({ [name]: value })
    expect(read.error?.issues ?? []).toEqual([])
    const written = fromRequest(field, value, around)
    expect(written).toBeDefined()
    expect(toRequest(field, written, around)).toEqual(value)
  })

  it.each(rows)('of %s, %s has a name, and its values have words', (id, name) => {
    expect(optionsTexts.names).toHaveProperty(name)
    const field = fieldOf(id, name)
    if (field.as !== 'choice' && field.as !== 'several') return
    expect(Object.keys(TEXTS[id].values[name] ?? {})).toEqual(expect.arrayContaining([...field.from]))
  })

  it('take a place of which a draft of an earlier version has the id alone', () => {
    const places = rows.filter(([id, name]) => fieldOf(id, name).as === 'place')
    expect(places.length).toBeGreaterThan(0)
    for (const [id, name] of places) {
      expect(toRequest(fieldOf(id, name), '123456', around), name).toBe('123456')
      expect(toRequest(fieldOf(id, name), '', around), name).toBeUndefined()
    }
  })

  it('say nothing where nothing was written', () => {
    const nothing: Partial<Record<Kind, unknown>> = {
      words: ' ',
      list: ' , ',
      choice: '',
      several: [],
      flag: false,
      yes_no: '',
      number: '-1',
      thread: [{ content: ' ', media: [] }],
      poll: { options: ['', ' '] },
      hidden: ['not in it'],
      attachment: { text: ' ', link: '', styles: [] },
      on_media: [{ medium: 'gone', named: 'mina' }],
      focus: [{ medium: 'gone', x: 0, y: 0 }],
      place: { id: ' ', name: '' },
      gif: '',
      partnership: { label: false, sponsors: ' ' },
      audio: { id: '', audio_volume: '3', video_volume: '' },
    }
    for (const [id, name] of rows) {
      const field = fieldOf(id, name)
      if (nothing[field.as] !== undefined) expect(toRequest(field, nothing[field.as], around), name).toBeUndefined()
      expect(toRequest(field, undefined, around), name).toBeUndefined()
    }
  })
})

const asset = (content_type: string) => ({ id: ID, title: 'a', content_type, size_bytes: 1, download_url: '' })
const draft = (more: Partial<OptionDraft>): OptionDraft => ({ type: 'feed', media: [], options: {}, ...more })
const picture = { key: 'k1', asset: asset('image/jpeg') }
const threads = connection({ id: 't', platform: { name: 'threads', display_name: 'Threads' } }) as never
const own = connection({ id: 'i' }) as never
const byFacebook = connection({ id: 'f', connected_via: 'facebook' }) as never

describe('the options of a draft', () => {
  it('are those of the kind of post that results there', () => {
    const named = (more: Partial<OptionDraft>) => optionNames(draft(more), 'threads', [threads])
    expect(named({ type: 'text' })).toContain('poll')
    expect(named({ type: 'feed', media: [picture] })).not.toContain('poll')
    expect(named({ type: 'feed', media: [picture] })).toContain('spoiler_media')
    const shapes: Shape[] = ['image', 'carousel']
    for (const name of optionNames(draft({ media: [picture] }), 'instagram', [own]))
      expect(optionsOf('instagram').rows[name]!.shapes).toEqual(expect.arrayContaining([shapes[0]]))
  })

  it('of Facebook Login are asked for and said where an account has it, and to no other', () => {
    expect(optionNames(draft({ media: [picture] }), 'instagram', [own])).not.toContain('paid_partnership')
    expect(optionNames(draft({ media: [picture] }), 'instagram', [own, byFacebook])).toContain('paid_partnership')
    const options = { instagram: { paid_partnership: { label: true, sponsors: '' }, first_comment: 'Hello' } }
    const said = saidOptions(draft({ media: [picture], options }), [own, byFacebook], () => '')
    expect(said).toEqual({
      all: { instagram: { first_comment: 'Hello' } },
      own: { f: { instagram: { paid_partnership: { label: true } } } },
    })
  })

  it('that mark words of the text are said by each text', () => {
    const other = connection({ id: 't2', platform: { name: 'threads', display_name: 'Threads' } }) as never
    const said = saidOptions(
      draft({ type: 'text', options: { threads: { spoiler_text: ['tonic'] } } }),
      [threads, other],
      (id) => (id === 't' ? 'Cherry tonic' : 'A tonic'),
    )
    expect(said.own).toEqual({
      t: { threads: { spoiler_text: [{ offset: 7, length: 5 }] } },
      t2: { threads: { spoiler_text: [{ offset: 2, length: 5 }] } },
    })
    expect(said.all).toEqual({})
  })

  it('that do not fit what the post has become are kept and not said', () => {
    const options = { threads: { poll: { options: ['Yes', 'No'] } } }
    const said = (more: Partial<OptionDraft>) => saidOptions(draft({ options, ...more }), [threads], () => '')
    expect(said({ type: 'text' }).all).toEqual({ threads: { poll: { options: ['Yes', 'No'] } } })
    expect(said({ type: 'feed', media: [picture] })).toEqual({ all: {}, own: {} })
  })
})

it('takes captions in UTF-8 alone, as WebVTT has it: other letters would be lost', async () => {
  const cue = 'WEBVTT\n\n00:00.000 --> 00:01.000\nFür alle'
  expect(await captionsIn(new Blob([`\ufeff${cue}`]))).toBe(cue)
  expect(await captionsIn(new Blob([Buffer.from(cue, 'latin1')]))).toBe(undefined)
  expect(await captionsIn(new Blob(['1\n00:00:00,000 --> 00:00:01,000\nSubRip']))).toBe(undefined)
  expect(await captionsIn(new Blob([cue, ' '.repeat(20_000)]))).toBe(undefined)
})
