import { useQuery } from '@tanstack/react-query'
import { captionOf } from '../../../../core/platforms/caption-length.ts'
import type { Faced } from '../../accounts/account-face.tsx'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { assetsQuery } from '../../media/assets-by-id.ts'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { ShownPost } from '../compose/shown-post.tsx'
import type { Publication } from './publication-table.tsx'

interface PublicationPreviewProps {
  post: Post
  of: Publication
  /** Undefined where the account is connected no more. */
  account: Faced | undefined
  name: string
}

/** The post about as the platform shows it on this account: with the account's own text where it has one. */
export function PublicationPreview({ post, of: { account_id, platform }, account, name }: PublicationPreviewProps) {
  const text = useTexts('post', postTexts)
  const { data = [] } = useQuery(assetsQuery(post.media_asset_ids))
  const { content = post.content, hashtags = post.hashtags } = post.per_account?.[account_id] ?? {}
  const gone = { username: name, profile_url: '', platform: { name: platform, display_name: PLATFORM_NAMES[platform] } }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="preview-window" aria-label={text.previewOf(name)} tabIndex={0}>
      <ShownPost
        account={account ?? gone}
        platform={platform}
        name={PLATFORM_NAMES[platform]}
        type={post.type}
        caption={captionOf({ content, hashtags })}
        media={data.flatMap((asset, place) => (asset === null ? [] : [{ key: `${asset.id} ${place}`, asset }]))}
        crop={(post.smart_transform.enabled && post.smart_transform.aspect_ratio) || ''}
      />
    </section>
  )
}
