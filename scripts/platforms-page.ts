// docs/platforms/README.md: what each platform takes, made of the facts, and how it is connected and what happens in doubt, in its
// own words.
import { factsOf, inWords, PLATFORM_IDS, type PlatformId } from '../core/platforms/facts.ts'
import { optionsOf } from '../core/platforms/option-registry.ts'
import type { PlatformFacts, PlatformRule, Span } from '../core/platforms/platform-facts.ts'
import { PLATFORM_WORDS } from '../core/platforms/platform-words.ts'

const UNITS: Record<string, string> = {
  utf16_units: 'UTF-16 units',
  code_points: 'characters',
  graphemes: 'graphemes',
  utf8_bytes: 'UTF-8 bytes',
  threads: 'characters, an emoji by its bytes',
  x_weighted: 'weighted characters',
  mastodon: 'characters, a link as 23',
}

const number = (value: number): string => value.toLocaleString('en-US')
const MIB = 1024 * 1024
/** As the platform states it: in whole units of the one kind or the other. */
const megabytes = (bytes: number): string =>
  bytes % MIB === 0 ? `${number(bytes / MIB)} MiB` : `${number(Math.round(bytes / 100_000) / 10)} MB`
const counted = (span: Span, noun: string): string => `${spanOf(span)} ${noun}${span.max === 1 ? '' : 's'}`
const spanOf = ({ min, max }: Span): string => (min === max ? String(min) : `${min} to ${max}`)
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function takes(rule: PlatformRule | undefined): string {
  if (!rule) return '-'
  const parts = [
    ...(rule.images ? [`${counted(rule.images, 'image')}, ${megabytes(rule.maxImageBytes)} each`] : []),
    ...(rule.videos ? [`${counted(rule.videos, 'video')}, ${megabytes(rule.maxVideoBytes)} each`] : []),
  ]
  if (parts.length === 0) return 'text alone'
  return rule.mixed ? `${parts.join('; ')}; mixed up to ${rule.total.max}` : parts.join('; or ')
}

const textOf = ({ caption }: PlatformFacts): string =>
  [caption, ...(caption.also ?? [])]
    .map(({ max, counts }) => `${number(max)} ${UNITS[counts] ?? counts}`)
    .join(', and ')

const nameOf = (id: PlatformId): string => factsOf(id).display_name

/** @param pages names of platforms that have a page of their own. */
export function platformsPage(pages: ReadonlySet<string>): string {
  const linked = (id: PlatformId) => (pages.has(id) ? `[${nameOf(id)}](${id}.md)` : nameOf(id))
  const own = PLATFORM_IDS.some((id) => factsOf(id).sign_in.asks === 'host')
  return [
    '# Platforms',
    '',
    '<!-- Made by npm run docs from the facts of the platforms. -->',
    '',
    '## What each takes',
    '',
    table(
      ['Platform', 'Feed', 'Reels', 'Stories', 'Text', 'Length of the text', 'Posts a day'],
      PLATFORM_IDS.map((id) => {
        const facts = factsOf(id)
        const { feed, reels, stories, text } = facts.posts
        return [
          linked(id),
          takes(feed),
          takes(reels),
          takes(stories),
          takes(text),
          textOf(facts),
          number(facts.daily_posts),
        ]
      }),
    ),
    '',
    'Accounts of a platform that does not take a type are skipped, and the answer names them.',
    ...(own ? ['If accounts are on servers of their own, the limits of the server apply instead.'] : []),
    '',
    '## How an account is connected',
    '',
    table(
      ['Platform', 'Connecting', 'App, review, cost'],
      PLATFORM_IDS.map((id) => [linked(id), PLATFORM_WORDS[id].connect, PLATFORM_WORDS[id].app]),
    ),
    '',
    '## What happens in doubt',
    '',
    'When the answer to a publish call is lost, the post may be live. It is never published again on a guess.',
    '',
    table(
      ['Platform', 'What is done'],
      PLATFORM_IDS.map((id) => [linked(id), PLATFORM_WORDS[id].doubt]),
    ),
    '',
    '## Options, deletion, figures',
    '',
    table(
      ['Platform', 'Options', 'Deleting live posts', 'Figures'],
      PLATFORM_IDS.map((id) => {
        const options = Object.keys(optionsOf(id).rows).map((name) => `\`${name}\``)
        const { deletion, further_scopes, access_by = {} } = factsOf(id)
        const others = PLATFORM_IDS.filter((via) => access_by[via]?.deletion)
        return [
          linked(id),
          options.length === 0 ? '-' : options.join(', '),
          deletion
            ? `yes${deletion.daily === undefined ? '' : `, ${number(deletion.daily)} a day`}`
            : others.length > 0
              ? `only of accounts that are connected with ${inWords(others, 'or')} Login`
              : 'no',
          further_scopes?.insights ? 'yes' : 'no',
        ]
      }),
    ),
    '',
    'What each option does: [options](../options.md).',
    '',
  ].join('\n')
}
