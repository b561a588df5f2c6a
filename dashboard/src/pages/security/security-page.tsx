import { HelpLink } from '../../help/help-link.tsx'
import securityTexts from '../../i18n/en/security.ts'
import sessionsTexts from '../../i18n/en/sessions.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { SignInTable, SignOutEverywhere, useSignIns } from '../sessions/sign-ins.tsx'

/** How the person signs in, and where they are signed in. */
export function SecurityPage() {
  const text = useTexts('security', securityTexts)
  const sessions = useTexts('sessions', sessionsTexts)
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
            <section className="stack section" aria-labelledby="security-sessions">
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
