// Actions on several files, one after the other; failures are told, and those files stay chosen.

import { type FormEvent, useRef, useState } from 'react'
import { api, orThrow, PublisherError } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import { changeMedium, type LibraryAsset, mediaChanged, tagsIn, tagsOf } from '../../media/media-queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { useProblemText } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { TagField } from './details-dialog.tsx'
import { UsesDialog } from './uses-dialog.tsx'

interface BulkProps {
  assets: readonly LibraryAsset[]
  /** With those that it did not work with. */
  onDone: (left: readonly LibraryAsset[]) => void
  onClose: () => void
}

/** A post needs the file. The service names it by its id. */
const isInUse = (error: unknown) => error instanceof PublisherError && error.code === 'media_in_use'

/** Does something with each; alone, what went wrong is thrown, to be told in the dialog. */
function useForEach(
  assets: readonly LibraryAsset[],
  act: (asset: LibraryAsset) => Promise<unknown>,
  said: (done: readonly LibraryAsset[]) => string,
) {
  const text = useTexts('media', mediaTexts)
  const problemText = useProblemText()
  return async () => {
    const done: LibraryAsset[] = []
    const problems: unknown[] = []
    for (const asset of assets) {
      try {
        await act(asset)
        done.push(asset)
      } catch (error) {
        problems.push(error)
      }
    }
    await mediaChanged()
    if (assets.length === 1 && problems.length === 1) throw problems[0]
    if (done.length > 0) showToast({ kind: 'done', text: said(done) })
    if (problems.length > 0)
      showToast({
        kind: 'failed',
        text: text.failedMany(problems.length, isInUse(problems[0]) ? text.inUse : problemText(problems[0])),
      })
    return assets.filter((asset) => !done.includes(asset))
  }
}

export function DeleteDialog({ assets, onDone, onClose }: BulkProps) {
  const text = useTexts('media', mediaTexts)
  const problemText = useProblemText()
  const left = useRef<readonly LibraryAsset[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [one] = assets
  const alone = assets.length === 1 && one !== undefined
  const removeAll = useForEach(
    assets,
    ({ id }) => orThrow(api.DELETE('/v1/media/{id}', { params: { path: { id } } })),
    (done) => (alone ? text.deleted(one.title) : text.deletedMany(done.length)),
  )
  if (alone && refusal !== undefined) return <UsesDialog asset={one} refusal={refusal} onClose={onClose} />
  return (
    <ConfirmDialog
      title={alone ? text.deleteTitle(one.title) : text.deleteManyTitle(assets.length)}
      action={text.delete}
      run={async () => {
        try {
          left.current = await removeAll()
        } catch (error) {
          if (isInUse(error)) setRefusal(problemText(error))
          throw error
        }
      }}
      onDone={() => onDone(left.current)}
      onClose={onClose}
    >
      <p>{alone ? text.deleteWhy : text.deleteManyWhy}</p>
    </ConfirmDialog>
  )
}

/** Adds tags to those that the files have. */
export function TagDialog({ assets, onDone, onClose }: BulkProps) {
  const text = useTexts('media', mediaTexts)
  const [written, setWritten] = useKeptField('tags', '')
  const [tried, setTried] = useState(false)
  const tagAll = useForEach(
    assets,
    (asset) => changeMedium(asset.id, { tags: [...tagsOf(asset), ...tagsIn(written)] }),
    (done) => text.taggedMany(done.length),
  )
  const tagging = useMutation({ mutationFn: tagAll, onSuccess: onDone })
  const wrong = tagsIn(written).length === 0 ? text.tagsRequired : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined) tagging.mutate()
  }
  return (
    <Dialog title={text.tagTitle(assets.length)} onClose={onClose} closable={!tagging.isPending}>
      <DialogForm busy={tagging.isPending} onSubmit={submit}>
        <TagField written={written} problem={tried ? wrong : undefined} onChange={setWritten} />
        <FormFoot action={text.addTags} onCancel={onClose} busy={tagging.isPending} error={tagging.error} />
      </DialogForm>
    </Dialog>
  )
}
