import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { signOut, useSession } from '../api/session.ts'
import { LANGUAGES, type Language, setLanguage, useLanguage } from '../i18n/language.ts'
import { loadTexts } from '../i18n/texts.ts'
import { Menu } from '../parts/menu.tsx'
import { notify } from '../parts/notices.tsx'
import { useProblemText } from '../parts/problem.tsx'
import { useShellTexts } from './shell-texts.ts'

/** Who is signed in, how and where else, in which language; and out again. */
export function AccountMenu() {
  const text = useShellTexts()
  const { person } = useSession()
  const language = useLanguage()
  const problemText = useProblemText()
  const leaving = useMutation({
    mutationFn: signOut,
    onError: (error) => notify({ kind: 'failed', text: problemText(error) }),
  })
  const name = person.name || person.email
  return (
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
            {LANGUAGES[each]}
          </button>
        ))}
      </div>
      <button type="button" onClick={() => leaving.mutate()} disabled={leaving.isPending}>
        {text.signOut}
      </button>
    </Menu>
  )
}
