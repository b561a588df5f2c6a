import { useEffect, useRef, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { takes } from './check-draft.ts'
import { type AccountGroup, type Draft, draftsOf, loadGroups, loadLast, saveGroups } from './draft.ts'
import { Fold } from './fold.tsx'
import { Glyph } from './glyphs.tsx'

/** From so many accounts on one searches them, and keeps groups. */
const MANY = 8
/** Up to so many are named one by one. */
const FEW = 4

export const nameOfAccount = ({ username, platform }: Connection): string => `@${username} (${platform.display_name})`

interface AccountChoiceProps {
  draft: Draft
  connections: readonly Connection[]
  problem: string | undefined
  onChange: (accounts: readonly string[]) => void
}

/** The accounts as chips: checkboxes with picture and mark; searched and grouped where there are many. */
export function AccountChoice({ draft, connections, problem, onChange }: AccountChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const [filter, setFilter] = useState('')
  const many = connections.length >= MANY
  const wanted = filter.trim().toLowerCase()
  const shown = many
    ? connections.filter((each) => `${nameOfAccount(each)} ${each.name}`.toLowerCase().includes(wanted))
    : connections
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...draft.accounts, id] : draft.accounts.filter((each) => each !== id))
  return (
    <fieldset className="accounts-choice" aria-describedby={problem && 'accounts-problem'} data-field="accounts">
      <legend className="only-read">{text.accounts}</legend>
      {many && (
        <input
          type="search"
          aria-label={text.filterAccounts}
          placeholder={text.filterAccounts}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <div className="chips">
        {shown.map((connection) => {
          // A type that nobody chose follows the accounts.
          const taken = !draft.typed || takes(connection, draft.type)
          const { id, username, status } = connection
          return (
            <label
              className="chip account-choice"
              key={id}
              title={taken ? nameOfAccount(connection) : `${nameOfAccount(connection)}: ${text.notTaken}`}
            >
              <input
                type="checkbox"
                aria-label={nameOfAccount(connection)}
                aria-description={taken ? undefined : text.notTaken}
                checked={taken && draft.accounts.includes(id)}
                disabled={!taken}
                onChange={({ target }) => toggle(id, target.checked)}
              />
              <AccountFace of={connection} />
              <span className="chip-name">@{username}</span>
              {status === 'reconnect_required' && <Badge tone="warning">{text.reconnectNeeded}</Badge>}
              {status === 'action_required' && <Badge tone="warning">{text.actionNeeded}</Badge>}
              <Glyph name="check" />
            </label>
          )
        })}
        {draft.accounts.length === 0 && <AtOnce draft={draft} connections={connections} onChoose={onChange} />}
      </div>
      {problem !== undefined && (
        <p className="field-problem" id="accounts-problem">
          {problem}
        </p>
      )}
      {many && <Groups chosen={draft.accounts} onChoose={onChange} />}
    </fieldset>
  )
}

interface AtOnceProps {
  draft: Draft
  connections: readonly Connection[]
  onChoose: (accounts: readonly string[]) => void
}

/**
 * Several accounts by one button that says which: those of the last post, or all where there are few. Nothing is chosen by itself,
 * because others see a post on a wrong account before anybody here notices.
 */
function AtOnce({ draft: { type, typed }, connections, onChoose }: AtOnceProps) {
  const text = useTexts('compose', composeTexts)
  const whose = draftsOf(useSession())
  const [last, setLast] = useState<readonly string[] | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Where the browser keeps nothing there was no last post.
    loadLast(whose).then(setLast, () => setLast([]))
  }, [whose])
  if (last === null) return null
  const can = (each: Connection) => each.status === 'connected' && (!typed || takes(each, type))
  const before = connections.filter((each) => last.includes(each.id) && can(each))
  const same = before.length > 1 && before.length === last.length
  const few = connections.length > 1 && connections.length <= FEW && connections.every(can)
  if (!same && !few) return null
  const chosen = same ? before : connections
  const isAll = chosen.length === connections.length
  const names = chosen.length > FEW ? text.toAccounts(chosen.length) : chosen.map(nameOfAccount).join(', ')
  return (
    <button
      ref={button}
      type="button"
      className="button small"
      title={names}
      onClick={() => {
        const chips = button.current?.parentElement
        onChoose(chosen.map(({ id }) => id))
        // The button is gone then.
        requestAnimationFrame(() => chips?.querySelector<HTMLElement>('input:checked')?.focus())
      }}
    >
      {isAll ? text.allAccounts(chosen.length) : text.sameAccounts(names)}
    </button>
  )
}

/** Accounts that are posted to together, by a name. */
function Groups({ chosen, onChoose }: { chosen: readonly string[]; onChoose: (accounts: readonly string[]) => void }) {
  const text = useTexts('compose', composeTexts)
  const ownerId = useSession().owner.id
  const [open, setOpen] = useState(false)
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
  const add = () => {
    keep([...groups.filter((group) => group.name !== name.trim()), { name: name.trim(), accounts: chosen }])
    setName('')
  }
  return (
    <Fold name={text.groups} says={groups.map((group) => group.name).join(', ')} open={open} onOpen={setOpen}>
      {groups.length > 0 && (
        <div className="actions">
          {groups.map((group) => (
            <span className="group" key={group.name}>
              <button type="button" className="button small" onClick={() => onChoose(group.accounts)}>
                {group.name}
              </button>
              <button
                type="button"
                className="button small plain"
                aria-label={text.removeGroup(group.name)}
                onClick={() => keep(groups.filter((other) => other !== group))}
              >
                <Glyph name="remove" />
              </button>
            </span>
          ))}
        </div>
      )}
      <div className="group">
        <input
          aria-label={text.groupName}
          placeholder={text.groupName}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="button" className="button" disabled={name.trim() === '' || chosen.length === 0} onClick={add}>
          {text.saveGroup}
        </button>
      </div>
    </Fold>
  )
}
