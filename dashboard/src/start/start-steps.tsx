// The first steps of a new team: connect, post, invite. Shown until all of it is done, or somebody does not want to see it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, orThrow } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import startTexts from '../i18n/en/start.ts'
import { useTexts } from '../i18n/texts.ts'
import './start.css'

const keptAs = (ownerId: string): string => `started-${ownerId}`

const isOver = (ownerId: string): boolean => {
  try {
    return localStorage.getItem(keptAs(ownerId)) !== null
  } catch {
    return false
  }
}
/** So that nothing is asked for whom it does not concern any more. */
const noteOver = (ownerId: string): void => {
  try {
    localStorage.setItem(keptAs(ownerId), '1')
  } catch {
    // Then it is found out again the next time.
  }
}

/** @param accounts how many are connected. */
export function StartSteps({ accounts }: { accounts: number }) {
  const text = useTexts('start', startTexts)
  const { owner } = useSession()
  const [over, setOver] = useState(() => isOver(owner.id))
  const posts = useQuery({
    queryKey: ['posts', 'start'],
    queryFn: async () => (await orThrow(api.GET('/v1/posts', { params: { query: { limit: 1 } } }))).data.result.length,
    enabled: !over,
  })
  const team = useQuery({
    queryKey: ['team'],
    queryFn: async () => (await orThrow(api.GET('/v1/team'))).data,
    enabled: !over,
  })
  // A step that is not known is not shown.
  if (over || posts.data === undefined || team.data === undefined) return null
  const steps = [
    { is: 'connect', done: accounts > 0 },
    { is: 'post', done: posts.data > 0 },
    { is: 'invite', done: team.data.members.length + team.data.invitations.length > 1 },
  ] as const
  const dismiss = () => {
    noteOver(owner.id)
    setOver(true)
  }
  if (steps.every(({ done }) => done)) {
    noteOver(owner.id)
    return null
  }
  const next = steps.find(({ done }) => !done)?.is
  return (
    <section className="card start" aria-labelledby="start">
      <div className="start-head">
        <h2 id="start">{text.title}</h2>
        <button type="button" className="button plain small" onClick={dismiss}>
          {text.dismiss}
        </button>
      </div>
      <ol>
        {steps.map(({ is, done }) => (
          <li key={is} className={done ? 'done' : undefined} aria-current={is === next ? 'step' : undefined}>
            <p>
              <strong>{text.steps[is]}</strong> {done && <span className="quiet small">{text.done}</span>}
            </p>
            {!done && <p className="quiet small">{text.why[is]}</p>}
            {!done && is === 'post' && (
              <Link to="/compose" className="button small">
                {text.toPost}
              </Link>
            )}
            {!done && is === 'invite' && (
              <Link to="/team" className="button small">
                {text.toTeam}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
