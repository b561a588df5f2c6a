// Connecting an account of a platform whose accounts have servers of their own: what finds the account, or a password for apps.

import { type FormEvent, useState } from 'react'
import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import type { ConnectOutcome } from '../../api/channel.ts'
import { api, orThrow } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { issueAt, useFieldProblem } from '../../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import type { Named } from './connect.ts'

interface ConnectDialogProps {
  platform: PlatformId
  /** The name that was given before, where it is connected again. */
  before: string | undefined
  /** Goes on at the platform. @returns what went wrong. */
  onContinue: (named: Named) => Promise<unknown>
  /** It was connected without the platform's page; absent where nobody is to hand over a password. */
  onEnd?: (outcome: ConnectOutcome) => void
  onClose: () => void
}

/** An error about one of these fields is shown beside it; others below. */
const restOf = (error: unknown, paths: readonly string[]): unknown =>
  paths.some((path) => issueAt(error, path) !== undefined) ? null : error

export function ConnectDialog({ platform, before, onContinue, onEnd, onClose }: ConnectDialogProps) {
  const text = useTexts('accounts', accountsTexts)
  const fieldProblem = useFieldProblem()
  const { asks, ways } = factsOf(platform).sign_in
  const hasPasswords = onEnd !== undefined && ways.includes('password')
  // A username without `@server` does not name the server.
  const [named, setNamed] = useState(asks === 'host' && !before?.includes('@') ? '' : (before ?? ''))
  const [byPassword, setByPassword] = useState(false)
  const [password, setPassword] = useState('')
  const [server, setServer] = useState('')
  const [tried, setTried] = useState(false)
  const continuing = useMutation({
    mutationFn: async () => {
      const error = await onContinue(asks === 'host' ? { host: named.trim() } : { handle: named.trim() })
      if (error !== undefined) throw error
    },
    onSuccess: onClose,
  })
  const signingIn = useMutation({
    mutationFn: async (): Promise<ConnectOutcome> => {
      const host = server.trim() === '' ? {} : { host: server.trim() }
      const { data } = await orThrow(
        api.POST('/v1/accounts/social/authorizations/password', {
          body: { platform, identifier: named.trim(), password, ...host },
        }),
      )
      if ('choice' in data) return { is: 'choice', choice: data.choice }
      return { is: 'connected', connection: data, again: data.again }
    },
    onSuccess: (outcome) => {
      onEnd?.(outcome)
      onClose()
    },
  })
  const acting = byPassword ? signingIn : continuing
  const busy = continuing.isPending || signingIn.isPending
  const name = PLATFORM_NAMES[platform]
  const namedLabel = asks === 'host' ? text.server : text.handle
  const lacking = named.trim() === '' ? text.needed : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (lacking === undefined && !(byPassword && password === '')) acting.mutate()
  }
  const namedProblem =
    (tried ? lacking : undefined) ??
    ['host', 'handle', 'identifier']
      .map((path) => (byPassword && path === 'host' ? undefined : fieldProblem(acting.error, path, namedLabel)))
      .find((problem) => problem !== undefined)
  return (
    <Dialog title={text.connect(name)} onClose={onClose} closable={!busy}>
      <DialogForm busy={busy} onSubmit={submit}>
        <Field
          label={namedLabel}
          hint={asks === 'host' ? text.serverHint(name) : text.handleHint(name)}
          problem={namedProblem}
        >
          {(control) => (
            <input
              {...control}
              value={named}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setNamed(target.value)}
            />
          )}
        </Field>
        {byPassword && (
          <>
            <Field
              label={text.appPassword}
              hint={text.appPasswordHint(name)}
              problem={
                (tried && password === '' ? text.needed : undefined) ??
                fieldProblem(acting.error, 'password', text.appPassword)
              }
            >
              {(control) => (
                // Read out and found as a textbox: a password for apps is copied, and shown while it is checked.
                <input
                  {...control}
                  value={password}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) => setPassword(target.value)}
                />
              )}
            </Field>
            <Field
              label={text.server}
              optional
              hint={text.serverOptional}
              problem={fieldProblem(acting.error, 'host', text.server)}
            >
              {(control) => (
                <input
                  {...control}
                  value={server}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) => setServer(target.value)}
                />
              )}
            </Field>
          </>
        )}
        {hasPasswords && !byPassword && (
          <p>
            <button
              type="button"
              className="button small"
              onClick={({ currentTarget }) => {
                // This button goes away.
                currentTarget.form?.querySelector('input')?.focus()
                setTried(false)
                setByPassword(true)
              }}
            >
              {text.usePassword}
            </button>
          </p>
        )}
        <FormFoot
          action={byPassword ? text.connectNow : text.goOn}
          onCancel={onClose}
          busy={busy}
          error={restOf(acting.error, ['host', 'handle', 'identifier', 'password'])}
        />
      </DialogForm>
    </Dialog>
  )
}
