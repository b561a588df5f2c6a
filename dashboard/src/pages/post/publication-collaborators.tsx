// The people who were invited to share a post on one account, and whether they accepted.
import { useQuery } from '@tanstack/react-query'
import { collaboratorsQuery } from '../../api/insights.ts'
import type { Post } from '../../api/posts.ts'
import partsTexts from '../../i18n/en/parts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { withRule } from '../../parts/problem.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import type { Publication } from './publication-table.tsx'
import { useReadEarly } from './read-early.ts'

/** The usernames that the post invites on the account: the account's own option replaces the common one. */
function invitedBy({ options, per_account }: Post, { account_id, platform }: Publication): string[] {
  const { collaborators }: { collaborators?: unknown } = {
    ...options?.[platform],
    ...per_account?.[account_id]?.options?.[platform],
  }
  return Array.isArray(collaborators) ? collaborators.filter((each) => typeof each === 'string') : []
}

const TONES = { accepted: 'good', pending: 'neutral', other: 'neutral' } as const

/** Nothing where the post invited nobody there. */
export function PublicationCollaborators({ post, of }: { post: Post; of: Publication }) {
  const text = useTexts('post', postTexts)
  const { refusal } = useTexts('parts', partsTexts)
  const account = useAccountName()(of.account_id)
  const invited = invitedBy(post, of)
  const { data, isPending, isError, refetch } = useQuery({
    ...collaboratorsQuery(post.id),
    enabled: invited.length > 0,
  })
  const told = data?.find(({ account_id }) => account_id === of.account_id)
  const early = useReadEarly(told, refetch)
  if (invited.length === 0) return null
  // The platform names only people who let themselves be tagged: of the others nothing is known.
  const stateOf = (name: string) =>
    told?.collaborators?.find(({ username }) => username.toLowerCase() === name.toLowerCase())?.state
  const names = [
    ...invited,
    ...(told?.collaborators ?? [])
      .map(({ username }) => username)
      .filter((name) => !invited.some((other) => other.toLowerCase() === name.toLowerCase())),
  ]
  return (
    <section className="collaborators" aria-label={text.collaboratorsOf(account)}>
      <span className="quiet small">{text.collaborators}</span>
      <ul>
        {names.map((name) => {
          const state = stateOf(name)
          return (
            <li key={name}>
              <span className="long">@{name}</span>{' '}
              {told?.collaborators && (
                <Badge tone={state === undefined ? 'neutral' : TONES[state]}>
                  {state === undefined ? text.invitationUnknown : text.invitations[state]}
                </Badge>
              )}
            </li>
          )
        })}
      </ul>
      {!isPending && !early && told?.collaborators == null && (
        <p className="quiet small">
          {isError || told?.problem == null
            ? text.invitationsUnread
            : told.problem.code === 'option_needs_facebook_login'
              ? text.invitationsNeedFacebook
              : withRule(refusal(told.problem.code), told.problem.message)}
        </p>
      )}
    </section>
  )
}
