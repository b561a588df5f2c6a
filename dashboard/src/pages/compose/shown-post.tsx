// A post about as its platform shows it, in the composer before it is sent and on its page afterwards.
import type { ReactNode } from 'react'
import type { PostType } from '../../../../core/platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import { AccountFace, type Faced } from '../../accounts/account-face.tsx'
import previewTexts from '../../i18n/en/preview.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { Asset } from '../../media/media-queries.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { Address } from '../../parts/address.tsx'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { beginningOf } from './beginning-of.ts'
import type { Draft } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import './shown-post.css'

interface ShownPostProps {
  account: Faced
  platform: PlatformId
  /** The accessible name of the whole. */
  name: string
  type: PostType
  caption: string
  media: readonly { key: string; asset: Pick<Asset, 'content_type' | 'download_url'> }[]
  crop: Draft['crop']
  /** Stands at the end of the head, beside the name of the account. */
  children?: ReactNode
}

/** Characters of a caption that are shown where the feed folds none: drawing more after every key would take longer than typing. */
const MOST_SHOWN = 1e4

const shapeOf = (type: PostType, crop: Draft['crop'], platform: PlatformId): string =>
  type === 'stories' || type === 'reels'
    ? 'tall'
    : crop === '1:1'
      ? 'square'
      : crop === '4:5'
        ? 'portrait'
        : PLATFORM_VIEWS[platform].preview.shape

/** On platforms of texts the picture of the account is beside the post; on those of pictures above it. */
export function ShownPost({ account, platform, name, type, caption, media, crop, children }: ShownPostProps) {
  const text = useTexts('preview', previewTexts)
  const { captionFirst = false, foldsAt = MOST_SHOWN } = PLATFORM_VIEWS[platform].preview
  const folded = caption.length > foldsAt
  const words = type !== 'stories' && caption !== '' && (
    <p className="caption">
      {!captionFirst && <strong>{account.username} </strong>}
      {folded ? beginningOf(caption, foldsAt).trimEnd() : caption}
      {folded && <span className="quiet">… {text.more}</span>}
    </p>
  )
  const frames = media.length > 0 && type !== 'text' && (
    <section
      className={`frames ${shapeOf(type, crop, platform)} ${crop === '' ? 'padded' : ''}`}
      aria-label={text.media(name)}
      tabIndex={media.length > 1 ? 0 : undefined}
    >
      {media.map(({ key, asset }) => (
        <Thumbnail key={key} asset={asset} width={640} />
      ))}
    </section>
  )
  return (
    <article className={captionFirst ? 'shown-post worded' : 'shown-post'} aria-label={name}>
      <header>
        <AccountFace of={account} />
        <span className="shown-name">
          <strong>
            <Address of={account.username} />
          </strong>
          <span className="quiet small">{factsOf(platform).display_name}</span>
        </span>
        {children}
      </header>
      {captionFirst && words}
      {frames}
      {media.length > 1 && !captionFirst && frames !== false && (
        <p className="dots" aria-hidden="true">
          {media.map(({ key }) => (
            <span key={key} />
          ))}
        </p>
      )}
      <p className="marks-row" aria-hidden="true">
        <Glyph name="heart" />
        <Glyph name="answer" />
        {captionFirst && <Glyph name="again" />}
        <Glyph name="send" />
      </p>
      {!captionFirst && words}
      {type === 'stories' && <p className="quiet small">{text.noCaption}</p>}
    </article>
  )
}
