import { useMutation } from '../api/mutation.ts'
import type { Session } from '../api/schemas.ts'
import { switchOwner } from '../api/session.ts'
import noOwnerTexts from '../i18n/en/no-owner.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { useProblemText } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'
import { SignOutButton } from '../sign-out/sign-out-button.tsx'
import { SinglePage } from './single-page.tsx'

/** For someone whose session works for no owner: what to do. Who left one owner, or was removed there, may belong to others. */
export default function NoOwner({ session }: { session: Session }) {
  const text = useTexts('noOwner', noOwnerTexts)
  const { signOut: leave } = useTexts('shell', shellTexts)
  const problemText = useProblemText()
  const choosing = useMutation({
    mutationFn: switchOwner,
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  const { owners, person } = session
  return (
    <SinglePage title={owners.length > 0 ? text.choose : text.noOwner}>
      <p>{owners.length > 0 ? text.chooseWhy(person.email) : text.noOwnerWhy(person.email)}</p>
      <footer>
        <SignOutButton className="button">{leave}</SignOutButton>
        {owners.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            className="button primary"
            disabled={choosing.isPending}
            onClick={() => choosing.mutate(id)}
          >
            {name}
          </button>
        ))}
      </footer>
    </SinglePage>
  )
}
