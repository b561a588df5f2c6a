import { useEffect, useState } from 'react'
import type { Connection } from '../../api/schemas.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { takes } from './check-draft.ts'
import { type AccountGroup, type Draft, loadGroups, saveGroups } from './draft.ts'

const MANY = 8

interface AccountChoiceProps {
  draft: Draft
  connections: readonly Connection[]
  problem: string | undefined
  onChange: (accounts: readonly string[]) => void
  onOwnText: (accountId: string, words: string) => void
}

/** Checkboxes of the accounts, filtered where there are many, and groups of them with a name. */
export function AccountChoice({ draft, connections, problem, onChange, onOwnText }: AccountChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const ownerId = useSession().owner.id
  const [filter, setFilter] = useState('')
  const [groups, setGroups] = useState<readonly AccountGroup[]>([])
  const [name, setName] = useState('')
  useEffect(() => {
    // Where the browser keeps nothing there are no groups.
    loadGroups(ownerId).then(setGroups, () => {})
  }, [ownerId])
  const keep = (next: readonly AccountGroup[]) => {
    setGroups(next)
    void saveGroups(ownerId, next).catch(() => {})
  }
  const shown = connections.filter(({ username }) => username.toLowerCase().includes(filter.trim().toLowerCase()))
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...draft.accounts, id] : draft.accounts.filter((each) => each !== id))
  return (
    <fieldset className="card" aria-describedby={problem && 'accounts-problem'}>
      <legend className="only-read">{text.accounts}</legend>
      <strong aria-hidden="true">{text.accounts}</strong>
      {connections.length > MANY && (
        <input
          type="search"
          aria-label={text.filterAccounts}
          placeholder={text.filterAccounts}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <div className="account-choices">
        {shown.map((connection) => {
          const taken = takes(connection, draft.type)
          const name = `@${connection.username} (${connection.platform.display_name})`
          const chosen = taken && draft.accounts.includes(connection.id)
          return (
            <div className="account-choice" key={connection.id}>
              <label className="choice">
                <input
                  type="checkbox"
                  checked={chosen}
                  disabled={!taken}
                  onChange={({ target }) => toggle(connection.id, target.checked)}
                />
                {name}
              </label>
              {!taken && <span className="quiet">{text.notTaken}</span>}
              {connection.status === 'reconnect_required' && <Badge tone="warning">{text.reconnectNeeded}</Badge>}
              {chosen &&
                (draft.accounts.length > 1 || draft.own[connection.id] !== undefined) &&
                draft.type !== 'stories' && (
                  <OwnText
                    account={name}
                    words={draft.own[connection.id] ?? ''}
                    onChange={(words) => onOwnText(connection.id, words)}
                  />
                )}
            </div>
          )
        })}
      </div>
      {problem !== undefined && (
        <p className="field-problem" id="accounts-problem">
          {problem}
        </p>
      )}
      <details className="groups">
        <summary>{text.groups}</summary>
        <div className="actions">
          {groups.map((group) => (
            <span className="group" key={group.name}>
              <button type="button" className="button small" onClick={() => onChange(group.accounts)}>
                {group.name}
              </button>
              <button
                type="button"
                className="button small"
                aria-label={text.removeGroup(group.name)}
                onClick={() => keep(groups.filter((other) => other !== group))}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </span>
          ))}
        </div>
        <div className="group-new">
          <input
            aria-label={text.groupName}
            placeholder={text.groupName}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button
            type="button"
            className="button"
            disabled={name.trim() === '' || draft.accounts.length === 0}
            onClick={() => {
              keep([
                ...groups.filter((group) => group.name !== name.trim()),
                { name: name.trim(), accounts: draft.accounts },
              ])
              setName('')
            }}
          >
            {text.saveGroup}
          </button>
        </div>
      </details>
    </fieldset>
  )
}

/** What one account says in place of the text for all. */
function OwnText({ account, words, onChange }: { account: string; words: string; onChange: (words: string) => void }) {
  const text = useTexts('compose', composeTexts)
  return (
    <details className="own-text" open={words !== ''}>
      <summary>{text.ownText}</summary>
      <textarea
        rows={4}
        aria-label={text.captionFor(account)}
        value={words}
        onChange={({ target }) => onChange(target.value)}
      />
    </details>
  )
}
