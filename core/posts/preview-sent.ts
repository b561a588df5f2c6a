// A medium as one platform would be sent it, against that platform's rules.

import { measureSent } from '../media/measure-sent.ts'
import { publishUrl } from '../media/publish-url.ts'
import { kindOf, type Media } from '../media/rules/media.ts'
import { type PublishUse, ruleOf } from '../media/rules/variant-spec.ts'
import type { ContainerType } from '../platforms/enumerations.ts'
import type { PlatformId } from '../platforms/facts.ts'
import { checkMedia, type MediaFindings, pictureProblems } from './rules/check-media.ts'
import { useOf } from './rules/plan.ts'

/** Making the largest pictures takes longer: what is not there by then is not known. */
const MEASURE_MS = 8000

export interface SentAs {
  platform: PlatformId
  type: ContainerType
  carousel: boolean
  aspect: PublishUse['aspect']
  /** As the container would carry it. */
  alt_text: string | undefined
  /** The most bytes that the account's own server takes of a picture, where it says so. */
  most_bytes?: number | undefined
}

type Measured = Awaited<ReturnType<typeof measureSent>>
export type Measure = (url: string) => Promise<Measured>

/** Each file once, whatever the number of accounts that get it. */
export function measurer(): Measure {
  const asked = new Map<string, Promise<Measured>>()
  return (url) => {
    const measured = asked.get(url) ?? measureSent(url, MEASURE_MS)
    asked.set(url, measured)
    return measured
  }
}

function sentOf(asset: Media, measured: Measured) {
  if (!measured.ok) {
    return { content_type: null, size_bytes: null, width: null, height: null, reason: measured.reason }
  }
  const { content_type, size_bytes, shape } = measured.value
  // A video is sent as it was uploaded.
  const { width, height } = shape ?? asset
  return { content_type, size_bytes, width, height, reason: null }
}

/** The container as the answer shows it, with what is wrong with its medium. */
export async function sentContainer(
  asset: Media,
  { platform, type, carousel, aspect, alt_text, most_bytes }: SentAs,
  measure: Measure,
) {
  const use = { platform, use: useOf(type, carousel), aspect, most_bytes }
  const rule = kindOf(asset.content_type) === 'image' ? ruleOf(use) : undefined
  const url = publishUrl(asset, use)
  const measured = await measure(url)
  const { width, height, duration_ms, size_bytes, content_type, properties = null } = asset
  const { problems, warnings }: MediaFindings = checkMedia(platform, type, asset)
  const of = { media_asset_id: asset.id }
  const sent = sentOf(asset, measured)
  const picture =
    rule && measured.ok && measured.value.shape
      ? pictureProblems(rule, { ...measured.value.shape, size_bytes: measured.value.size_bytes }, asset.id)
      : []
  const said = `What would be sent is not known: ${sent.reason}`
  return {
    container: {
      container_type: type,
      media_asset_id: asset.id,
      url,
      alt_text: alt_text ?? null,
      source: { width, height, duration_ms, size_bytes, content_type, properties },
      /** The rules that the JPEG at `url` is made to meet; null for a file that is sent as it was uploaded. */
      picture: rule ? { min_width: rule.minWidth, max_width: rule.maxWidth, ratio: rule.ratio } : null,
      sent,
    },
    problems: [
      ...problems,
      ...picture,
      ...(!measured.ok && measured.permanent
        ? [{ ...of, code: 'media_unusable' as const, message: `It cannot be sent: ${measured.reason}` }]
        : []),
    ],
    warnings: [
      ...warnings,
      ...(!measured.ok && !measured.permanent ? [{ ...of, code: 'sent_not_known' as const, message: said }] : []),
    ],
  }
}
