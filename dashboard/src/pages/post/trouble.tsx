// Why a post did not go out on an account, in the platform's words, and the way to put it right.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import { connectionsQuery } from '../../api/connections.ts'
import type { Post } from '../../api/posts.ts'
import type { Connection } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import type { Publication } from './publication-table.tsx'
import { Retry, retryableOf } from './retry.tsx'

type Way = 'reconnect' | 'retry' | 'duplicate'

/** Why an account is connected again. */
const RECONNECTS: ReadonlySet<string> = new Set(['account_disconnected', 'reconnect_required', 'permission_missing'])

/** Whether the account still has to be connected again before the post can go out there. */
function isToReconnect(code: NonNullable<Publication['error']>['code'], account: Connection | undefined): boolean {
  if (code === 'account_disconnected') return account === undefined
  if (code === 'reconnect_required') return account?.status !== 'connected'
  return code === 'permission_missing' && (account === undefined || account.missing_permissions.length > 0)
}

/**
 * What puts it right; null where nothing here does. A post whose outcome is unknown may be live: nothing sends it again before
 * somebody looked.
 */
export function wayOut({ state, error, retryable }: Publication, account: Connection | undefined): Way | null {
  if (error === null || error.code === 'outcome_unknown') return null
  if (isToReconnect(error.code, account)) return 'reconnect'
  if (retryable) return 'retry'
  return state === 'failed' ? 'duplicate' : null
}

/**
 * Whether it is known what helps: until the accounts have come, an account that is connected again looks like one that is not; and as
 * they were read before this failure, one that has to be looks like one that is. So they are read once more when the failure is shown.
 * Where they could not be read, what the post itself says holds.
 */
function useKnowsWayOut({ error }: Publication): boolean {
  const matters = error !== null && RECONNECTS.has(error.code)
  const { isFetchedAfterMount } = useQuery({ ...connectionsQuery, enabled: matters, refetchOnMount: 'always' })
  return error !== null && (!matters || isFetchedAfterMount)
}

type Words = NonNullable<Publication['last_problem']>

/** Whether the words are the service's own: an answer of a platform has a status, an error of one a code or a type. */
const isOurs = ({ http_status, code, type }: Words): boolean =>
  http_status === undefined && code === undefined && type === undefined

/** Words about a platform as those of who said them: neither speaks the language of the page. */
export function useQuoted(platform: Publication['platform']): (words: Words) => string {
  const text = useTexts('post', postTexts)
  return (words) =>
    isOurs(words) ? text.serviceSays(words.message) : text.platformSays(PLATFORM_NAMES[platform], words.message)
}

interface TroubleProps {
  post: Post
  of: Publication
}

/** Nothing where there was no trouble. */
export function Trouble({ post, of }: TroubleProps) {
  const { error, last_problem, notes = [] } = of
  if (error === null && last_problem === null && notes.length === 0) return null
  return <Told key={error?.code} post={post} of={of} />
}

function Told({ post, of }: TroubleProps) {
  const text = useTexts('post', postTexts)
  const known = useKnowsWayOut(of)
  const { error, last_problem, platform, notes = [] } = of
  const quoted = useQuoted(platform)
  const account = useAccountsById().get(of.account_id)
  const words = error?.platform ?? last_problem
  return (
    <div className="trouble">
      {error !== null && (
        <p>
          <strong>{text.failures[error.code]}</strong>
        </p>
      )}
      {words !== null && (
        <p className="quiet small">
          {quoted(words)}
          {words.code !== undefined && ` ${text.platformCode([words.code, words.subcode].filter(Boolean).join('/'))}.`}
          {words.trace_id !== undefined && ` ${text.trace(words.trace_id)}`}
        </p>
      )}
      {error !== null && known && (
        <p>
          {RECONNECTS.has(error.code) && account !== undefined && !isToReconnect(error.code, account)
            ? text.reconnected
            : text.todo[error.code]}
        </p>
      )}
      {notes.map(({ code }) => (
        <p key={code}>{text.notes[code]}</p>
      ))}
      {known && <WayOut post={post} of={of} />}
    </div>
  )
}

/** The button that helps. Several accounts are retried together: then one button above their cards does it. */
function WayOut({ post, of }: TroubleProps) {
  const text = useTexts('post', postTexts)
  const accounts = useAccountsById()
  const mayWrite = useMay('author')
  const mayPost = useMay('editor')
  const wayOf = (publication: Publication) => wayOut(publication, accounts.get(publication.account_id))
  const way = wayOf(of)
  const retries = mayPost && of.retryable && retryableOf(post).length === 1
  const duplicates = mayWrite && way === 'duplicate'
  // Not those that are retried: they would get it twice.
  const again = post.publications.filter((other) => wayOf(other) === 'duplicate').map(({ account_id }) => account_id)
  if (way !== 'reconnect' && !retries && !duplicates) return null
  return (
    <p className="way-out">
      {way === 'reconnect' && (
        <Link className="button primary" to="/accounts">
          {text.reconnect}
        </Link>
      )}
      {retries && <Retry post={post} primary={way !== 'reconnect'} />}
      {duplicates && (
        <ComposeLink given={{ from: post.id, only: again.join(',') }} className="button primary">
          {text.duplicateFailed(again.length)}
        </ComposeLink>
      )}
    </p>
  )
}
