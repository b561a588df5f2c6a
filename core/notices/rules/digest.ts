// The mail with an owner's notices: plain text, in English, with nothing that a platform or a caller could make look like our words.
import { PROVIDERS } from '../../platforms/providers.ts'
import { FAILURES } from '../../posts/rules/failures.ts'
import type { Told } from './notices.ts'

/** Notices that are listed one by one; the others are counted. */
const MOST_TOLD = 20

const LONGEST_TITLE = 80

/** A text of others, on one line and not too long. */
function plain(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > LONGEST_TITLE ? `${letters.slice(0, LONGEST_TITLE - 1).join('')}…` : line
}

/** A platform that was taken out of the list is named by its id. */
const platformName = (id: string): string => PROVIDERS.find(({ name }) => name === id)?.display_name ?? plain(id)

const accounts = (count: number): string => (count === 1 ? '1 account' : `${count} accounts`)

/** The meaning of each known reason, one line each. */
const meanings = (reasons: readonly (readonly [platform: string, code: string])[]): string =>
  reasons
    .flatMap(([platform, code]) => {
      const meaning = Object.entries(FAILURES).find(([known]) => known === code)?.[1]
      return meaning === undefined ? [] : [`\n${platform}: ${meaning}`]
    })
    .join('')

/** A notice in words. @returns a sentence, with what is to be known beside it, and a path of the dashboard. */
function told({ kind, post, account, webhook, owner_acts }: Told): [string, string] {
  if (post) {
    const name = post.title === '' ? 'A post' : `The post “${plain(post.title)}”`
    const failures = post.failures.map(({ platform, code }) => [platformName(platform), code] as const)
    const each = [...new Map(failures.map((failure) => [failure.join(': '), failure]))]
    const reasons = each.map(([reason]) => reason)
    const where =
      kind === 'post.failed' ? 'was not published' : `failed on ${post.failed} of ${accounts(post.accounts)}`
    const sentence = `${name} ${where}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}.`
    return [`${sentence}${meanings(each.map(([, failure]) => failure))}`, `/posts/${post.id}`]
  }
  if (account) {
    const name = account.username === null ? 'An account' : `The account @${plain(account.username)}`
    const platform = account.platform === null ? '' : ` (${platformName(account.platform)})`
    const until = owner_acts ? 'needs its owner to do what the platform asks for in its app.' : 'must be reconnected.'
    return [`${name}${platform} ${until} Until then nothing is published to it.`, '/accounts']
  }
  return [`The webhook at ${plain(webhook?.host ?? '')} was switched off: it took nothing for days.`, '/webhooks']
}

const SUBJECTS: Record<Told['kind'], string> = {
  'post.failed': 'A post was not published',
  'post.partially_failed': 'A post failed on some accounts',
  'account.reconnect_required': 'An account must be reconnected',
  'webhook.switched_off': 'A webhook was switched off',
}

const subjectOf = ({ kind, owner_acts }: Told): string =>
  owner_acts ? 'An account needs its owner to act' : SUBJECTS[kind]

/**
 * @param notices the newest first; at least one.
 * @param more there are others that nobody counted.
 */
export function digestOf(
  notices: readonly Told[],
  { owner, dashboard, more }: { owner: string; dashboard: string; more: boolean },
): { subject: string; text: string } {
  const [only] = notices
  const count = `${notices.length}${more ? ' or more' : ''}`
  const subject = `${notices.length === 1 && only ? subjectOf(only) : `${count} things need your attention`} (${plain(owner)})`
  const shown = notices.slice(0, MOST_TOLD)
  const rest = notices.length - shown.length
  const lines = shown.flatMap((notice) => {
    const [sentence, path] = told(notice)
    return [
      `${new Date(notice.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      sentence,
      `${dashboard}${path}`,
      '',
    ]
  })
  const text = [
    ...lines,
    ...(rest > 0 || more ? [`And ${rest}${more ? ' or more' : ''} others: ${dashboard}/`, ''] : []),
    '-- ',
    `You get at most one such mail an hour, because you asked for it in the dashboard of ${plain(owner)}.`,
    `To switch it off: ${dashboard}/, "Notices". If you belong to several teams, choose this one there first, also for the links above.`,
    '',
  ].join('\n')
  return { subject, text }
}
