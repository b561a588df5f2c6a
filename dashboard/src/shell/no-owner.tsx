import type { Session } from '../api/schemas.ts'
import noOwnerTexts from '../i18n/en/no-owner.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { SignOutButton } from '../sign-out/sign-out-button.tsx'
import { SinglePage } from './single-page.tsx'

/** For someone who signed in and belongs to no owner: what to do. */
export default function NoOwner({ session }: { session: Session }) {
  const text = useTexts('noOwner', noOwnerTexts)
  const { signOut: leave } = useTexts('shell', shellTexts)
  return (
    <SinglePage title={text.noOwner}>
      <p>{text.noOwnerWhy(session.person.email)}</p>
      <footer>
        <SignOutButton className="button">{leave}</SignOutButton>
      </footer>
    </SinglePage>
  )
}
