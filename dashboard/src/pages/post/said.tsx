// The request beside the text for all: alternative texts, options, and texts of single accounts.

import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { useAccountName } from '../../posts/account-names.ts'
import { useOptionWords } from '../../posts/option-words.ts'

type Options = NonNullable<Post['options']>
type Fact = readonly [name: string, value: string]

const ofPlatforms = (options: Options) =>
  Object.entries(options) as [keyof typeof PLATFORM_NAMES, Record<string, unknown>][]

const tagsOf = (hashtags: readonly string[]) => hashtags.map((tag) => `#${tag.replace(/^#/, '')}`).join(' ')

function Facts({ of, name }: { of: readonly Fact[]; name: string }) {
  return (
    <section className="said" aria-label={name}>
      <h2>{name}</h2>
      <dl>
        {of.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="post-text">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Nothing where the post has only a text for all. */
export function Said({ post: { options, per_account, media_items = [] } }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const nameOf = useAccountName()
  const words = useOptionWords()
  const factsOf = (said: Options): Fact[] =>
    ofPlatforms(said).flatMap(([platform, chosen]) =>
      Object.entries(chosen).map(
        ([option, value]): Fact => [`${words.nameOf(option)} (${PLATFORM_NAMES[platform]})`, words.inWords(value)],
      ),
    )
  const described = media_items.flatMap(({ alt_text, user_tags }, place): Fact[] => [
    ...(alt_text ? [[text.file(place + 1), alt_text] as const] : []),
    ...(user_tags?.length ? [[text.taggedIn(place + 1), words.inWords(user_tags)] as const] : []),
  ])
  const general = options === undefined ? [] : factsOf(options)
  return (
    <>
      {described.length > 0 && <Facts name={text.descriptions} of={described} />}
      {general.length > 0 && <Facts name={text.options} of={general} />}
      {Object.entries(per_account ?? {}).map(([account, own]) => (
        <Facts
          key={account}
          name={text.onlyFor(nameOf(account))}
          of={[
            ...(own.content === undefined ? [] : [[words.nameOf('content'), own.content || text.emptyText] as const]),
            ...(own.hashtags === undefined
              ? []
              : [[words.nameOf('hashtags'), tagsOf(own.hashtags) || text.noHashtags] as const]),
            ...(own.options === undefined ? [] : factsOf(own.options)),
          ]}
        />
      ))}
    </>
  )
}
