import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../api/mutation.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import {
  changeMedium,
  type LibraryAsset,
  mediaChanged,
  tagsIn,
  tagsOf,
  tagsQuery,
  writtenFor,
} from '../../media/media-queries.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { showToast } from '../../parts/toasts.tsx'

/** As long as the service takes them. */
const MAX_TITLE = 255
const MAX_DESCRIPTION = 1000

/** People's description of a file: its name, what it shows, and its tags. */
export function DetailsDialog({ asset, onClose }: { asset: LibraryAsset; onClose: () => void }) {
  const text = useTexts('media', mediaTexts)
  const fieldProblem = useFieldProblem()
  const of = `described-${asset.id}`
  const [title, setTitle] = useKeptField(`${of}-title`, asset.title)
  const [description, setDescription] = useKeptField(`${of}-text`, writtenFor(asset))
  const [tags, setTags] = useKeptField(`${of}-tags`, tagsOf(asset).join(', '))
  const [tried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      // Only changed fields are sent: somebody else may have changed the others.
      const changes = {
        ...(title.trim() === asset.title ? {} : { title: title.trim() }),
        ...(description.trim() === writtenFor(asset) ? {} : { description: description.trim() }),
        ...(tags === tagsOf(asset).join(', ') ? {} : { tags: tagsIn(tags) }),
      }
      if (Object.keys(changes).length > 0) await changeMedium(asset.id, changes)
    },
    onSuccess: () => {
      showToast({ kind: 'done', text: text.saved(title.trim()) })
      void mediaChanged()
      onClose()
    },
  })
  const wrong = title.trim() === '' ? text.titleRequired : undefined
  const refused = {
    title: fieldProblem(saving.error, 'title', text.name),
    tags: fieldProblem(saving.error, 'tags', text.tags),
  }
  return (
    <Dialog title={text.detailsTitle} onClose={onClose} closable={!saving.isPending}>
      <DialogForm
        busy={saving.isPending}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          setTried(true)
          if (wrong === undefined) saving.mutate()
        }}
      >
        <div className="details-picture">
          <Thumbnail asset={asset} />
        </div>
        <Field label={text.name} problem={(tried ? wrong : undefined) ?? refused.title}>
          {(control) => (
            <input {...control} maxLength={MAX_TITLE} value={title} onChange={({ target }) => setTitle(target.value)} />
          )}
        </Field>
        <Field label={text.description} hint={text.descriptionHint} optional>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={MAX_DESCRIPTION}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        <TagField written={tags} problem={refused.tags} onChange={setTags} />
        <FormFoot
          action={text.save}
          onCancel={onClose}
          busy={saving.isPending}
          error={refused.title === undefined && refused.tags === undefined ? saving.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}

/** So many of the tags in use are offered. */
const OFFERED = 8

interface TagFieldProps {
  written: string
  problem: string | undefined
  onChange: (written: string) => void
}

/** Tags between commas; the most used ones are offered as buttons. */
export function TagField({ written, problem, onChange }: TagFieldProps) {
  const text = useTexts('media', mediaTexts)
  const { data = [] } = useQuery(tagsQuery)
  const own = tagsIn(written).map((tag) => tag.toLowerCase())
  const offered = data.map(({ tag }) => tag).filter((tag) => !own.includes(tag))
  return (
    <div>
      <Field label={text.tags} hint={text.tagsHint} problem={problem} optional>
        {(control) => <input {...control} value={written} onChange={({ target }) => onChange(target.value)} />}
      </Field>
      {offered.length > 0 && (
        <span className="medium-tags">
          {offered.slice(0, OFFERED).map((tag) => (
            <button
              key={tag}
              type="button"
              className="tag"
              aria-label={text.addTag(tag)}
              onClick={() => onChange([...tagsIn(written), tag].join(', '))}
            >
              + {tag}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}
