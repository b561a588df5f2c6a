import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { signOut, useSession } from '../api/session.ts'
import shellTexts from '../i18n/en/shell.ts'
import { setLanguage, useLanguage } from '../i18n/language.ts'
import { LANGUAGES, type Language } from '../i18n/languages.ts'
import { loadTexts, useTexts } from '../i18n/texts.ts'
import { Menu } from '../parts/menu.tsx'
import { online } from '../parts/online.ts'

// Where it cannot be loaded any more, as after an update, one is signed out all the same.
const SignOut = lazy(() =>
  online()
    .then(() => import('../sign-out/sign-out-dialog.tsx'))
    .catch(async () => {
      await signOut()
      return { default: () => null }
    }),
)

/** The signed-in person, other sessions, the language; and signing out. */
export function AccountMenu() {
  const text = useTexts('shell', shellTexts)
  const { person } = useSession()
  const language = useLanguage()
  const [leaving, setLeaving] = useState(false)
  const name = person.name || person.email
  return (
    <>
      <Menu
        label={text.accountMenu}
        className="account-menu"
        face={
          <span className="initial" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
        }
      >
        <p className="menu-head">
          <strong>{name}</strong>
          {person.name !== '' && <span className="quiet">{person.email}</span>}
        </p>
        <Link to="/security">{text.security}</Link>
        <div className="menu-row">
          {(Object.keys(LANGUAGES) as Language[]).map((each) => (
            <button
              type="button"
              key={each}
              lang={each}
              aria-pressed={each === language}
              onClick={() => void loadTexts(each).then(() => setLanguage(each))}
            >
              {LANGUAGES[each].name}
            </button>
          ))}
        </div>
        <button type="button" onClick={() => setLeaving(true)} disabled={leaving}>
          {text.signOut}
        </button>
      </Menu>
      {leaving && (
        <Suspense>
          <SignOut onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
