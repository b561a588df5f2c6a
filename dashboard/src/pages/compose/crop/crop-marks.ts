// The marks on a picture that is cropped: people, products and the point that is always shown, at their places in the kept part.
import { PLATFORM_IDS, type PlatformId } from '../../../../../core/platforms/facts.ts'
import type { FocusPoint, OnMedium } from '../../../platforms/option-kinds.ts'
import { PLATFORM_VIEWS } from '../../../platforms/registry.ts'
import type { OptionDraft } from '../post-options.ts'
import type { Area } from './crop-shapes.ts'

type Options = OptionDraft['options']

/** An entry of the options that stand on media. */
type Mark = OnMedium | FocusPoint

export interface CutMarks {
  options: Options
  /** Names of people and products outside of the kept part. */
  dropped: readonly string[]
  /** The point that is always shown is outside of the kept part. */
  lostFocus: boolean
}

const isOnMedia = (platform: PlatformId, name: string): boolean =>
  /^(?:on_media|focus)$/.test(PLATFORM_VIEWS[platform].options[name]?.as ?? '')

/** The options with other entries on media; an option that has none left says nothing. */
function withMarks(
  options: Options,
  change: (marks: readonly Mark[], platform: PlatformId, name: string) => readonly Mark[],
) {
  const changed: { -readonly [Id in PlatformId]?: Record<string, unknown> } = {}
  for (const platform of PLATFORM_IDS) {
    if (options[platform] === undefined) continue
    changed[platform] = { ...options[platform] }
    for (const [name, written] of Object.entries(options[platform])) {
      if (!isOnMedia(platform, name) || written === undefined) continue
      const left = change(written as readonly Mark[], platform, name)
      changed[platform][name] = left.length === 0 ? undefined : left
    }
  }
  return changed
}

/** Hundredths, as they are put by hand. */
const rounded = (part: number): number => Math.round(100 * part) / 100 || 0

/** Where a place of the whole is in the part; undefined outside of it. All from 0 to 1. */
const within = (at: number, start: number, size: number): number | undefined => {
  const inside = (at - start) / size
  return inside < 0 || inside > 1 ? undefined : inside
}

function cutMark(mark: Mark, isFocus: boolean, to: string, part: Area): Mark | undefined {
  if (mark.x === undefined || mark.y === undefined) return { ...mark, medium: to }
  // A focus runs from -1 to 1, from the left and from below.
  const x = within(isFocus ? (mark.x + 1) / 2 : mark.x, part.x / 100, part.width / 100)
  const y = within(isFocus ? (1 - mark.y) / 2 : mark.y, part.y / 100, part.height / 100)
  if (x === undefined || y === undefined) return undefined
  const place = isFocus ? { x: rounded(2 * x - 1), y: rounded(1 - 2 * y) } : { x: rounded(x), y: rounded(y) }
  return { ...mark, ...place, medium: to }
}

/**
 * Moves what stands on a picture to the one that was cut of it.
 * @param from the picture's key, `to` that of the new one. @param part the part that is kept, in hundredths of the picture.
 */
export function cutMarks(options: Options, from: string, to: string, part: Area): CutMarks {
  const dropped: string[] = []
  let lostFocus = false
  const changed = withMarks(options, (marks, platform, name) =>
    marks.flatMap((mark): Mark[] => {
      if (mark.medium !== from) return [mark]
      const isFocus = PLATFORM_VIEWS[platform].options[name]!.as === 'focus'
      const cut = cutMark(mark, isFocus, to, part)
      if (cut !== undefined) return [cut]
      if (isFocus) lostFocus = true
      else dropped.push((mark as OnMedium).named)
      return []
    }),
  )
  return { options: changed, dropped, lostFocus }
}

/** Puts back what stood on the picture before it was cut. @param before the options as they were then. */
export function marksBack(options: Options, before: Options, from: string, to: string): Options {
  const onBoth = { ...options }
  for (const platform of PLATFORM_IDS) {
    const others = Object.entries(before[platform] ?? {}).filter(
      ([name, written]) =>
        isOnMedia(platform, name) && written !== undefined && options[platform]?.[name] === undefined,
    )
    // An option that had become empty is back.
    if (others.length > 0)
      onBoth[platform] = { ...options[platform], ...Object.fromEntries(others.map(([name]) => [name, []])) }
  }
  return withMarks(onBoth, (marks, platform, name) => [
    ...marks.filter(({ medium }) => medium !== from),
    ...((before[platform]?.[name] ?? []) as readonly Mark[]).filter(({ medium }) => medium === to),
  ])
}
