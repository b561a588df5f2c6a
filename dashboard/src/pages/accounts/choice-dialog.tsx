// The accounts that one sign-in gives access to: those to connect are chosen.

import { type FormEvent, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { api, orThrow } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import type { Choice } from '../../api/schemas.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormFoot } from '../../parts/form-foot.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'

type Offered = Choice['accounts'][number]

/** As many can be connected by one request. */
const MOST = 50

/** The outcome for each of the chosen accounts. */
export interface Chosen {
  connected: number
  refused: readonly { id: string; message: string }[]
}

/** Connects them in the session of the signed-in person. */
const connectInSession =
  (choice: string) =>
  async (accounts: string[]): Promise<Chosen> => {
    const { data } = await orThrow(
      api.POST('/v1/accounts/social/authorizations/choose', { body: { choice, accounts } }),
    )
    return { connected: data.accounts.length, refused: data.refused }
  }

const nameOf = ({ name, username, platform }: Offered): string => {
  const display = isPlatform(platform) ? PLATFORM_NAMES[platform] : platform
  return `${name || `@${username}`} (${display})`
}

interface ChoiceDialogProps {
  choice: Choice
  /** How many may be connected. */
  most?: number
  /** In the session of the signed-in person, unless it is given. */
  connect?: (accounts: string[]) => Promise<Chosen>
  /** Some were connected. */
  onConnected: () => void
  onClose: () => void
}

export function ChoiceDialog({ choice, most = MOST, connect, onConnected, onClose }: ChoiceDialogProps) {
  const text = useTexts('accounts', accountsTexts)
  const able = choice.accounts.filter(({ problem }) => problem === null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(able.length <= most ? able.map(({ id }) => id) : []),
  )
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const connecting = useMutation({
    mutationFn: () => (connect ?? connectInSession(choice.id))([...chosen]),
    onSuccess: ({ connected, refused: not }) => {
      onConnected()
      if (connected > 0) showToast({ kind: 'done', text: text.someConnected(connected) })
      if (not.length === 0) return onClose()
      const problems = new Map(not.map(({ id, message }) => [id, message]))
      setDone(new Set([...done, ...[...chosen].filter((id) => !problems.has(id))]))
      setChosen(new Set())
      setRefused(problems)
    },
  })
  const change = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connecting.mutate()
  }
  return (
    <Dialog title={text.choose} onClose={onClose} closable={!connecting.isPending}>
      <form className="stack" onSubmit={submit}>
        <p>{able.length > most ? text.chooseAtMost(most) : text.chooseWhy}</p>
        <ul className="choices">
          {choice.accounts.map((account) => {
            const { id, username, platform, problem } = account
            const why = problem ?? refused.get(id)
            const why_id = `why-${id}`
            return (
              <li key={`${platform} ${id}`}>
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={chosen.has(id)}
                    disabled={problem !== null || done.has(id) || connecting.isPending}
                    aria-describedby={why === undefined ? undefined : why_id}
                    onChange={({ target }) => change(id, target.checked)}
                  />
                  {/* Its picture is at the platform, from where this page may show none, until it is connected. */}
                  <AccountFace
                    of={{ profile_url: '', username, platform: { name: platform, display_name: platform } }}
                  />
                  <span>{nameOf(account)}</span>
                </label>
                {why !== undefined && (
                  <p className="quiet small" id={why_id}>
                    {why}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
        <FormFoot
          action={text.connectNow}
          onCancel={onClose}
          busy={connecting.isPending}
          locked={chosen.size === 0 || chosen.size > most}
          error={connecting.error}
        />
      </form>
    </Dialog>
  )
}
