import { HelpLink } from '../../help/help-link.tsx'
import sessionsTexts from '../../i18n/en/sessions.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { SignInTable, SignOutEverywhere, useSignIns } from './sign-ins.tsx'

/** The browsers that are signed in as this person, and how to sign them out. */
export function SessionsPage() {
  const text = useTexts('sessions', sessionsTexts)
  const query = useSignIns()
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="listSessions" />
        </>
      }
      actions={<SignOutEverywhere />}
    >
      <Loaded query={query}>{({ signIns }) => <SignInTable signIns={signIns} />}</Loaded>
    </Page>
  )
}
