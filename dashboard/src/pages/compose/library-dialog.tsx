import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import composeTexts from '../../i18n/en/compose.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type Asset, mediaQuery } from '../../media/media-queries.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormFoot } from '../../parts/form-foot.tsx'
import { Loaded } from '../../parts/loaded.tsx'

interface LibraryDialogProps {
  kinds: readonly string[]
  onPick: (assets: readonly Asset[]) => void
  onClose: () => void
}

/** Media that were uploaded before, to be picked in the order in which they are ticked. */
export function LibraryDialog({ kinds, onPick, onClose }: LibraryDialogProps) {
  const text = useTexts('compose', composeTexts)
  const mediaText = useTexts('media', mediaTexts)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<readonly Asset[]>([])
  const query = useQuery(mediaQuery(useDeferredValue(search.trim()), kinds.length === 1 ? 'video' : '', page))
  return (
    <Dialog title={text.library} onClose={onClose}>
      <div className="stack">
        <input
          type="search"
          aria-label={mediaText.search}
          placeholder={mediaText.search}
          maxLength={255}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setPage(1)
          }}
        />
        <Loaded query={query}>
          {({ result, result_info: { total_pages } }) => (
            <>
              {result.length === 0 && <p className="quiet">{mediaText.none}</p>}
              <ul className="media-grid library" aria-label={mediaText.list}>
                {result
                  .filter(({ content_type }) => kinds.includes(content_type.split('/')[0]!))
                  .map((asset) => (
                    <li key={asset.id}>
                      <label className="medium">
                        <Thumbnail asset={asset} />
                        <span className="choice">
                          <input
                            type="checkbox"
                            checked={picked.some(({ id }) => id === asset.id)}
                            onChange={({ target }) =>
                              setPicked(
                                target.checked ? [...picked, asset] : picked.filter(({ id }) => id !== asset.id),
                              )
                            }
                          />
                          <span className="clip">{asset.title}</span>
                        </span>
                      </label>
                    </li>
                  ))}
              </ul>
              {total_pages > 1 && (
                <div className="actions">
                  <button type="button" className="button" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                    {mediaText.previous}
                  </button>
                  <button
                    type="button"
                    className="button"
                    disabled={page >= total_pages}
                    onClick={() => setPage(page + 1)}
                  >
                    {mediaText.next}
                  </button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </div>
      <FormFoot action={text.addPicked} onAct={() => onPick(picked)} locked={picked.length === 0} onCancel={onClose} />
    </Dialog>
  )
}
