// The browsers that are signed in as this person, and how to sign them out: a page of its own, and a part of Security.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import type { SignIn } from '../../api/schemas.ts'
import { useSession } from '../../api/session.ts'
import sessionsTexts from '../../i18n/en/sessions.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { signOutEverywhere } from '../../sign-out/everywhere.ts'
import { forgetDrafts, useHasDrafts } from '../../sign-out/own-drafts.ts'
import { browserOf } from './browser-name.ts'

/** The person's sign-ins, and where a passkey is added. */
export const useSignIns = () =>
  useQuery({
    queryKey: ['sign-ins'],
    queryFn: async () => {
      const { data, passkeys_url } = await orThrow(api.GET('/v1/sessions'))
      return { signIns: data, passkeysUrl: passkeys_url ?? null }
    },
  })

/** A button that signs the person out of every browser, after a question. */
export function SignOutEverywhere() {
  const text = useTexts('sessions', sessionsTexts)
  const { person } = useSession()
  const drafts = useHasDrafts(person.id)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {text.everywhere}
      </button>
      {asking && (
        <ConfirmDialog
          title={`${text.everywhere}?`}
          action={text.everywhere}
          run={() => signOutEverywhere(() => forgetDrafts(person.id))}
          onDone={close}
          onClose={close}
        >
          <p>{text.everywhereWhy}</p>
          {drafts && <p>{text.draftsGo}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}

export function SignInTable({ signIns }: { signIns: readonly SignIn[] }) {
  const text = useTexts('sessions', sessionsTexts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState<SignIn | null>(null)
  const nameOf = ({ user_agent }: SignIn): string => {
    const known = browserOf(user_agent)
    return known === null ? text.unknown : text.on(known.browser, known.system)
  }
  const close = () => setAsking(null)
  return (
    <>
      <Table
        caption={text.caption}
        captionOnlyRead
        rows={signIns}
        keyOf={({ id }) => id}
        columns={[
          {
            title: text.browser,
            heads: true,
            cell: (signIn) => (
              <span className="actions">
                {nameOf(signIn)} {signIn.current && <Badge tone="good">{text.current}</Badge>}
              </span>
            ),
          },
          { title: text.since, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
          { title: text.lastUsed, cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
          { title: text.ends, cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
          {
            title: text.actions,
            actions: true,
            cell: (signIn) => (
              <span className="actions">
                {!signIn.current && (
                  <button type="button" className="button small" onClick={() => setAsking(signIn)}>
                    {text.end}
                  </button>
                )}
              </span>
            ),
          },
        ]}
      />
      {asking !== null && (
        <ConfirmDialog
          title={text.endOne}
          action={text.end}
          run={() => orThrow(api.DELETE('/v1/sessions/{id}', { params: { path: { id: asking.id } } }))}
          onDone={() => {
            close()
            showToast({ kind: 'done', text: text.ended })
            void queries.invalidateQueries({ queryKey: ['sign-ins'] })
          }}
          onClose={close}
        >
          <p>{text.endOneWhy(nameOf(asking))}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
