// Every limit of the specification at its boundary and one past it, on every endpoint and platform mix.
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { captionOf } from '../../../core/platforms/caption-length.ts'
import type { PostType } from '../../../core/platforms/enumerations.ts'
import type { ProviderName } from '../../../core/platforms/providers.ts'
import { checkPost } from '../../../core/posts/rules/check-post.ts'
import { scheduleProblem } from '../../../core/posts/rules/post.ts'
import { type PostRequest, postRequest, ScheduledAt } from '../../../core/posts/rules/post-request.ts'
import { issuesOf } from '../../../functions/chain/issues.ts'
import { accountOf, mediaOf, uuid } from '../../support/domain.ts'

const NOW = Date.UTC(2026, 10, 21)
const MB = 1024 * 1024
const DAY = 24 * 3_600_000

interface Setting {
  type: PostType
  on: readonly ProviderName[]
  media: readonly Media[]
  change?: Record<string, unknown>
}

/** The service's answer: codes with paths, or nothing where it accepts. */
function verdict({ type, on, media, change = {} }: Setting) {
  const accounts = on.map((provider, at) => accountOf({ id: uuid(900 + at), provider }))
  const body: Record<string, unknown> = {
    ...(type === 'feed' ? { title: 'A title' } : {}),
    ...(type === 'text' ? { content: 'Words' } : {}),
    ...(media.length > 0 ? { media: { media_asset_ids: media.map(({ id }) => id) } } : {}),
    accounts: accounts.map(({ id }) => id),
    ...change,
  }
  const parsed = postRequest(type).safeParse(body)
  if (!parsed.success) return { issues: issuesOf(parsed.error, body, 'body'), skipped: [], warned: [] }
  const request = parsed.data as PostRequest
  const checked = checkPost({
    type,
    caption: captionOf(request),
    account_ids: request.accounts,
    media_ids: request.media?.media_asset_ids ?? [],
    accounts: new Map(accounts.map((account) => [account.id, account])),
    media: new Map(media.map((asset) => [asset.id, asset])),
    accountProblem: () => undefined,
  })
  const problem = scheduleProblem(request.scheduled_at as number | undefined, NOW)
  return {
    issues: problem
      ? [...checked.issues, { code: 'invalid_schedule', path: 'scheduled_at', message: problem }]
      : checked.issues,
    skipped: checked.skipped.map((account: Account) => account.provider),
    warned: checked.targets.filter((target) => target.caption_problem).map((target) => target.platform),
  }
}

const images = (count: number, size = MB) =>
  Array.from({ length: count }, (_, at) => mediaOf({ id: uuid(at), content_type: 'image/jpeg', size_bytes: size }))
const video = (size = MB, content_type = 'video/mp4', id = 500) =>
  mediaOf({ id: uuid(id), content_type, size_bytes: size })
const audio = mediaOf({ id: uuid(600), content_type: 'audio/mpeg', size_bytes: MB })
const document = mediaOf({ id: uuid(601), content_type: 'application/pdf', size_bytes: MB })
const sized = (width: number, height: number, content_type = 'image/png') =>
  mediaOf({ id: uuid(width), content_type, size_bytes: MB, width, height })
const letters = (count: number) => 'x'.repeat(count)
const tags = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)

const IG = ['instagram'] as const
const TH = ['threads'] as const
const BOTH = ['instagram', 'threads'] as const
const media = 'media.media_asset_ids'

type Row = [label: string, setting: Setting, expected: string[]]
const ok: string[] = []

const contentRows = (['feed', 'reels', 'stories', 'text'] as const).flatMap((type): Row[] => {
  const most = { feed: 2000, reels: 2200, stories: 500, text: 2000 }[type]
  const mostTags = { feed: 30, reels: 30, stories: 10, text: 30 }[type]
  const on = type === 'text' ? TH : IG
  const with_ = type === 'text' ? [] : type === 'reels' ? [video()] : images(1)
  const row = (label: string, change: Record<string, unknown>, expected: string[]): Row => [
    `${type}: ${label}`,
    { type, on, media: with_, change },
    expected,
  ]
  return [
    row(`${most} characters`, { content: letters(most) }, ok),
    row(`${most + 1} characters`, { content: letters(most + 1) }, ['too_long content']),
    row(`${most} characters of four bytes`, { content: '😀'.repeat(most) }, ok),
    row(`${most + 1} characters of four bytes`, { content: '😀'.repeat(most + 1) }, ['too_long content']),
    row('the character U+0000', { content: 'a\0b' }, ['invalid_format content']),
    row('a title with the character U+0000', { title: 'a\0b' }, ['invalid_format title']),
    row('a hashtag with the character U+0000', { hashtags: ['a\0b'] }, ['invalid_format hashtags[0]']),
    row('composed after NFC to the limit', { content: 'e\u0301'.repeat(most) }, ok),
    row(`${mostTags} hashtags`, { hashtags: tags(mostTags) }, ok),
    row(`${mostTags + 1} hashtags`, { hashtags: tags(mostTags + 1) }, ['too_long hashtags']),
    row('no hashtags', { hashtags: [] }, ok),
    row('a hashtag with a space', { hashtags: ['ok', 'not ok'] }, ['invalid_format hashtags[1]']),
    row('a hashtag of 100 characters after NFC', { hashtags: ['e\u0301'.repeat(100)] }, ok),
    row('a hashtag of 101 characters', { hashtags: [letters(101)] }, ['too_long hashtags[0]']),
    row('a hashtag that is only #', { hashtags: ['#'] }, ['invalid_format hashtags[0]']),
    row('a hashtag with a # inside', { hashtags: ['a#b'] }, ['invalid_format hashtags[0]']),
    row('an empty hashtag', { hashtags: [''] }, ['invalid_format hashtags[0]']),
    row('a hashtag that is a number', { hashtags: [7] }, ['invalid_type hashtags[0]']),
    row('a title of 1', { title: 'x' }, ok),
    row('a title of 100', { title: letters(100) }, ok),
    row('a title of 101', { title: letters(101) }, ['too_long title']),
    row('an empty title', { title: '' }, ['too_short title']),
    row('a title of white space', { title: '   ' }, ['too_short title']),
    row('no accounts', { accounts: [] }, ['too_short accounts']),
    row('accounts missing', { accounts: undefined }, ['required accounts']),
    row('an account that is no UUID', { accounts: ['x'] }, ['invalid_format accounts[0]']),
    row('an account twice', { accounts: [uuid(900), uuid(900)] }, ['duplicate accounts[1]']),
    row("an account that is not the caller's", { accounts: [uuid(1234)] }, ['unknown_account accounts[0]']),
    row('51 accounts', { accounts: Array.from({ length: 51 }, (_, at) => uuid(2000 + at)) }, ['too_long accounts']),
    row('a field nobody knows', { contents: 'x' }, ['unknown_field contents']),
    ...(type === 'stories'
      ? [row('a time', { scheduled_at: NOW + DAY }, ['unknown_field scheduled_at'])]
      : [
          row('a time later than now by 1 ms', { scheduled_at: NOW + 1 }, ok),
          row('the time that is now', { scheduled_at: NOW }, ['invalid_schedule scheduled_at']),
          row('365 days ahead', { scheduled_at: NOW + 365 * DAY }, ok),
          row('1 ms past 365 days ahead', { scheduled_at: NOW + 365 * DAY + 1 }, ['invalid_schedule scheduled_at']),
          row('an ISO time with an offset', { scheduled_at: '2026-12-01T10:00:00+09:00' }, ok),
          row('an ISO time without seconds', { scheduled_at: '2026-12-01T10:00+09:00' }, ok),
          row('an ISO time of UTC without seconds', { scheduled_at: '2026-12-01T10:00Z' }, ok),
          row('an ISO time with an offset as strftime writes it', { scheduled_at: '2026-12-01T10:00:00+0900' }, ok),
          row('an ISO time with an offset of hours', { scheduled_at: '2026-12-01T10:00:00.5-03' }, ok),
          row('a date', { scheduled_at: '2026-12-01' }, ['invalid_schedule scheduled_at']),
          row('a day that no month has', { scheduled_at: '2026-11-31T10:00:00Z' }, ['invalid_schedule scheduled_at']),
          row('an offset of 25 hours', { scheduled_at: '2026-12-01T10:00:00+2500' }, ['invalid_schedule scheduled_at']),
          row('an ISO time without an offset', { scheduled_at: '2026-12-01T10:00:00' }, [
            'invalid_schedule scheduled_at',
          ]),
          row('a time with a fraction', { scheduled_at: NOW + 1000.5 }, ['invalid_schedule scheduled_at']),
          row('a time that is an object', { scheduled_at: {} }, ['invalid_type scheduled_at']),
        ]),
  ]
})

const rows: Row[] = [
  ...contentRows,
  [
    'feed without a title',
    { type: 'feed', on: IG, media: images(1), change: { title: undefined } },
    ['required title'],
  ],
  ['feed without media', { type: 'feed', on: IG, media: [] }, ['required media']],
  [
    'feed with an empty list of media',
    { type: 'feed', on: IG, media: [], change: { media: { media_asset_ids: [] } } },
    [`media_count ${media}`],
  ],
  ['text without content', { type: 'text', on: TH, media: [], change: { content: undefined } }, ['required content']],
  ['text with empty content', { type: 'text', on: TH, media: [], change: { content: '' } }, ['too_short content']],
  [
    'text with media',
    { type: 'text', on: TH, media: [], change: { media: { media_asset_ids: [uuid(1)] } } },
    ['unknown_field media'],
  ],
  // Instagram: 1 to 10, mixed as one likes
  ['Instagram feed, 1 image', { type: 'feed', on: IG, media: images(1) }, ok],
  ['Instagram feed, 10 images', { type: 'feed', on: IG, media: images(10) }, ok],
  ['Instagram feed, 11 images', { type: 'feed', on: IG, media: images(11) }, [`media_count ${media}`]],
  ['Instagram feed, 1 video', { type: 'feed', on: IG, media: [video()] }, ok],
  ['Instagram feed, 9 images and a video', { type: 'feed', on: IG, media: [...images(9), video()] }, ok],
  [
    'Instagram feed, 10 images and a video',
    { type: 'feed', on: IG, media: [...images(10), video()] },
    [`media_count ${media}`],
  ],
  // Threads: 2 to 20 images, or 1 video
  ['Threads feed, 1 image', { type: 'feed', on: TH, media: images(1) }, [`media_count ${media}`]],
  ['Threads feed, 2 images', { type: 'feed', on: TH, media: images(2) }, ok],
  ['Threads feed, 20 images', { type: 'feed', on: TH, media: images(20) }, ok],
  ['any feed, 21 images', { type: 'feed', on: TH, media: images(21) }, [`media_count ${media}`]],
  ['Threads feed, 1 video', { type: 'feed', on: TH, media: [video()] }, ok],
  [
    'Threads feed, 2 videos',
    { type: 'feed', on: TH, media: [video(), video(MB, 'video/mp4', 501)] },
    [`media_count ${media}`],
  ],
  ['Threads feed, image and video', { type: 'feed', on: TH, media: [...images(1), video()] }, [`media_mixed ${media}`]],
  // Both at once: each account's rules hold
  ['both, 1 image', { type: 'feed', on: BOTH, media: images(1) }, [`media_count ${media}`]],
  ['both, 2 images', { type: 'feed', on: BOTH, media: images(2) }, ok],
  ['both, 10 images', { type: 'feed', on: BOTH, media: images(10) }, ok],
  ['both, 11 images', { type: 'feed', on: BOTH, media: images(11) }, [`media_count ${media}`]],
  ['both, image and video', { type: 'feed', on: BOTH, media: [...images(1), video()] }, [`media_mixed ${media}`]],
  ['both, 1 video', { type: 'feed', on: BOTH, media: [video()] }, ok],
  [
    'two of Instagram, 11 images: said once',
    { type: 'feed', on: ['instagram', 'instagram'], media: images(11) },
    [`media_count ${media}`],
  ],
  // Sizes
  ['Instagram feed, image of 8 MB', { type: 'feed', on: IG, media: images(1, 8 * MB) }, ok],
  [
    'Instagram feed, image of 8 MB and a byte',
    { type: 'feed', on: IG, media: images(1, 8 * MB + 1) },
    [`media_too_large ${media}[0]`],
  ],
  ['Threads feed, images of 50 MB', { type: 'feed', on: TH, media: images(2, 50 * MB) }, ok],
  [
    'Threads feed, images of 50 MB and a byte',
    { type: 'feed', on: TH, media: images(2, 50 * MB + 1) },
    [`media_too_large ${media}[0]`, `media_too_large ${media}[1]`],
  ],
  ['Instagram feed, video of 100 MB', { type: 'feed', on: IG, media: [video(100 * MB)] }, ok],
  [
    'Instagram feed, video of 100 MB and a byte',
    { type: 'feed', on: IG, media: [video(100 * MB + 1)] },
    [`media_too_large ${media}[0]`],
  ],
  ['Threads feed, video of 100 MB', { type: 'feed', on: TH, media: [video(100 * MB)] }, ok],
  [
    'Threads feed, video of 100 MB and a byte',
    { type: 'feed', on: TH, media: [video(100 * MB + 1)] },
    [`media_too_large ${media}[0]`],
  ],
  ['reel of 300 MB', { type: 'reels', on: IG, media: [video(300 * MB)] }, ok],
  [
    'reel of 300 MB and a byte',
    { type: 'reels', on: IG, media: [video(300 * MB + 1)] },
    [`media_too_large ${media}[0]`],
  ],
  ['story, image of 8 MB', { type: 'stories', on: IG, media: images(1, 8 * MB) }, ok],
  [
    'story, image of 8 MB and a byte',
    { type: 'stories', on: IG, media: images(1, 8 * MB + 1) },
    [`media_too_large ${media}[0]`],
  ],
  ['story, video of 100 MB', { type: 'stories', on: IG, media: [video(100 * MB)] }, ok],
  [
    'story, video of 100 MB and a byte',
    { type: 'stories', on: IG, media: [video(100 * MB + 1)] },
    [`media_too_large ${media}[0]`],
  ],
  // Kinds and formats
  ['reel with an image', { type: 'reels', on: IG, media: images(1) }, [`media_kind ${media}[0]`]],
  [
    'reel with two videos',
    { type: 'reels', on: IG, media: [video(), video(MB, 'video/mp4', 501)] },
    [`media_count ${media}`],
  ],
  ['reel as MOV', { type: 'reels', on: IG, media: [video(MB, 'video/quicktime')] }, ok],
  ['reel as WebM', { type: 'reels', on: IG, media: [video(MB, 'video/webm')] }, [`media_format ${media}[0]`]],
  [
    'reel without media',
    { type: 'reels', on: IG, media: [], change: { media: { media_asset_ids: [] } } },
    [`media_count ${media}`],
  ],
  ['story with audio', { type: 'stories', on: IG, media: [audio] }, [`media_kind ${media}[0]`]],
  ['story with two images', { type: 'stories', on: IG, media: images(2) }, [`media_count ${media}`]],
  ['feed with a document', { type: 'feed', on: IG, media: [document] }, [`media_kind ${media}[0]`]],
  ['feed with AVI', { type: 'feed', on: IG, media: [video(MB, 'video/x-msvideo')] }, [`media_format ${media}[0]`]],
  [
    'feed with a picture that nothing is made of',
    { type: 'feed', on: IG, media: [mediaOf({ id: uuid(602), content_type: 'image/bmp', size_bytes: MB })] },
    [`media_format ${media}[0]`],
  ],
  [
    'feed with a picture of 64 megapixels, and a drawing that says it has more',
    { type: 'feed', on: IG, media: [sized(8000, 8000), sized(10_000, 10_000, 'image/svg+xml')] },
    ok,
  ],
  [
    'feed with a picture of more than 64 megapixels',
    { type: 'feed', on: IG, media: [sized(8001, 8000)] },
    [`media_too_large ${media}[0]`],
  ],
  [
    'feed on several platforms with a picture of more than 64 megapixels, which is told once',
    { type: 'feed', on: ['instagram', 'threads', 'facebook', 'bluesky'], media: [sized(8001, 8000), ...images(1)] },
    [`media_too_large ${media}[0]`],
  ],
  [
    'feed with HEIC',
    { type: 'feed', on: IG, media: [mediaOf({ id: uuid(603), content_type: 'image/heic', size_bytes: MB })] },
    ok,
  ],
  [
    'a medium nobody has',
    { type: 'feed', on: IG, media: images(1), change: { media: { media_asset_ids: [uuid(77)] } } },
    [`unknown_media ${media}[0]`],
  ],
  [
    'a medium that is no UUID',
    { type: 'feed', on: IG, media: images(1), change: { media: { media_asset_ids: ['x'] } } },
    [`invalid_format ${media}[0]`],
  ],
  // smart_transform and container_id
  [
    'smart_transform off',
    {
      type: 'feed',
      on: IG,
      media: images(1),
      change: { media: { media_asset_ids: [uuid(0)], smart_transform: { enabled: false } } },
    },
    ok,
  ],
  [
    'smart_transform 1:1',
    {
      type: 'feed',
      on: IG,
      media: images(1),
      change: { media: { media_asset_ids: [uuid(0)], smart_transform: { enabled: true, aspect_ratio: '1:1' } } },
    },
    ok,
  ],
  [
    'smart_transform without a shape',
    {
      type: 'feed',
      on: IG,
      media: images(1),
      change: { media: { media_asset_ids: [uuid(0)], smart_transform: { enabled: true } } },
    },
    ['required media.smart_transform.aspect_ratio'],
  ],
  [
    'smart_transform 16:9',
    {
      type: 'feed',
      on: IG,
      media: images(1),
      change: { media: { media_asset_ids: [uuid(0)], smart_transform: { enabled: true, aspect_ratio: '16:9' } } },
    },
    ['invalid_value media.smart_transform.aspect_ratio'],
  ],
  [
    'smart_transform without enabled',
    { type: 'feed', on: IG, media: images(1), change: { media: { media_asset_ids: [uuid(0)], smart_transform: {} } } },
    ['required media.smart_transform.enabled'],
  ],
  [
    'a container_id',
    {
      type: 'feed',
      on: IG,
      media: images(1),
      change: { media: { media_asset_ids: [uuid(0)], container_id: uuid(5) } },
    },
    ok,
  ],
  [
    'a container_id that is no UUID',
    { type: 'feed', on: IG, media: images(1), change: { media: { media_asset_ids: [uuid(0)], container_id: 'x' } } },
    ['invalid_format media.container_id'],
  ],
  // Platforms that do not take the type
  ['text on Instagram alone', { type: 'text', on: IG, media: [] }, ['no_supported_account accounts']],
  ['reel on Threads alone', { type: 'reels', on: TH, media: [video()] }, ['no_supported_account accounts']],
  ['story on Threads alone', { type: 'stories', on: TH, media: images(1) }, ['no_supported_account accounts']],
  ['feed on YouTube alone', { type: 'feed', on: ['youtube'], media: images(1) }, ['no_supported_account accounts']],
  [
    'feed on X and YouTube',
    { type: 'feed', on: ['x', 'youtube'], media: images(1) },
    ['no_supported_account accounts'],
  ],
]

describe('limits of a post', () => {
  it.each(rows)('%s', (_label, setting, expected) => {
    const found = verdict(setting).issues.map(({ code, path }) => [code, path].filter(Boolean).join(' '))
    expect(found).toEqual(expected)
  })

  it('covers at least a hundred limits', () => expect(rows.length).toBeGreaterThanOrEqual(100))

  it('names the platforms that take a post as a list is written', () => {
    const [issue] = verdict({ type: 'text', on: IG, media: [] }).issues
    expect(issue?.message).toMatch(/it is supported on \w+(, \w+)* and \w+; Instagram @/)
    expect(issue?.message.match(/ and /g)).toHaveLength(1)
  })

  it('reports all issues together, each with a sentence that says rule and value', () => {
    const { issues } = verdict({
      type: 'feed',
      on: IG,
      media: images(1),
      change: { title: letters(101), hashtags: ['a b'], content: letters(2001) },
    })
    expect(issues.map(({ path }) => path)).toEqual(['title', 'content', 'hashtags[0]'])
    expect(issues[0]!.message).toBe('title has 101 characters; at most 100 are allowed.')
  })

  it('skips accounts of platforms that do not take the type, and goes on with the others', () => {
    expect(verdict({ type: 'text', on: BOTH, media: [] })).toEqual({ issues: [], skipped: ['instagram'], warned: [] })
    expect(verdict({ type: 'stories', on: BOTH, media: images(1) })).toMatchObject({ issues: [], skipped: ['threads'] })
  })

  it('does not measure the text of a story, which no platform is sent', () => {
    const change = { content: '😀'.repeat(500), hashtags: Array.from('abcdefghij', (tag) => '😀'.repeat(99) + tag) }
    expect(verdict({ type: 'stories', on: ['instagram', 'facebook'], media: images(1), change })).toMatchObject({
      issues: [],
      warned: [],
    })
  })

  it.each([
    ['500 letters', letters(500), []],
    ['501 letters', letters(501), ['threads']],
    ['125 emoji of four bytes', '👍'.repeat(125), []],
    ['126 emoji of four bytes', '👍'.repeat(126), ['threads']],
  ])('warns of a caption that Threads will not take: %s', (_label, content, warned) => {
    expect(verdict({ type: 'feed', on: BOTH, media: images(2), change: { content } })).toMatchObject({
      issues: [],
      warned,
    })
  })

  it('counts hashtags into the caption: content, a blank line, tags', () => {
    const content = letters(498)
    expect(verdict({ type: 'text', on: TH, media: [], change: { content } }).warned).toEqual([])
    expect(verdict({ type: 'text', on: TH, media: [], change: { content, hashtags: ['a'] } }).warned).toEqual([
      'threads',
    ])
    expect(captionOf({ content: 'Hello', hashtags: ['#a', '#b'] })).toBe('Hello\n\n#a #b')
    expect(captionOf({ hashtags: ['#a'] })).toBe('#a')
    expect(captionOf({ content: 'Hello' })).toBe('Hello')
  })

  it('sends a caption as it was written', () => {
    expect(captionOf({ content: 'e\u0301', hashtags: ['#e\u0301'] })).toBe('e\u0301\n\n#e\u0301')
  })

  it.each([
    ['threads', [video(), video(MB, 'video/mp4', 501)], 'takes exactly 1 video; 2 videos were sent.'],
    ['threads', images(1), 'takes 2 to 20 images; 1 image was sent.'],
    ['instagram', [video(), ...images(10)], 'takes 1 to 10 media files; 11 media files were sent.'],
  ] as const)('says how many media %s takes', (platform, media, message) => {
    const { issues } = verdict({ type: 'feed', on: [platform], media })
    expect(issues[0]!.message).toContain(message)
  })
})

describe('a time', () => {
  it.each([
    '2026-12-01T01:00:00Z',
    '2026-12-01T01:00Z',
    '2026-12-01T10:00+09:00',
    '2026-12-01T10:00:00+0900',
    '2026-12-01T10:00+09',
    '2026-11-30T21:30:00.000-0330',
  ])('is the same moment, written as %s', (time) => {
    expect(ScheduledAt.parse(time)).toBe(Date.UTC(2026, 11, 1, 1))
  })
})
