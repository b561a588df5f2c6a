// The size of a drawing as its root element says, without rendering it.

/** CSS pixels in a unit. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}

/** Longest value of an attribute that can be a size. */
const MAX_VALUE = 200

/** The drawing without its comments, which are not part of the drawing. A comment without an end hides all that follows. */
function withoutComments(svg: string): string {
  const parts: string[] = []
  for (let at = 0; ; ) {
    const start = svg.indexOf('<!--', at)
    if (start < 0) return parts.join('') + svg.slice(at)
    parts.push(svg.slice(at, start))
    const end = svg.indexOf('-->', start + 4)
    if (end < 0) return parts.join('')
    at = end + 3
  }
}

/** Lengths in pixels; a percentage says nothing without a page around it. */
function length(text: string | undefined): number | undefined {
  const found = /^\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec((text ?? '').trim())
  const unit = found && UNITS[found[2]!.toLowerCase()]
  const value = unit ? Number(found[1]) * unit : Number.NaN
  return value > 0 && Number.isFinite(value) ? value : undefined
}

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value !== undefined && value.length <= MAX_VALUE ? value : undefined
}

/** Width and height in whole pixels; what is missing follows from the view box. Undefined when neither tells. */
export function drawingSize(svg: string): { width: number; height: number } | undefined {
  const tag = /<(?:[A-Za-z_][\w.-]*:)?svg\b[^>]*/.exec(withoutComments(svg))?.[0]
  if (tag === undefined) return undefined
  const box = (attribute(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth, boxHeight] = box.length === 4 && box[2]! > 0 && box[3]! > 0 ? [box[2]!, box[3]!] : []
  let width = length(attribute(tag, 'width'))
  let height = length(attribute(tag, 'height'))
  if (boxWidth !== undefined && boxHeight !== undefined) {
    if (width === undefined && height === undefined) [width, height] = [boxWidth, boxHeight]
    else if (width === undefined) width = (height! * boxWidth) / boxHeight
    else height ??= (width * boxHeight) / boxWidth
  }
  if (width === undefined || height === undefined) return undefined
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}
