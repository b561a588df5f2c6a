import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { signInAddress } from '../../api/sign-in.ts'
import signedOutTexts from '../../i18n/en/signed-out.ts'
import { useTexts } from '../../i18n/texts.ts'
import { SinglePage } from '../../shell/single-page.tsx'

const route = getRouteApi('/signed-out')

/** After these the sign-in asks for the password: the person meant to sign out, or needs another account. */
const AGAIN = ['', 'not_asked', 'no_access']

/** The one page that never leads to the sign-in by itself: why one is signed out, and a way in. */
export function SignedOutPage() {
  const text = useTexts('signedOut', signedOutTexts)
  const { problem } = route.useSearch()
  // An answer that was brought too late, or twice: the person may be signed in by another tab, or by the first of them.
  const { isSuccess } = useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => (await orThrow(api.GET('/v1/session'))).data,
    enabled: problem === 'expired',
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (isSuccess) window.location.replace('/')
  }, [isSuccess])
  const reasons: Record<string, string> = {
    denied: text.denied,
    expired: text.expired,
    no_access: text.noAccess,
    not_asked: text.notAsked,
    failed: text.failed,
  }
  return (
    <SinglePage title={problem === undefined ? text.title : text.notSignedIn}>
      <p>{problem === undefined ? text.bye : (reasons[problem] ?? text.failed)}</p>
      <a className="button primary" href={signInAddress('/', AGAIN.includes(problem ?? ''))}>
        {text.signIn}
      </a>
    </SinglePage>
  )
}
