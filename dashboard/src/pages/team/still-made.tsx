// Things that somebody made and that go on working after they are removed, with the way to where they are revoked.
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery } from '../../api/connections.ts'
import { keysQuery } from '../../api/keys.ts'
import type { Maker } from '../../api/schemas.ts'
import { webhooksQuery } from '../../api/webhooks.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'

export function StillMade({ memberId }: { memberId: string }) {
  const text = useTexts('team', teamTexts)
  const [keys, webhooks, connections] = useQueries({ queries: [keysQuery, webhooksQuery, connectionsQuery] })
  const theirs = ({ created_by }: { created_by?: Maker | null }) => created_by?.id === memberId
  const problem = keys.error ?? webhooks.error ?? connections.error
  if (problem) {
    return (
      <>
        <p>{text.madeUnknown}</p>
        <Problem error={problem} />
      </>
    )
  }
  if (!keys.data || !webhooks.data || !connections.data) return <p role="status">{text.madeLoading}</p>
  const groups = [
    {
      to: '/keys' as const,
      title: text.madeKeys,
      way: text.toKeys,
      made: keys.data.data
        .filter((key) => theirs(key) && key.status === 'active')
        .map(({ id, name }) => ({ id, name })),
    },
    {
      to: '/webhooks' as const,
      title: text.madeWebhooks,
      way: text.toWebhooks,
      made: webhooks.data.filter(theirs).map(({ id, url }) => ({ id, name: url })),
    },
    {
      to: '/accounts' as const,
      title: text.madeConnections,
      way: text.toAccounts,
      made: connections.data
        .filter(theirs)
        .map(({ id, username, platform }) => ({ id, name: `@${username} (${platform.display_name})` })),
    },
  ].filter(({ made }) => made.length > 0)
  if (groups.length === 0) return <p>{text.madeNothing}</p>
  return (
    <>
      <p>{text.madeGoesOn}</p>
      {groups.map(({ to, title, way, made }) => (
        <section key={to} aria-label={title} className="still-made">
          <h3>
            {title} <Link to={to}>{way}</Link>
          </h3>
          <ul>
            {made.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
