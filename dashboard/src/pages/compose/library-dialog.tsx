import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Asset, mediaQuery } from '../../media/media-queries.ts'
import { useMediaTexts } from '../../media/media-texts.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { usePartsTexts } from '../../parts/parts-texts.ts'
import { useComposeTexts } from './compose-texts.ts'

interface LibraryDialogProps {
  kinds: readonly string[]
  onPick: (assets: readonly Asset[]) => void
  onClose: () => void
}

/** Media that were uploaded before, to be picked in the order in which they are ticked. */
export function LibraryDialog({ kinds, onPick, onClose }: LibraryDialogProps) {
  const text = useComposeTexts()
  const mediaTexts = useMediaTexts()
  const parts = usePartsTexts()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<readonly Asset[]>([])
  const query = useQuery(mediaQuery(useDeferredValue(search.trim()), kinds.length === 1 ? 'video' : '', page))
  return (
    <Dialog title={text.library} onClose={onClose}>
      <div className="stack">
        <input
          type="search"
          aria-label={mediaTexts.search}
          placeholder={mediaTexts.search}
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
              {result.length === 0 && <p className="quiet">{mediaTexts.none}</p>}
              <ul className="media-grid library" aria-label={mediaTexts.list}>
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
                    {mediaTexts.previous}
                  </button>
                  <button
                    type="button"
                    className="button"
                    disabled={page >= total_pages}
                    onClick={() => setPage(page + 1)}
                  >
                    {mediaTexts.next}
                  </button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </div>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          {parts.cancel}
        </button>
        <button type="button" className="button primary" disabled={picked.length === 0} onClick={() => onPick(picked)}>
          {text.addPicked}
        </button>
      </footer>
    </Dialog>
  )
}
