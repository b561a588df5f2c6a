import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ConnectOutcome, listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { api, orThrow, PublisherError } from '../../api/client.ts'
import { takesThisWindow } from '../../api/this-window.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText } from '../../parts/problem.tsx'
import { SinglePage } from '../../shell/single-page.tsx'

/** How long a page that began this has to say that it heard. */
const HEARD_MS = 5000

/** What a platform may answer with. */
const ANSWER = ['code', 'error', 'error_reason', 'error_description'] as const

async function finish(asked: URLSearchParams, state: string, problemText: (error: unknown) => string) {
  const given = ANSWER.flatMap((name) => (asked.has(name) ? [[name, asked.get(name)!]] : []))
  try {
    const { data } = await orThrow(
      api.POST('/v1/accounts/social/authorizations/finish', { body: { state, ...Object.fromEntries(given) } }),
    )
    return { is: 'connected', connection: data, again: data.again } as const
  } catch (error) {
    // On the way to the sign-in, and back here.
    if (error instanceof PublisherError && error.status === 401) return null
    const code = error instanceof PublisherError ? error.code : 'unknown'
    return { is: 'refused', code, message: problemText(error) } as const
  }
}

/** Tells the page that began it. @returns whether one heard. */
function tell(state: string, outcome: ConnectOutcome): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(false), HEARD_MS)
    const stop = listenToTabs((message) => {
      if (message.is === 'connect_heard' && message.state === state) end(true)
    })
    const end = (heard: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(heard)
    }
    tellOtherTabs({ is: 'connect_ended', state, outcome })
  })
}

/** Where platforms send people back to: finishes, tells the page that began it, and closes; without one it goes there. */
export function ConnectCallbackPage() {
  const text = useTexts('accounts', accountsTexts)
  const problemText = useProblemText()
  const navigate = useNavigate()
  const [told, setTold] = useState(false)
  const begun = useRef(false)
  const [asked] = useState(() => new URLSearchParams(window.location.search))
  const state = asked.get('state')

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer of the platform is good for one use
  useEffect(() => {
    if (state === null || begun.current) return
    begun.current = true
    void (async () => {
      const outcome = await finish(asked, state, problemText)
      if (outcome === null) return
      // The code is spent; it need not stay in the history.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if (!takesThisWindow(state) && (await tell(state, outcome))) {
        setTold(true)
        window.close()
      } else {
        await navigate({ to: '/accounts', replace: true, state: { outcome } })
      }
    })()
  }, [])

  if (state === null) {
    return (
      <SinglePage title={text.callbackTitle}>
        <p>{text.nothingToFinish}</p>
        <Link className="button primary" to="/accounts">
          {text.toAccounts}
        </Link>
      </SinglePage>
    )
  }
  return (
    <SinglePage title={told ? text.callbackDone : text.callbackTitle}>
      <p role="status">{told ? text.callbackDoneWhy : text.callbackWhy}</p>
    </SinglePage>
  )
}
