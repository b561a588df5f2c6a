import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useMay } from '../../api/session.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import { type LibraryAsset, mediaQuery } from '../../media/media-queries.ts'
import '../../media/media.css'
import { HelpLink } from '../../help/help-link.tsx'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { UploadProgress } from '../../media/upload-progress.tsx'
import { refusalOf, upload, useUploads } from '../../media/uploads.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { DeleteDialog, TagDialog } from './bulk-dialogs.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { addressOf, type Filters, MediaFilters, shownIn } from './media-filters.tsx'
import { type Asked, MediaItem } from './media-item.tsx'
import { UsesDialog } from './uses-dialog.tsx'

const route = getRouteApi('/frame/media')

const NO_FILTERS: Filters = { search: '', type: '', tag: '' }

/** So long after the last letter the words that are searched for stand in the address. */
const FIND_AFTER_MS = 200

/** Filters and page as they stand in the address, and the words as they are being typed. */
function useShown() {
  const { search: found, page, ...chosen } = shownIn(route.useSearch())
  const navigate = route.useNavigate()
  const [search, setSearch] = useState(found)
  const [before, setBefore] = useState(found)
  const sent = useRef(found)
  // Another address, as by the back button, has other words.
  if (before !== found) {
    setBefore(found)
    if (found !== sent.current) {
      sent.current = found
      setSearch(found)
    }
  }
  const filters: Filters = { search, ...chosen }
  const go = (next: Filters, to: number, replace: boolean) => {
    sent.current = next.search.trim()
    void navigate({ search: addressOf(next, to), replace, resetScroll: false })
  }
  const filter = (next: Filters) => {
    setSearch(next.search)
    // Words wait until they are written.
    if (next.search === '' || next.search === search) go(next, 1, true)
  }
  const typing = search.trim() !== sent.current
  useEffect(() => {
    if (!typing) return
    const timer = setTimeout(() => go(filters, 1, true), FIND_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return { filters, filter, page: typing ? 1 : page, show: (to: number, replace = false) => go(filters, to, replace) }
}

/** So many files can be put into one post from here: as many as a post may have. */
const MOST_USED = 20

/** The uploads: found, described, tagged, put into posts, added to and deleted here. */
export function MediaPage() {
  const text = useTexts('media', mediaTexts)
  const formats = useFormats()
  const may = { use: useMay('author'), change: useMay('editor') }
  const { filters, filter, page, show } = useShown()
  const [kept, setPicked] = useState<readonly LibraryAsset[]>([])
  const [asked, setAsked] = useState<{ what: Asked | 'tag'; assets: readonly LibraryAsset[] } | null>(null)
  const { search, type, tag } = filters
  const query = useQuery(mediaQuery(useDeferredValue(search.trim()), type, page, tag))
  // The last file of the last page may be gone.
  const pages = query.isPlaceholderData ? undefined : query.data?.result_info.total_pages
  const last = pages === undefined ? page : Math.max(1, pages)
  useEffect(() => {
    if (page > last) show(last, true)
  })
  // As they are now: tags that a file got since it was picked are not taken from it again.
  const picked = kept.map((asset) => query.data?.result.find(({ id }) => id === asset.id) ?? asset)
  const open = useUploads().filter(({ state }) => state !== 'done')
  const add = (files: readonly File[]) => {
    const refused = files.filter((file) => refusalOf(file, null) !== undefined)
    if (refused.length > 0) {
      const said = refused.map((file) => text.refused[refusalOf(file, null)!](file.name))
      showToast({ kind: 'failed', text: said.join(' ') })
    }
    upload(files.filter((file) => !refused.includes(file)))
  }
  useGivenFiles((files) => may.use && add(files))
  const filtered = search.trim() !== '' || type !== '' || tag !== ''
  const isPicked = ({ id }: LibraryAsset) => picked.some((each) => each.id === id)
  const usable = picked.filter(({ content_type }) => /^(image|video)\//.test(content_type)).slice(0, MOST_USED)
  const close = () => setAsked(null)
  const [one] = asked?.assets ?? []
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="startUpload" />
        </>
      }
      actions={
        may.use && (
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
      <MediaFilters filters={filters} onChange={filter} />
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
      {picked.length > 0 && (
        <div className="bulk-bar" role="status">
          <strong>{text.chosen(picked.length)}</strong>
          <button type="button" className="button small plain" onClick={() => setPicked([])}>
            {text.unchoose}
          </button>
          {usable.length > 0 && (
            <ComposeLink className="button small" given={{ media: usable.map(({ id }) => id).join(',') }}>
              {text.use}
            </ComposeLink>
          )}
          {may.change && (
            <>
              <button type="button" className="button small" onClick={() => setAsked({ what: 'tag', assets: picked })}>
                {text.addTags}
              </button>
              <button
                type="button"
                className="button small"
                onClick={() => setAsked({ what: 'delete', assets: picked })}
              >
                {text.delete}
              </button>
            </>
          )}
        </div>
      )}
      <Loaded query={query}>
        {({ result, usage, result_info: { total_pages, total_count } }) => (
          <>
            <p className="quiet media-sum">
              {text.count(total_count)} · {text.stored(formats.size(usage.usage_size))}
            </p>
            {result.length === 0 ? (
              query.isPlaceholderData ? (
                <Skeleton lines={4} />
              ) : (
                <EmptyState title={filtered ? text.none : text.empty}>
                  {filtered ? text.noneWhy : may.use ? text.emptyWhy : text.emptyViewer}
                </EmptyState>
              )
            ) : (
              <ul className="media-grid" aria-label={text.list}>
                {result.map((asset) => (
                  <MediaItem
                    key={asset.id}
                    asset={asset}
                    picked={isPicked(asset)}
                    may={may}
                    onPick={(on) => setPicked(on ? [...picked, asset] : picked.filter(({ id }) => id !== asset.id))}
                    onTag={(only) => filter({ ...NO_FILTERS, tag: only })}
                    onAsk={(what) => setAsked({ what, assets: [asset] })}
                  />
                ))}
              </ul>
            )}
            {total_pages > 1 && (
              <nav className="actions pager" aria-label={text.page(page, total_pages)}>
                <button type="button" className="button" disabled={page <= 1} onClick={() => show(page - 1)}>
                  {text.previous}
                </button>
                <span>{text.page(page, total_pages)}</span>
                <button type="button" className="button" disabled={page >= total_pages} onClick={() => show(page + 1)}>
                  {text.next}
                </button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      {asked?.what === 'details' && one && <DetailsDialog asset={one} onClose={close} />}
      {asked?.what === 'uses' && one && <UsesDialog asset={one} onClose={close} />}
      {asked?.what === 'tag' && (
        <TagDialog
          assets={asked.assets}
          onDone={(left) => {
            setPicked(left)
            close()
          }}
          onClose={close}
        />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog
          assets={asked.assets}
          onDone={(left) => {
            const gone = asked.assets.filter((asset) => !left.includes(asset)).map(({ id }) => id)
            setPicked(picked.filter(({ id }) => !gone.includes(id)))
            close()
          }}
          onClose={close}
        />
      )}
    </Page>
  )
}
