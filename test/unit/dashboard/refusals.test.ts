// Refusals of the service: each leads to the field of the page where it is put right.
import { PublisherError } from '@social-publisher/client'
import { describe, expect, it } from 'vitest'
import { PLATFORM_IDS } from '../../../core/platforms/facts.ts'
import { optionsOf } from '../../../core/platforms/option-registry.ts'
import { wrongEntry } from '../../../dashboard/src/pages/compose/options/wrong-part.ts'
import { placeOf, placesIn, refusalsIn } from '../../../dashboard/src/pages/compose/refusals.ts'

const ID = '0190f3c2-7a7e-7c3d-8f4e-2b1c9d5e6f70'
const medium = (key: string) => ({ key, asset: { id: key } as never })
const draft = { media: [medium('k1'), medium('k2')] }

describe('the place of a path', () => {
  it.each([
    ['options.bluesky.langs', 'options.bluesky.langs', ''],
    ['options.bluesky.langs[1]', 'options.bluesky.langs', '[1]'],
    ['options.threads.poll.options[2]', 'options.threads.poll', '.options[2]'],
    [`per_account.${ID}.options.instagram.location_id`, 'options.instagram.location_id', ''],
    [`per_account.${ID}.content`, `own.${ID}`, ''],
    ['media.items[1].alt_text', 'alternative.k2', ''],
    ['media.items[0].user_tags[1]', 'options.instagram.user_tags', ''],
    ['media.items[0].media_asset_id', 'media', ''],
    ['media.media_asset_ids[3]', 'media', ''],
    ['hashtags[3]', 'hashtags', ''],
    ['accounts[0]', 'accounts', ''],
    ['scheduled_at', 'scheduled_at', ''],
    ['options', 'options', ''],
    ['options.threads', 'options', ''],
    ['options.threads.unheard_of', 'options', ''],
    ['options.toString.constructor', 'options', ''],
    [`per_account.${ID}.hashtags`, 'accounts', ''],
  ])('%s is %s', (path, field, part) => {
    expect(placeOf(path, draft)).toEqual({ field, part })
  })

  it('is none for what the page has no field for', () => {
    for (const path of ['not_after', 'on_failure', '', 'type', 'titles'])
      expect(placeOf(path, draft), path).toBeUndefined()
    // A medium that is no more: the media.
    expect(placeOf('media.items[9].alt_text', draft)).toEqual({ field: 'media', part: '' })
  })

  const rows = PLATFORM_IDS.flatMap((id) => Object.keys(optionsOf(id).rows).map((name) => [id, name] as const))
  it.each(rows)('of %s, %s is its own field', (id, name) => {
    expect(placeOf(`options.${id}.${name}`, draft)?.field).toBe(`options.${id}.${name}`)
  })
})

const refused = (...errors: { code: string; path?: string; message: string }[]) =>
  new PublisherError(new Response(null, { status: 400 }), { success: false, message: errors[0]!.message, errors })

describe('a refusal in words', () => {
  const read = (error: unknown) =>
    refusalsIn(
      error,
      draft,
      (field) => (field.startsWith('options.') ? 'Poll on Threads' : undefined),
      (name) => name.toUpperCase(),
    )

  it('has the name of its field in place of the path', () => {
    const path = 'options.threads.poll.options[2]'
    const error = refused({ code: 'too_long', path, message: `${path} has 30 characters; at most 25 are allowed.` })
    expect(read(error)).toEqual([
      {
        sentence: 'Poll on Threads (OPTIONS 3) has 30 characters; at most 25 are allowed.',
        field: 'options.threads.poll',
        part: '.options[2]',
      },
    ])
  })

  it('is as the service said it where it names no field, or one without a name', () => {
    const error = refused(
      { code: 'required', path: 'title', message: 'title is required.' },
      { code: 'no_supported_account', message: 'None of the accounts takes it.' },
      { code: 'option_conflict', path: 'options.threads.poll', message: 'Not both.' },
    )
    expect(read(error)).toEqual([
      { sentence: 'title is required.', field: 'title', part: '' },
      { sentence: 'None of the accounts takes it.' },
      { sentence: 'Not both.', field: 'options.threads.poll', part: '' },
    ])
    expect(placesIn(error, draft).map((place) => place?.field)).toEqual(['title', undefined, 'options.threads.poll'])
  })

  it('has its rule in the language of the page where that has words for it, beside those of the service', () => {
    const words: Record<string, string> = { too_long: '너무 길거나 많습니다.' }
    const inWords = (code: string, what: string | undefined, told: string) =>
      words[code] && what && `${what}: ${words[code]} (${told})`
    const path = 'options.threads.poll.options[2]'
    const error = refused(
      { code: 'too_long', path, message: `${path} has 30 characters; at most 25 are allowed.` },
      { code: 'too_long', path: 'content', message: 'content: too many words.' },
      { code: 'rejected', path: 'title', message: 'title is odd.' },
    )
    const found = refusalsIn(
      error,
      draft,
      (field) => (field.startsWith('options.') ? 'Threads 투표' : field === 'content' ? '본문' : undefined),
      (name) => name,
      inWords,
    )
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'Threads 투표 (options 3): 너무 길거나 많습니다. (has 30 characters; at most 25 are allowed.)',
      '본문: 너무 길거나 많습니다. (too many words.)',
      'title is odd.',
    ])
  })

  it('counts the entries that it names as people do', () => {
    const path = 'options.threads.poll.options[2]'
    const error = refused(
      { code: 'duplicate', path, message: `${path}: options[2] repeats options[0].` },
      { code: 'duplicate', path: 'accounts[1]', message: 'accounts[1] repeats accounts[0]; name each account once.' },
      { code: 'invalid_value', message: 'thread[0].media[9] is a file [1] of nobody.' },
    )
    expect(read(error).map(({ sentence }) => sentence)).toEqual([
      'Poll on Threads (OPTIONS 3): OPTIONS 3 repeats OPTIONS 1.',
      'ACCOUNTS 2 repeats ACCOUNTS 1; name each account once.',
      'THREAD 1 MEDIA 10 is a file [1] of nobody.',
    ])
  })

  it('is found in a post that is sent for approval, too', () => {
    const message = 'options.threads.poll needs two choices.'
    const [found] = read(refused({ code: 'too_short', path: 'post.options.threads.poll', message }))
    expect(found).toEqual({ sentence: 'Poll on Threads needs two choices.', field: 'options.threads.poll', part: '' })
  })

  it('is none of other errors', () => {
    for (const error of [null, undefined, new Error('gone'), 'a word']) {
      expect(read(error)).toEqual([])
      expect(placesIn(error, draft)).toEqual([])
    }
  })
})

describe('the entry that a refusal names', () => {
  const isSaid = (words: string) => words !== ''
  it('is counted without those that say nothing', () => {
    expect(wrongEntry('[1].content', ['', 'one', '', 'two'], isSaid)).toBe(3)
    expect(wrongEntry('.options[0]', ['', 'one'], isSaid)).toBe(1)
  })

  it('is the first that says something where it names none, and none where nothing is refused', () => {
    expect(wrongEntry('', ['', 'one', 'two'], isSaid)).toBe(1)
    expect(wrongEntry('[7]', ['', ''], isSaid)).toBe(0)
    expect(wrongEntry(undefined, ['one'], isSaid)).toBe(-1)
  })
})
