import { HelpLink } from '../../help/help-link.tsx'
import en from '../../i18n/en/security.ts'
import ko from '../../i18n/ko/security.ts'
import { texts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { SignInTable, SignOutEverywhere, useSessionsTexts, useSignIns } from '../sessions/sign-ins.tsx'

const useText = texts({ en, ko })

/** How the person signs in, and where they are signed in. */
export function SecurityPage() {
  const text = useText()
  const sessions = useSessionsTexts()
  const query = useSignIns()
  return (
    <Page title={text.title} intro={text.intro}>
      <Loaded query={query}>
        {({ signIns, passkeysUrl }) => (
          <>
            <section className="stack" aria-labelledby="security-passkeys">
              <h2 id="security-passkeys">{text.passkeys}</h2>
              <p>{passkeysUrl === null ? text.elsewhere : text.passkeysWhy}</p>
              {passkeysUrl !== null && (
                <p>
                  <a className="button" href={passkeysUrl}>
                    {text.addPasskey}
                  </a>
                </p>
              )}
            </section>
            <section className="stack" aria-labelledby="security-sessions">
              <h2 id="security-sessions">{sessions.title}</h2>
              <p className="quiet">
                {sessions.intro} <HelpLink operation="listSessions" />
              </p>
              <SignInTable signIns={signIns} />
              <p>
                <SignOutEverywhere />
              </p>
            </section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
