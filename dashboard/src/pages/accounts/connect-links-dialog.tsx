// Links by which clients connect accounts: making one, and how those of the last weeks stand.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PLATFORM_IDS, type PlatformId } from '../../../../core/platforms/facts.ts'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import connectLinksTexts from '../../i18n/en/connect-links.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { useMakerName } from '../../parts/maker.ts'
import { Problem } from '../../parts/problem.tsx'
import { useStay } from '../../parts/stay.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { RelativeTime, Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'

type Link = Schemas['ConnectLink']

interface NewConnectLink {
  platforms: PlatformId[]
  max_accounts: number
  label: string
}

const MOST = 20
const LINKS = ['connect-links'] as const

/** Makes a link and shows it, above those that were made before. */
export function ConnectLinksDialog({ onClose }: { onClose: () => void }) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const queries = useQueryClient()
  const again = () => void queries.invalidateQueries({ queryKey: LINKS })
  const making = useMutation({
    mutationFn: async (body: NewConnectLink) => (await orThrow(api.POST('/v1/accounts/connect-links', { body }))).data,
    onSuccess: again,
  })
  const { data: made } = making
  useStay(made !== undefined)
  return (
    // The address is told once: whoever closed this meanwhile would leave a link that nobody knows.
    <Dialog title={text.title} onClose={onClose} closable={made === undefined && !making.isPending}>
      {made === undefined ? (
        <>
          <NewLink making={making} onClose={onClose} />
          <Earlier onRevoked={again} />
        </>
      ) : (
        <>
          <div className="stack">
            <p>{text.made}</p>
            <CopyField
              label={text.link}
              hint={
                <>
                  {text.until} <Time at={made.expires_at} />
                </>
              }
              value={made.url}
            />
          </div>
          <footer>
            <button type="button" className="button primary" onClick={onClose}>
              {text.done}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  )
}

interface NewLinkProps {
  making: ReturnType<typeof useMutation<unknown, NewConnectLink>>
  onClose: () => void
}

function NewLink({ making, onClose }: NewLinkProps) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const [chosen, setChosen] = useKeptField<readonly PlatformId[]>('link-platforms', [])
  const [count, setCount] = useState<string | null>(null)
  const [label, setLabel] = useKeptField('link-label', '')
  const [tried, setTried] = useState(false)
  // As many as there are platforms, until somebody says otherwise.
  const number = count ?? String(Math.max(1, chosen.length))
  const wrong =
    /^\d{1,2}$/.test(number) && Number(number) >= 1 && Number(number) <= MOST ? undefined : text.accountsWrong(MOST)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined && chosen.length > 0)
      making.mutate({ platforms: [...chosen], max_accounts: Number(number), label: label.trim() })
  }
  return (
    <DialogForm busy={making.isPending} onSubmit={submit}>
      <p>{text.why}</p>
      <fieldset>
        <legend>{text.platforms}</legend>
        {PLATFORM_IDS.map((platform) => (
          <label className="choice" key={platform}>
            <input
              type="checkbox"
              checked={chosen.includes(platform)}
              onChange={({ target }) =>
                setChosen(PLATFORM_IDS.filter((id) => (id === platform ? target.checked : chosen.includes(id))))
              }
            />
            {PLATFORM_NAMES[platform]}
          </label>
        ))}
        {tried && chosen.length === 0 && (
          <p className="field-problem" role="alert">
            {text.choosePlatform}
          </p>
        )}
      </fieldset>
      <Field label={text.accounts} hint={text.accountsHint} problem={tried ? wrong : undefined}>
        {(control) => (
          <input
            {...control}
            type="number"
            min={1}
            max={MOST}
            value={number}
            onChange={({ target }) => setCount(target.value)}
          />
        )}
      </Field>
      <Field label={text.label} hint={text.labelHint} optional>
        {(control) => (
          <input {...control} maxLength={100} value={label} onChange={({ target }) => setLabel(target.value)} />
        )}
      </Field>
      <FormFoot action={text.create} onCancel={onClose} busy={making.isPending} error={making.error} />
    </DialogForm>
  )
}

const TONES = { open: 'good', used: 'neutral', expired: 'neutral', revoked: 'neutral' } as const

/** The links of the last weeks; nothing where there are none. */
function Earlier({ onRevoked }: { onRevoked: () => void }) {
  const text = useTexts('connectLinks', connectLinksTexts)
  const makerName = useMakerName()
  const formats = useFormats()
  const { data = [], error } = useQuery({
    queryKey: LINKS,
    queryFn: async () => (await orThrow(api.GET('/v1/accounts/connect-links'))).data,
  })
  const [asked, setAsked] = useState<Link | null>(null)
  const close = () => setAsked(null)
  // An open link that cannot be seen cannot be revoked either.
  if (data.length === 0) return error === null ? null : <Problem error={error} />
  const columns: Column<Link>[] = [
    {
      title: text.columns.client,
      heads: true,
      cell: ({ label, created_by }) => (
        <>
          {label || text.nameless}
          {created_by && <p className="quiet small">{makerName(created_by)}</p>}
        </>
      ),
    },
    {
      title: text.columns.platforms,
      cell: ({ platforms }) => platforms.map(({ display_name }) => display_name).join(', '),
    },
    {
      title: text.columns.state,
      cell: ({ state, expires_at, connected, max_accounts }) => (
        <>
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          {state === 'open' && (
            <p className="quiet small">
              {text.ends} <RelativeTime at={expires_at} />
            </p>
          )}
          <p className="quiet small">
            {text.connectedOf(formats.number(connected.length), formats.number(max_accounts))}
          </p>
          {connected.map(({ username, platform }) => (
            <p className="quiet small" key={`${platform.name} ${username}`}>
              @{username} ({platform.display_name})
            </p>
          ))}
        </>
      ),
    },
    {
      title: text.columns.actions,
      actions: true,
      cell: (link) =>
        link.state === 'open' && (
          <button type="button" className="button small" aria-description={link.label} onClick={() => setAsked(link)}>
            {text.revoke}
          </button>
        ),
    },
  ]
  return (
    <>
      <Table caption={text.earlier} columns={columns} rows={data} keyOf={({ id }) => id} />
      {asked !== null && (
        <ConfirmDialog
          title={text.revokeTitle(asked.label || text.nameless)}
          action={text.revoke}
          run={() => orThrow(api.DELETE('/v1/accounts/connect-links/{id}', { params: { path: { id: asked.id } } }))}
          onDone={() => {
            close()
            showToast({ kind: 'done', text: text.revoked })
            onRevoked()
          }}
          onClose={close}
        >
          <p>{text.revokeWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
