import mediaTexts from '../../i18n/en/media.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { shortDate } from '../../i18n/short-date.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type LibraryAsset, tagsOf, writtenFor } from '../../media/media-queries.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { Menu } from '../../parts/menu.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'

/** A dialog about one file. */
export type Asked = 'details' | 'uses' | 'delete'

interface MediaItemProps {
  asset: LibraryAsset
  picked: boolean
  /** It can be used in a post; it can be changed and deleted. */
  may: { use: boolean; change: boolean }
  onPick: (picked: boolean) => void
  onTag: (tag: string) => void
  onAsk: (what: Asked) => void
}

/** One file of the library: what it looks like, is called and says, and what can be done with it. */
export function MediaItem({ asset, picked, may, onPick, onTag, onAsk }: MediaItemProps) {
  const text = useTexts('media', mediaTexts)
  const formats = useFormats()
  const locale = useLocale()
  const { id, title, content_type, download_url, size_bytes, created_at } = asset
  const lacksText = content_type.startsWith('image/') && writtenFor(asset) === ''
  return (
    <li className={picked ? 'medium picked' : 'medium'}>
      <Thumbnail asset={asset} />
      {may.use && (
        <input
          type="checkbox"
          className="medium-pick"
          aria-label={text.choose(title)}
          checked={picked}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
      <div>
        <a className="clip" href={download_url} target="_blank" rel="noreferrer" title={title}>
          {title}
        </a>
        <span className="quiet">
          {formats.size(size_bytes)} ·{' '}
          <time dateTime={new Date(created_at).toISOString()} title={formats.dateTime(created_at)}>
            {shortDate(created_at, Date.now(), locale)}
          </time>
        </span>
        {lacksText && <span className="quiet">{text.notDescribed}</span>}
        {tagsOf(asset).length > 0 && (
          <span className="medium-tags">
            {tagsOf(asset).map((tag) => (
              <button key={tag} type="button" className="tag" aria-label={text.onlyTag(tag)} onClick={() => onTag(tag)}>
                {tag}
              </button>
            ))}
          </span>
        )}
      </div>
      <Menu label={text.actionsOf(title)} face={<span aria-hidden="true">⋯</span>}>
        {may.use && /^(image|video)\//.test(content_type) && (
          <ComposeLink given={{ media: id }}>{text.use}</ComposeLink>
        )}
        {may.change && (
          <button type="button" onClick={() => onAsk('details')}>
            {text.details}
          </button>
        )}
        <button type="button" onClick={() => onAsk('uses')}>
          {text.uses}
        </button>
        {may.change && (
          <button type="button" onClick={() => onAsk('delete')}>
            {text.delete}
          </button>
        )}
      </Menu>
    </li>
  )
}
