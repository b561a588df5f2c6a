import { useMutation } from '../api/mutation.ts'
import { switchOwner, useSession } from '../api/session.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { useProblemText } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'

/** The choice of a person who belongs to several owners: for whom this page works. */
export default function OwnerMenu() {
  const text = useTexts('shell', shellTexts)
  const { owner, owners } = useSession()
  const problemText = useProblemText()
  const switching = useMutation({
    mutationFn: switchOwner,
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  return (
    <Menu
      label={text.switchOwner(owner.name)}
      className="owner-menu"
      face={
        <>
          <span className="owner">{owner.name}</span>
          <Icon name="switch" />
        </>
      }
    >
      {owners.map(({ id, name, role }) => (
        <button
          type="button"
          key={id}
          aria-current={id === owner.id ? 'true' : undefined}
          disabled={switching.isPending}
          onClick={() => id !== owner.id && switching.mutate(id)}
        >
          <span>{name}</span> <span className="quiet">{text.roles[role]}</span>
        </button>
      ))}
    </Menu>
  )
}
