import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PublisherError, type Schemas } from '../../api/client.ts'
import type { Connection } from '../../api/schemas.ts'
import hashtagsTexts from '../../i18n/en/hashtags.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Skeleton } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { tagsIn } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { hashtagQuery } from './look-up-queries.ts'
import { hashtagText, MAX_SEARCH, searchersIn } from './look-ups.ts'
import './words.css'

interface HashtagDialogProps {
  draft: Draft
  chosen: readonly Connection[]
  /** @param hashtag without `#`. */
  onAdd: (hashtag: string) => void
  onClose: () => void
}

/** Looks up how a hashtag is used. Each new one counts at the platform, so nothing is searched for while one types. */
export function HashtagDialog({ draft, chosen, onAdd, onClose }: HashtagDialogProps) {
  const text = useTexts('hashtags', hashtagsTexts)
  const searchers = searchersIn(chosen, 'hashtags')
  return (
    <Dialog title={text.title} onClose={onClose}>
      {searchers.length === 0 ? (
        <div className="stack">
          <p>{text.needFacebook}</p>
          <p>
            <Link className="button small" to="/accounts">
              {text.toAccounts}
            </Link>
          </p>
        </div>
      ) : (
        <HashtagSearch draft={draft} searchers={searchers} onAdd={onAdd} />
      )}
    </Dialog>
  )
}

interface HashtagSearchProps extends Pick<HashtagDialogProps, 'draft' | 'onAdd'> {
  searchers: readonly Connection[]
}

function HashtagSearch({ draft, searchers, onAdd }: HashtagSearchProps) {
  const text = useTexts('hashtags', hashtagsTexts)
  const [account, setAccount] = useState(searchers[0]!.id)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const search = useQuery({ ...hashtagQuery(account, asked ?? ''), enabled: asked !== null })
  const own = [...new Set(tagsIn(draft.hashtags).flatMap((tag) => hashtagText(tag) ?? []))]
  const ask = (given: string) => {
    const hashtag = hashtagText(given)
    setWrong(hashtag === null)
    if (hashtag === null) return
    if (hashtag === asked && search.isError) void search.refetch()
    else setAsked(hashtag)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed)
  }
  const usedUp = search.error instanceof PublisherError && search.error.code === 'search_limit_reached'
  return (
    <div className="stack">
      {searchers.length > 1 && (
        <label className="beside">
          <span>{text.account}</span>
          <select
            value={account}
            onChange={({ target }) => {
              setAccount(target.value)
              // It would count at the other account.
              setAsked(null)
            }}
          >
            {searchers.map(({ id, username }) => (
              <option key={id} value={id}>
                @{username}
              </option>
            ))}
          </select>
        </label>
      )}
      <form className="words-new" noValidate onSubmit={submit}>
        <input
          aria-label={text.hashtag}
          aria-invalid={wrong ? true : undefined}
          aria-describedby="hashtag-said"
          autoCapitalize="none"
          placeholder={text.hashtag}
          maxLength={MAX_SEARCH}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button" disabled={search.isFetching}>
          {text.lookUp}
        </button>
      </form>
      <p id="hashtag-said" className={wrong ? 'field-problem' : 'quiet small'}>
        {wrong ? text.noHashtag : text.hint}
      </p>
      {own.length > 0 && (
        <div className="actions">
          <span className="quiet small">{text.ofPost}</span>
          {own.map((hashtag) => (
            <button
              key={hashtag}
              type="button"
              className="button small"
              aria-label={text.lookUpNamed(hashtag)}
              disabled={search.isFetching}
              onClick={() => ask(hashtag)}
            >
              #{hashtag}
            </button>
          ))}
        </div>
      )}
      {search.isFetching ? (
        <Skeleton lines={2} />
      ) : usedUp ? (
        <p className="problem" role="alert">
          {text.usedUp}
        </p>
      ) : (
        <Problem error={search.error} />
      )}
      {search.data && !search.isFetching && !search.isError && (
        <Found found={search.data} added={own.includes(search.data.hashtag)} onAdd={onAdd} />
      )}
    </div>
  )
}

interface FoundProps {
  found: Schemas['FoundHashtag']
  /** Whether the post has it. */
  added: boolean
  onAdd: (hashtag: string) => void
}

function Found({ found: { hashtag, found, posts, searches }, added, onAdd }: FoundProps) {
  const text = useTexts('hashtags', hashtagsTexts)
  const days = Math.round(searches.period_ms / 86_400_000)
  return (
    <section className="stack" aria-label={`#${hashtag}`}>
      <p role="status">
        <strong>#{hashtag}</strong> {found ? text.used : text.unused}
      </p>
      {!added && (
        <p>
          <button type="button" className="button small" onClick={() => onAdd(hashtag)}>
            {text.add(hashtag)}
          </button>
        </p>
      )}
      {posts.length > 0 && (
        <ul className="words" aria-label={text.popular}>
          {posts.map(({ permalink, caption, likes, comments }) => (
            <li key={permalink}>
              <span className="words-said">
                <span className="clip">{caption || text.noCaption}</span>
                <span className="quiet small">
                  {[
                    ...(likes === null ? [] : [text.likes(likes)]),
                    ...(comments === null ? [] : [text.comments(comments)]),
                  ].join(', ')}
                </span>
              </span>
              {permalink.startsWith('https://') && (
                <a className="button small" href={permalink} target="_blank" rel="noreferrer">
                  {text.open}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet small">{text.searches(searches.used, searches.limit, days)}</p>
    </section>
  )
}
