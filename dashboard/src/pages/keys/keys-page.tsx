import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery, revokeKey } from '../../api/keys.ts'
import type { Key } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import keysTexts from '../../i18n/en/keys.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { type NewSecret, SecretDialog } from './secret-dialog.tsx'

type Open =
  | { is: 'create' }
  | { is: 'rotate'; key: Key }
  | { is: 'revoke'; key: Key }
  | { is: 'secret'; secret: NewSecret }

/** The owner's keys: made, rotated and revoked here. */
export function KeysPage() {
  const text = useTexts('keys', keysTexts)
  const queries = useQueryClient()
  const mayChange = useMay('admin')
  const [open, setOpen] = useState<Open | null>(null)
  const query = useQuery(keysQuery)
  const close = () => setOpen(null)
  const changed = () => void queries.invalidateQueries({ queryKey: ['keys'] })
  const show = (secret: NewSecret) => {
    setOpen({ is: 'secret', secret })
    changed()
  }
  const create = mayChange && (
    <button type="button" className="button primary" onClick={() => setOpen({ is: 'create' })}>
      {text.create}
    </button>
  )
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} {!mayChange && text.onlyAdmins} <HelpLink operation="createKey" />
        </>
      }
      actions={create}
    >
      <Loaded query={query}>
        {({ data: keys }) => {
          const active = keys.filter(({ status }) => status === 'active')
          const revoked = keys.filter(({ status }) => status === 'revoked')
          return (
            <>
              {active.length === 0 ? (
                <EmptyState title={text.empty}>{mayChange ? text.emptyWhy : text.emptyViewer}</EmptyState>
              ) : (
                <KeyTable
                  keys={active}
                  actions={
                    mayChange && {
                      onRotate: (key) => setOpen({ is: 'rotate', key }),
                      onRevoke: (key) => setOpen({ is: 'revoke', key }),
                    }
                  }
                />
              )}
              {revoked.length > 0 && (
                <details className="section">
                  <summary>{text.folded(revoked.length)}</summary>
                  <KeyTable keys={revoked} actions={false} />
                </details>
              )}
            </>
          )
        }}
      </Loaded>
      {open?.is === 'create' && <CreateDialog most={query.data?.rate_limit_max} onDone={show} onClose={close} />}
      {open?.is === 'rotate' && <RotateDialog target={open.key} onDone={show} onClose={close} />}
      {open?.is === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
      {open?.is === 'revoke' && (
        <ConfirmDialog
          title={text.revokeTitle(open.key.name)}
          action={text.revoke}
          run={() => revokeKey(open.key.id)}
          onDone={() => {
            close()
            changed()
            showToast({ kind: 'done', text: text.revokedDone(open.key.name) })
          }}
          onClose={close}
        >
          <p>{text.revokeWhy(open.key.requests_last_day)}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
