// The page for a client who was sent a connect link: the owner, a button for each platform, and the granted permissions. The
// link's secret is behind the `#` of the address, which the browser does not send; it is sent only in request bodies.

import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { factsOf } from '../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import { listenToTabs, type PlatformAnswer, tellOtherTabs } from '../../api/channel.ts'
import { api, orThrow, PublisherError, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import { takeThisWindow } from '../../api/this-window.ts'
import { ClientPage } from '../../clients/client-page.tsx'
import accountsTexts from '../../i18n/en/accounts.ts'
import connectLinksTexts from '../../i18n/en/connect-links.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { online } from '../../parts/online.ts'
import { Problem } from '../../parts/problem.tsx'
import { Time } from '../../parts/time.tsx'
import { isPlatform } from '../../platforms/names.ts'
import { type Named, openWindow } from '../accounts/connect.ts'
import { thisVisit } from './visit.ts'

const ConnectDialog = lazy(() =>
  online().then(async () => ({ default: (await import('../accounts/connect-dialog.tsx')).ConnectDialog })),
)
const ChoiceDialog = lazy(() =>
  online().then(async () => ({ default: (await import('../accounts/choice-dialog.tsx')).ChoiceDialog })),
)

const ReviewPage = lazy(async () => ({ default: (await import('../review/review-page.tsx')).ReviewPage }))

type Opened = Schemas['OpenedLink']
type Platform = Opened['platforms'][number]
/** The type of a step's answer follows from its question. */
type Begun = Schemas['BegunByLink']
type Finished = Schemas['FinishedByLink']

type Connecting =
  | { is: 'idle' }
  | { is: 'opening' | 'finishing'; platform: string }
  | { is: 'waiting'; platform: string; state: string }

const AuthorizePage = lazy(async () => ({ default: (await import('../authorize/authorize-page.tsx')).AuthorizePage }))

/** The query that the browser came with: the router may have written it in another way since. */
const queryAsSent = (): string => {
  const [visit] = performance.getEntriesByType('navigation')
  return URL.parse(visit?.name ?? '')?.search ?? window.location.search
}

/** The prefix of the secret of a review link: those links lead here too, as do assistants: each address of its own is in every first load. */
const TO_REVIEW = '.srl_'

export function ConnectLinkPage() {
  const [link] = useState(() => window.location.hash.slice(1))
  const [search] = useState(queryAsSent)
  if (new URLSearchParams(search).has('client_id')) {
    return (
      <Suspense>
        <AuthorizePage search={search} />
      </Suspense>
    )
  }
  return link.includes(TO_REVIEW) ? (
    <Suspense>
      <ReviewPage />
    </Suspense>
  ) : (
    <Connect link={link} />
  )
}

function Connect({ link }: { link: string }) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const query = useQuery({
    queryKey: ['connect-link', link],
    queryFn: async () => (await orThrow(api.POST('/v1/connect-links', { body: { link } }))).data as Opened,
    enabled: link !== '',
  })
  if (link === '' || (query.error instanceof PublisherError && query.error.status === 404)) {
    return (
      <ClientPage title={text.gone}>
        <p>{text.goneWhy}</p>
      </ClientPage>
    )
  }
  return (
    <ClientPage
      title={query.data === undefined ? text.loading : text.heading(query.data.owner.name)}
      brand={query.data?.brand}
    >
      <Loaded query={query}>
        {(opened) => <Client link={link} opened={opened} onConnected={() => void query.refetch()} />}
      </Loaded>
    </ClientPage>
  )
}

function Client({ link, opened, onConnected }: { link: string; opened: Opened; onConnected: () => void }) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const { answered } = useLocation().state
  const [connecting, setConnecting] = useState<Connecting>({ is: 'idle' })
  const [naming, setNaming] = useState<Platform | null>(null)
  const [choice, setChoice] = useState<Schemas['Choice'] | null>(null)
  const [granted, setGranted] = useState<readonly Schemas['ConnectedByLink'][]>([])
  const finishing = useMutation({
    mutationFn: async (answer: PlatformAnswer) => {
      const body = { link, visit: thisVisit(), ...answer }
      const { data } = await orThrow(api.POST('/v1/connect-links', { body }))
      return data as Finished
    },
    onSuccess: ({ connected, choice: offered }) => {
      setGranted(connected)
      setChoice(offered)
    },
    onSettled: () => {
      setConnecting({ is: 'idle' })
      onConnected()
    },
  })
  /** The accounts of the sign-in that the client wants. */
  const choose = async (accounts: string[]) => {
    const body = { link, visit: thisVisit(), choice: choice?.id ?? '', accounts }
    const { connected, refused } = (await orThrow(api.POST('/v1/connect-links', { body }))).data as Finished
    setGranted((before) => [...before, ...connected])
    return { connected: connected.length, refused }
  }
  const beginning = useMutation({
    mutationFn: async ({ platform: { name, display_name }, named }: { platform: Platform; named?: Named }) => {
      const opening = openWindow(text.opening(display_name))
      finishing.reset()
      setGranted([])
      setConnecting({ is: 'opening', platform: display_name })
      try {
        const body = { link, visit: thisVisit(), platform: name as 'instagram', ...named }
        const { url } = (await orThrow(api.POST('/v1/connect-links', { body }))).data as Begun
        const state = new URL(url).searchParams.get('state') ?? ''
        setConnecting({ is: 'waiting', platform: display_name, state })
        if (opening === null) {
          takeThisWindow(state, link)
          window.location.assign(url)
        } else opening.location.replace(url)
      } catch (error) {
        opening?.close()
        setConnecting({ is: 'idle' })
        throw error
      }
    },
  })

  const awaited = connecting.is === 'waiting' ? connecting.state : null
  useEffect(() => {
    if (awaited === null) return
    return listenToTabs((message) => {
      if (message.is !== 'link_answered' || message.answer.state !== awaited) return
      tellOtherTabs({ is: 'connect_heard', state: awaited })
      setConnecting((before) => ({ is: 'finishing', platform: before.is === 'waiting' ? before.platform : '' }))
      finishing.mutate(message.answer)
    })
  }, [awaited, finishing.mutate])

  // It came back in this very window.
  const taken = useRef(false)
  useEffect(() => {
    if (answered === undefined || taken.current) return
    taken.current = true
    window.history.replaceState({}, '', window.location.href)
    setConnecting({ is: 'finishing', platform: '' })
    finishing.mutate(answered)
  }, [answered, finishing.mutate])

  /** At once, or after what finds the account was typed. */
  const begin = (platform: Platform) => {
    beginning.reset()
    if (isPlatform(platform.name) && factsOf(platform.name).sign_in.asks !== undefined) setNaming(platform)
    else beginning.mutate({ platform })
  }
  const owner = opened.owner.name
  const busy = connecting.is === 'opening' || connecting.is === 'finishing'
  return (
    <div className="stack">
      {opened.label !== '' && <p className="quiet">{text.forWhom(opened.label)}</p>}
      {opened.accounts_left > 0 && <p>{text.intro(owner)}</p>}
      <div role="status" className="stack">
        {connecting.is === 'opening' && <p className="banner neutral">{text.opening(connecting.platform)}</p>}
        {connecting.is === 'finishing' && <p className="banner neutral">{text.finishing}</p>}
        {connecting.is === 'waiting' && (
          <div className="banner neutral">
            <p>{text.waiting(connecting.platform)}</p>
            <button type="button" className="button small" onClick={() => setConnecting({ is: 'idle' })}>
              {text.startOver}
            </button>
          </div>
        )}
        {granted.map((account) => (
          <Granted key={`${account.platform.name} ${account.username}`} account={account} owner={owner} />
        ))}
        {/* What is said of what was typed stands beside it. */}
        <Refusal error={finishing.error ?? (naming === null ? beginning.error : null)} />
      </div>
      {opened.connected.length > 0 && (
        <section className="stack">
          <h2>{text.already}</h2>
          <ul>
            {opened.connected.map(({ username, platform }) => (
              <li key={`${platform.name} ${username}`} className="client-connected">
                <PlatformMark of={platform.name} /> @{username} ({platform.display_name})
              </li>
            ))}
          </ul>
        </section>
      )}
      {opened.accounts_left === 0 ? (
        <p>{text.allDone}</p>
      ) : (
        <>
          <div className="client-platforms">
            {opened.platforms.map((platform) => (
              <button
                type="button"
                className={opened.platforms.length === 1 ? 'button primary' : 'button'}
                key={platform.name}
                disabled={busy}
                onClick={() => begin(platform)}
              >
                <PlatformMark of={platform.name} /> {text.connect(platform.display_name)}
              </button>
            ))}
          </div>
          {naming !== null && isPlatform(naming.name) && (
            <Suspense>
              <ConnectDialog
                platform={naming.name}
                before={undefined}
                onContinue={(named) =>
                  beginning.mutateAsync({ platform: naming, named }).then(
                    () => undefined,
                    (error: unknown) => error,
                  )
                }
                onClose={() => setNaming(null)}
              />
            </Suspense>
          )}
          {choice !== null && (
            <Suspense>
              <ChoiceDialog
                choice={choice}
                most={opened.accounts_left}
                connect={choose}
                onConnected={onConnected}
                onClose={() => setChoice(null)}
              />
            </Suspense>
          )}
          <p className="quiet small">
            {text.left(opened.accounts_left)} {text.ended} <Time at={opened.expires_at} />
          </p>
        </>
      )}
    </div>
  )
}

function Granted({ account, owner }: { account: Schemas['ConnectedByLink']; owner: string }) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const { username, platform, granted, permissions } = account
  return (
    <div className="banner good">
      <div className="stack">
        <strong>{text.connected(`@${username}`, platform.display_name, owner)}</strong>
        <p>{text.granted(owner)}</p>
        <ul>
          {granted.map((group) => (
            <li key={group}>{text.grants[group]}</li>
          ))}
        </ul>
        {permissions !== null && (
          <details>
            <summary>{text.asNamed}</summary>
            <p className="small long">{permissions.join(', ')}</p>
          </details>
        )}
      </div>
    </div>
  )
}

/** The failure of the platform or the service, in the sentence that fits. */
function Refusal({ error }: { error: unknown }) {
  const known: Readonly<Record<string, string>> = useTexts('accounts', accountsTexts).refused
  const said = error instanceof PublisherError ? known[error.code] : undefined
  return said === undefined ? <Problem error={error} /> : <p className="banner bad">{said}</p>
}
