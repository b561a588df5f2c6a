import { useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { switchOwner, useSession } from '../api/session.ts'
import ownerMenuTexts from '../i18n/en/owner-menu.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { inMain } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { useProblemText } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'
import './owner-menu.css'

/** Whether something of this page asks before it is left, as files do that are being sent. */
const losesSomething = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** The choice of a person who belongs to several owners: for whom this page works. */
export default function OwnerMenu() {
  const text = useTexts('shell', shellTexts)
  const menuText = useTexts('ownerMenu', ownerMenuTexts)
  const { owner, owners } = useSession()
  const problemText = useProblemText()
  const [asked, setAsked] = useState<{ id: string; name: string }>()
  const switching = useMutation({
    mutationFn: switchOwner,
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  return (
    <>
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
            onClick={() => {
              if (id === owner.id) return
              // Once the session works for another team it is too late to ask.
              if (losesSomething()) setAsked({ id, name })
              else switching.mutate(id)
            }}
          >
            <span>{name}</span> <span className="quiet">{text.roles[role]}</span>
          </button>
        ))}
      </Menu>
      {asked &&
        inMain(
          <ConfirmDialog
            title={menuText.title(asked.name)}
            action={menuText.action}
            run={() => switchOwner(asked.id)}
            onDone={() => {}}
            onClose={() => setAsked(undefined)}
          >
            <p>{menuText.filesEnd}</p>
          </ConfirmDialog>,
        )}
    </>
  )
}
