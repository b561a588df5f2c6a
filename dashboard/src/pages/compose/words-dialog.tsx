import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import { queryClient } from '../../api/queries.ts'
import { useSameKey } from '../../api/same-key.ts'
import composeTexts from '../../i18n/en/compose.ts'
import teamDraftsTexts from '../../i18n/en/team-drafts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { tagsIn } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import './words.css'

/** Groups of hashtags are templates without a text. */
export type WordsKind = 'hashtags' | 'templates'

/** Words with a name, as the service keeps them: a draft that is started with again and again. */
interface Template {
  id: string
  version: number
  name: string
  content: string
  hashtags: string[]
}

const templateOf = ({ id, version, name, post }: Schemas['Draft']): Template => ({
  ...{ id, version, name: name ?? '' },
  content: typeof post.content === 'string' ? post.content : '',
  hashtags: Array.isArray(post.hashtags) ? post.hashtags.map(String) : [],
})

const TEMPLATES = ['templates']

const MAX_NAME = 100

type Words = Omit<Template, 'id' | 'version'>

const bodyOf = ({ name, content, hashtags }: Words) => ({ type: 'text' as const, name, post: { content, hashtags } })

/** Saves words under a name of their own. */
function useAdd(): (words: Words) => Promise<void> {
  const once = useSameKey()
  return async (words) => {
    const body = bodyOf(words)
    await once(body, (key) => orThrow(api.POST('/v1/drafts', { params: { header: { 'Idempotency-Key': key } }, body })))
  }
}

/** Saves words in the place of others. */
async function replace({ id, version }: Template, words: Words): Promise<void> {
  const body = { ...bodyOf(words), version }
  await orThrow(api.PUT('/v1/drafts/{id}', { params: { path: { id } }, body }))
}

const isOf = (kind: WordsKind, { content }: Template): boolean => (content === '') === (kind === 'hashtags')

/** A draft with the words of a template added: existing words stay. */
export function withWords(
  { content, hashtags }: Pick<Draft, 'content' | 'hashtags'>,
  added: Pick<Template, 'content' | 'hashtags'>,
) {
  const tags = tagsIn(hashtags)
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  const more = tagsIn(added.hashtags.join(' ')).filter((tag) => !known.has(tag.toLowerCase()))
  return {
    content: [content.trimEnd(), added.content].filter((part) => part !== '').join('\n\n'),
    hashtags: [...tags, ...more].join(' '),
  }
}

interface WordsDialogProps {
  kind: WordsKind
  draft: Draft
  onUse: (template: Template) => void
  onClose: () => void
}

/** The team's templates or groups of hashtags: to be put into the post, kept from it, and deleted. */
export function WordsDialog({ kind, draft, onUse, onClose }: WordsDialogProps) {
  const text = useTexts('compose', composeTexts)
  const team = useTexts('teamDrafts', teamDraftsTexts)
  const words = team.words[kind]
  const query = useQuery({
    queryKey: TEMPLATES,
    queryFn: async () => {
      const { data } = await orThrow(api.GET('/v1/drafts', { params: { query: { kind: 'template' } } }))
      return data.map(templateOf).sort((a, b) => a.name.localeCompare(b.name))
    },
  })
  const [name, setName] = useKeptField(`${kind}-name`, '')
  const [tried, setTried] = useState(false)
  /** Deleted here; can be restored while the dialog is open, as nothing outside of it can be pressed. */
  const [gone, setGone] = useState<Template | null>(null)
  const given = {
    name: name.trim(),
    content: kind === 'templates' ? draft.content.trim() : '',
    hashtags: tagsIn(draft.hashtags).map((tag) => tag.slice(1)),
  }
  const something = kind === 'templates' ? given.content !== '' : given.hashtags.length > 0
  const same = query.data?.find((template) => isOf(kind, template) && template.name === given.name)
  const changed = () => queryClient.invalidateQueries({ queryKey: TEMPLATES })
  const add = useAdd()
  const saving = useMutation({
    mutationFn: () => (same === undefined ? add(given) : replace(same, given)),
    onSuccess: async () => {
      await changed()
      showToast({ kind: 'done', text: team.wordsSaved(given.name) })
      setName('')
      setTried(false)
    },
  })
  const removing = useMutation({
    mutationFn: async (template: Template) => {
      await orThrow(api.DELETE('/v1/drafts/{id}', { params: { path: { id: template.id } } }))
    },
    onSuccess: async (_, template) => {
      await changed()
      setGone(template)
    },
  })
  const restoring = useMutation({
    mutationFn: (template: Template) => add(template),
    onSuccess: async () => {
      await changed()
      setGone(null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (given.name !== '' && something) saving.mutate()
  }
  return (
    <Dialog title={text.words[kind]} onClose={onClose} closable={!saving.isPending}>
      <div className="stack">
        <Loaded query={query}>
          {(all) => {
            const shown = all.filter((template) => isOf(kind, template))
            return shown.length === 0 ? (
              <p className="quiet">{words.none}</p>
            ) : (
              <ul className="words" aria-label={text.words[kind]}>
                {shown.map((template) => (
                  <li key={template.id}>
                    <span className="words-said">
                      <strong className="clip">{template.name}</strong>
                      <span className="quiet clip">
                        {[template.content, ...tagsIn(template.hashtags.join(' '))].filter(Boolean).join(' ')}
                      </span>
                    </span>
                    <button
                      type="button"
                      className="button small"
                      aria-label={team.insertNamed(template.name)}
                      onClick={() => onUse(template)}
                    >
                      {team.insert}
                    </button>
                    <button
                      type="button"
                      className="button small plain"
                      aria-label={team.deleteWords(template.name)}
                      disabled={removing.isPending}
                      onClick={() => removing.mutate(template)}
                    >
                      <Glyph name="remove" />
                    </button>
                  </li>
                ))}
              </ul>
            )
          }}
        </Loaded>
        {gone !== null && (
          <p className="actions" role="status">
            {team.wordsDeleted(gone.name)}
            <button
              type="button"
              className="button small"
              disabled={restoring.isPending}
              onClick={() => restoring.mutate(gone)}
            >
              {text.undo}
            </button>
          </p>
        )}
        <form className="words-new" noValidate onSubmit={submit}>
          <input
            aria-label={words.name}
            aria-invalid={tried && (given.name === '' || !something) ? true : undefined}
            aria-describedby="words-problem"
            placeholder={words.name}
            maxLength={MAX_NAME}
            value={name}
            // It is emptied once these words are saved.
            disabled={saving.isPending}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit" className="button" disabled={saving.isPending || query.data === undefined}>
            {same === undefined ? words.save : words.replace}
          </button>
        </form>
        <p id="words-problem" className={tried && !something ? 'field-problem' : 'quiet small'}>
          {something ? words.hint : words.nothing}
        </p>
        <Problem error={saving.error ?? removing.error ?? restoring.error} />
      </div>
    </Dialog>
  )
}
