// What a platform's refusal means for a post. Pure. The same answer means something else where the post asks for more than being
// published, names other posts, or has a card; the platforms' rows say which options do that.
import type { PlatformId } from '../../platforms/facts.ts'
import { optionsOf } from '../../platforms/option-registry.ts'
import { isAskedFor, type OptionRow } from '../../platforms/options.ts'
import type { PlatformError } from '../../platforms/outcome.ts'
import { providerNamed } from '../../platforms/providers.ts'
import { captionFor, optionsFor, type PostContent } from './account-content.ts'
import { captionProblemOf } from './check-post.ts'
import { VISIBLE_MS } from './pace.ts'

/** The thing that the refused call was to make, or to publish. */
export interface Refused {
  platform: PlatformId
  account_id: string
  /** The post, or the part of a thread. */
  post: PostContent
  /** The part of a thread, from 0. */
  part: number
  /** When everything that the post names was known to be there, Unix ms. */
  known_at: number
  /** The missing thing may be another: the container that is published, or children that were not made again. */
  other_missing: boolean
}

const given = ({ platform, account_id, post }: Refused, wanted: (row: OptionRow) => unknown): [string, unknown][] =>
  Object.entries(optionsFor(post, account_id, platform)).filter(([name, value]) => {
    const row = optionsOf(platform).rows[name]
    return row !== undefined && isAskedFor(value) && wanted(row)
  })

/** The post with the links of its cards in its text. */
export function linkInText<Content extends PostContent>(
  post: Content,
  accountId: string,
  platform: PlatformId,
): Content {
  const { rows } = optionsOf(platform)
  const options = Object.entries(optionsFor(post, accountId, platform))
  const links = options.flatMap(([name, value]) => (rows[name]?.card ? [String(value)] : []))
  const caption = captionFor(post, accountId)
  return {
    ...post,
    caption: [caption, ...links.filter((link) => !caption.includes(link))].filter((text) => text !== '').join('\n\n'),
    per_account: undefined,
    options: { [platform]: Object.fromEntries(options.filter(([name]) => !rows[name]?.card)) },
  }
}

/** A missing permission that publishing does without is about this post, and says nothing of the account. */
function ofPermission(refused: Refused, error: PlatformError): PlatformError {
  const asking = given(refused, ({ scope, step }) => scope !== undefined && !step)
  if (asking.length === 0) return error
  const { display_name } = providerNamed(refused.platform)
  const { rows } = optionsOf(refused.platform)
  const needs = asking.map(([name]) => `${name} needs the permission ${rows[name]!.scope}`).join(', ')
  const advice = `${display_name} did not permit a part of the post: ${needs}. Connect the account again and grant it, or post without.`
  return { ...error, class: 'permission', advice }
}

/** A post that is answered or quoted becomes visible a while after it was made; one that is missing after that is gone. */
function ofReference(refused: Refused, error: PlatformError, now: number): PlatformError {
  const named = given(refused, ({ refers }) => refers)
  if (named.length === 0 || refused.other_missing || now - refused.known_at < VISIBLE_MS) return error
  const { display_name } = providerNamed(refused.platform)
  const ids = named.map(([name, id]) => `${name} ${String(id)}`).join(' and ')
  const advice =
    refused.part > 0
      ? `${display_name} no longer has the post that part ${refused.part + 1} of the thread answers. Live parts stay. Create a new post with the rest, and set reply_to_id to a post that exists if it should answer one.`
      : `${display_name} has no post that the account can see for ${ids}: it was deleted, or the id is wrong. Post again with another id, or without.`
  return { ...error, class: 'permanent', advice }
}

function ofCard(refused: Refused, error: PlatformError): PlatformError {
  const { platform, account_id, post } = refused
  const { display_name } = providerNamed(platform)
  if (given(refused, ({ card }) => card).length === 0) {
    const advice = `${display_name} cannot build a card of the link: post it with another link, or without.`
    return { ...error, class: 'permanent', advice }
  }
  if (captionProblemOf(platform, captionFor(linkInText(post, account_id, platform), account_id)) === undefined)
    return error
  const advice = `${display_name} cannot build the link's card, and the text has no room for the link: post it with a shorter text, or another link.`
  return { ...error, class: 'permanent', advice }
}

/** The error as it is to be taken for this post. */
export function inLightOf(refused: Refused, error: PlatformError, now: number): PlatformError {
  if (error.class === 'reconnect' && error.permission) return ofPermission(refused, error)
  if (error.class === 'without_card') return ofCard(refused, error)
  if (error.class === 'same_container') return ofReference(refused, error, now)
  return error
}
