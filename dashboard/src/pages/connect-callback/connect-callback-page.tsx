import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type ConnectOutcome,
  listenToTabs,
  type Message,
  type PlatformAnswer,
  tellOtherTabs,
} from '../../api/channel.ts'
import { api, orThrow, PublisherError } from '../../api/client.ts'
import { linkOfThisWindow, takesThisWindow } from '../../api/this-window.ts'
import { isUnclear } from '../../api/unclear.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import connectLinksTexts from '../../i18n/en/connect-links.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText } from '../../parts/problem.tsx'
import { SinglePage } from '../../shell/single-page.tsx'

/** How long a page that began this has to say that it heard. */
const HEARD_MS = 5000

/** The parameters that a platform may answer with. */
const ANSWER = ['code', 'iss', 'error', 'error_reason', 'error_description'] as const

/** Begins the states of connections by a link. The service makes them so. */
const BY_LINK = 'link.'

const answerIn = (asked: URLSearchParams, state: string): PlatformAnswer => ({
  state,
  ...Object.fromEntries(ANSWER.flatMap((name) => (asked.has(name) ? [[name, asked.get(name)!]] : []))),
})

async function finish(body: PlatformAnswer, problemText: (error: unknown) => string) {
  try {
    const { data } = await orThrow(api.POST('/v1/accounts/social/authorizations/finish', { body }))
    if ('choice' in data) return { is: 'choice', choice: data.choice } as const
    return { is: 'connected', connection: data, again: data.again } as const
  } catch (error) {
    // On the way to the sign-in, and back here.
    if (error instanceof PublisherError && error.status === 401) return null
    const known = error instanceof PublisherError ? error.code : 'unknown'
    const code = isUnclear(error) && known !== 'platform_unavailable' ? 'unsure' : known
    return { is: 'refused', code, message: problemText(error) } as const
  }
}

/** Tells the page that began it. @returns whether one heard. */
function tell(state: string, message: Message): Promise<boolean> {
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
    tellOtherTabs(message)
  })
}

/** Where platforms send people back to: finishes, tells the page that began it, and closes; without one it goes there. */
export function ConnectCallbackPage() {
  const text = useTexts('accounts', accountsTexts)
  const problemText = useProblemText()
  const navigate = useNavigate()
  const linkText = useTexts('connectLinks', connectLinksTexts)
  const [told, setTold] = useState(false)
  const [lost, setLost] = useState(false)
  const begun = useRef(false)
  const [asked] = useState(() => new URLSearchParams(window.location.search))
  const state = asked.get('state')

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer of the platform can be used once
  useEffect(() => {
    if (state === null || begun.current) return
    begun.current = true
    void (async () => {
      const answer = answerIn(asked, state)
      if (state.startsWith(BY_LINK)) return goOnByLink(answer)
      const outcome: ConnectOutcome | null = await finish(answer, problemText)
      if (outcome === null) return
      // The code is spent; it need not stay in the history.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if (!takesThisWindow(state) && (await tell(state, { is: 'connect_ended', state, outcome }))) {
        setTold(true)
        window.close()
      } else {
        await navigate({ to: '/accounts', replace: true, state: { outcome } })
      }
    })()
  }, [])

  /** The page with the link has its secret, and finishes; this window only hands the answer on. */
  const goOnByLink = async (answer: PlatformAnswer) => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (takesThisWindow(answer.state) && linkOfThisWindow() !== '') {
      await navigate({ to: '/connect-link', hash: linkOfThisWindow(), replace: true, state: { answered: answer } })
    } else if (await tell(answer.state, { is: 'link_answered', answer })) {
      setTold(true)
      window.close()
    } else setLost(true)
  }

  if (lost) {
    return (
      <SinglePage title={linkText.answerLost}>
        <p role="status">{linkText.answerLostWhy}</p>
      </SinglePage>
    )
  }
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
