import type { Key } from '../../api/schemas.ts'
import keysTexts from '../../i18n/en/keys.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { RelativeTime, Time } from '../../parts/time.tsx'

interface KeyTableProps {
  keys: readonly Key[]
  /** The actions on a key; false where there are none. */
  actions: false | { onRotate: (key: Key) => void; onRevoke: (key: Key) => void }
}

export function KeyTable({ keys, actions }: KeyTableProps) {
  const text = useTexts('keys', keysTexts)
  const { never } = useTexts('parts', partsTexts)
  const makerName = useMakerName()
  const formats = useFormats()
  const columns: Column<Key>[] = [
    {
      title: text.name,
      heads: true,
      cell: ({ name, created_at, created_by: maker }) => (
        <>
          {name}
          <p className="quiet small">
            {text.created} <span className="one-line">{formats.date(created_at)}</span>
            {/* Keys that were made before makers were recorded have none. */}
            {maker && ` · ${makerName(maker)}`}
          </p>
        </>
      ),
    },
    { title: text.status, cell: (key) => <State of={key} /> },
    {
      title: text.lastUsed,
      cell: ({ last_used_at }) =>
        last_used_at === null ? <span className="quiet">{never}</span> : <RelativeTime at={last_used_at} />,
    },
    { title: text.requests, numeric: true, cell: ({ requests_last_day }) => formats.number(requests_last_day) },
    { title: text.rateColumn, numeric: true, cell: ({ rate_limit }) => text.perMinute(rate_limit) },
  ]
  if (actions !== false) {
    columns.push({
      title: text.actions,
      actions: true,
      cell: (key) => (
        <span className="actions">
          {key.assistant === null && (
            <button
              type="button"
              className="button small"
              aria-description={key.name}
              onClick={() => actions.onRotate(key)}
            >
              {text.rotate}
            </button>
          )}
          <button
            type="button"
            className="button small"
            aria-description={key.name}
            onClick={() => actions.onRevoke(key)}
          >
            {text.revoke}
          </button>
        </span>
      ),
    })
  }
  return <Table caption={text.caption} captionOnlyRead close columns={columns} rows={keys} keyOf={({ id }) => id} />
}

function State({ of: key }: { of: Key }) {
  const text = useTexts('keys', keysTexts)
  if (key.status === 'revoked') {
    return (
      <>
        <Badge tone="neutral">{text.revoked}</Badge> {key.revoked_at !== null && <RelativeTime at={key.revoked_at} />}
      </>
    )
  }
  return (
    <>
      <Badge tone="good">{text.active}</Badge>
      {key.assistant !== null && (
        <p className="quiet small">
          {text.assistant(text.assistantMay[key.assistant.role], key.assistant.redirect_host)}{' '}
          <Time at={key.assistant.until} />
        </p>
      )}
      {key.old_secret_until !== null && key.old_secret_until > Date.now() && (
        <p className="quiet small">
          {text.oldSecretWorks} ({text.oldSecretUntil} <Time at={key.old_secret_until} />)
        </p>
      )}
    </>
  )
}
