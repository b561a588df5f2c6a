import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import { type Asset, type MediaFilter, mediaChanged, mediaQuery } from '../../media/media-queries.ts'
import '../../media/media.css'
import { HelpLink } from '../../help/help-link.tsx'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { UploadProgress } from '../../media/upload-progress.tsx'
import { refusalOf, upload, useUploads } from '../../media/uploads.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { MediaFilters } from './media-filters.tsx'

/** What was uploaded: found, added to and deleted here. */
export function MediaPage() {
  const text = useTexts('media', mediaTexts)
  const formats = useFormats()
  const mayChange = useMay('editor')
  const [search, setSearch] = useState('')
  const [type, setType] = useState<MediaFilter | ''>('')
  const [page, setPage] = useState(1)
  const [leaving, setLeaving] = useState<Asset | null>(null)
  const query = useQuery(mediaQuery(useDeferredValue(search.trim()), type, page))
  const open = useUploads().filter(({ state }) => state !== 'done')
  const add = (files: readonly File[]) => {
    const refused = files.filter((file) => refusalOf(file, null) !== undefined)
    for (const file of refused) showToast({ kind: 'failed', text: text.refused[refusalOf(file, null)!](file.name) })
    upload(files.filter((file) => !refused.includes(file)))
  }
  useGivenFiles((files) => mayChange && add(files))
  const filtered = search.trim() !== '' || type !== ''
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="startUpload" />
        </>
      }
      actions={
        mayChange && (
          <label className="button primary file-button">
            {text.add}
            <input
              type="file"
              multiple
              onChange={({ target }) => {
                add([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </label>
        )
      }
    >
      <MediaFilters
        search={search}
        type={type}
        onChange={(next) => {
          setSearch(next.search)
          setType(next.type)
          setPage(1)
        }}
      />
      {open.length > 0 && (
        <ul className="card uploads" aria-label={text.uploads}>
          {open.map((each) => (
            <li key={each.id}>
              <Thumbnail asset={{ content_type: each.type, download_url: each.preview }} />
              <span className="clip">{each.file.name}</span>
              <UploadProgress upload={each} />
            </li>
          ))}
        </ul>
      )}
      <Loaded query={query}>
        {({ result, usage, result_info: { total_pages, total_count } }) => (
          <>
            <p className="quiet media-sum">
              {text.count(total_count)} · {text.stored(formats.size(usage.usage_size))}
            </p>
            {result.length === 0 ? (
              <EmptyState title={filtered ? text.none : text.empty}>
                {filtered ? text.noneWhy : text.emptyWhy}
              </EmptyState>
            ) : (
              <ul className="media-grid" aria-label={text.list}>
                {result.map((asset) => (
                  <li key={asset.id} className="medium">
                    <Thumbnail asset={asset} />
                    <div>
                      <a className="clip" href={asset.download_url} target="_blank" rel="noreferrer">
                        {asset.title}
                      </a>
                      <span className="quiet">
                        {formats.size(asset.size_bytes)} · {formats.date(asset.created_at)}
                      </span>
                    </div>
                    {mayChange && (
                      <Menu label={text.actionsOf(asset.title)} face={<span aria-hidden="true">⋯</span>}>
                        <button type="button" onClick={() => setLeaving(asset)}>
                          {text.delete}
                        </button>
                      </Menu>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {total_pages > 1 && (
              <nav className="actions pager" aria-label={text.page(page, total_pages)}>
                <button type="button" className="button" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {text.previous}
                </button>
                <span>{text.page(page, total_pages)}</span>
                <button
                  type="button"
                  className="button"
                  disabled={page >= total_pages}
                  onClick={() => setPage(page + 1)}
                >
                  {text.next}
                </button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      {leaving !== null && (
        <ConfirmDialog
          title={text.deleteTitle(leaving.title)}
          action={text.delete}
          run={() => orThrow(api.DELETE('/v1/media/{id}', { params: { path: { id: leaving.id } } }))}
          onDone={() => {
            showToast({ kind: 'done', text: text.deleted(leaving.title) })
            setLeaving(null)
            void mediaChanged()
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{text.deleteWhy}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
