// Options of Instagram that only accounts have which were connected with Facebook Login (platform-options, tables A and E): what is
// wrong with each, and the parameter that it becomes. They are checked here and not by the request's schema: on an account of the
// other login the answer is that the option needs Facebook Login, whatever its value is. Pure.
import type { OptionPiece, OptionProblem, OptionUse } from '../options.ts'

/** Sponsors of one post, and products in one picture or video. */
export const MAX_SPONSORS = 2
export const MAX_PRODUCT_TAGS = 5
const MAX_VOLUME = 100

export interface PaidPartnership {
  label?: true
  sponsor_ids?: string[]
}
export interface ProductTag {
  product_id: string
  x?: number
  y?: number
  media_index?: number
}

type Check = (value: unknown, option: string) => OptionProblem[]

const problem = (code: OptionProblem['code'], option: string, message: string): OptionProblem[] => [
  { code, option, message },
]

const nameOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value)

const id: Check = (value, option) =>
  typeof value === 'string' && /^\d{1,30}$/.test(value)
    ? []
    : problem(
        typeof value === 'string' ? 'invalid_format' : 'invalid_type',
        option,
        'must be a string of 1 to 30 digits.',
      )

const number =
  (max: number, whole: boolean): Check =>
  (value, option) => {
    if (typeof value !== 'number' || (whole && !Number.isInteger(value)))
      return problem('invalid_type', option, `must be ${whole ? 'an integer' : 'a number'}.`)
    if (value < 0) return problem('too_small', option, `is ${value}; at least 0 is needed.`)
    return value > max ? problem('too_big', option, `is ${value}; at most ${max} is allowed.`) : []
  }

const yes: Check = (value, option) => (value === true ? [] : problem('invalid_value', option, 'must be true.'))

const list =
  (max: number, each: Check, keyOf: (item: unknown) => string): Check =>
  (value, option) => {
    if (!Array.isArray(value)) return problem('invalid_type', option, `must be an array, not ${nameOf(value)}.`)
    if (value.length === 0) return problem('too_short', option, 'has 0 items; at least 1 is needed.')
    if (value.length > max) return problem('too_long', option, `has ${value.length} items; at most ${max} are allowed.`)
    const keys = value.map(keyOf)
    return value.flatMap((item, at) => {
      const here = `${option}[${at}]`
      const found = each(item, here)
      const first = keys.indexOf(keys[at]!)
      return found.length > 0 || first === at ? found : problem('duplicate', here, `repeats ${option}[${first}].`)
    })
  }

const object =
  (fields: Record<string, { check: Check; needed?: true }>): Check =>
  (value, option) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return problem('invalid_type', option, `must be an object, not ${nameOf(value)}.`)
    const given = value as Record<string, unknown>
    const [unknown] = Object.keys(given).filter((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined) {
      const field = `${option}.${unknown.slice(0, 100)}`
      return problem('unknown_field', field, 'is not a field of this option.')
    }
    return Object.entries(fields).flatMap(([name, { check, needed }]) => {
      const field = `${option}.${name}`
      if (given[name] === undefined) return needed ? problem('required', field, 'is required.') : []
      return check(given[name], field)
    })
  }

const checkPartnership = object({
  label: { check: yes },
  sponsor_ids: { check: list(MAX_SPONSORS, id, String) },
})
const checkAudio = object({
  audio_id: { check: id, needed: true },
  audio_volume: { check: number(MAX_VOLUME, true) },
  video_volume: { check: number(MAX_VOLUME, true) },
})
const tag = object({
  product_id: { check: id, needed: true },
  x: { check: number(1, false) },
  y: { check: number(1, false) },
  media_index: { check: number(Number.MAX_SAFE_INTEGER, true) },
})
const productIn = (value: unknown): string => {
  const { product_id, media_index = 0 } = (value ?? {}) as Partial<ProductTag>
  return JSON.stringify([product_id, media_index])
}

/** The problems of the partnership label. */
export function partnershipProblems(value: unknown): OptionProblem[] {
  const found = checkPartnership(value, 'paid_partnership')
  if (found.length > 0) return found
  const { label, sponsor_ids } = value as PaidPartnership
  return label || sponsor_ids
    ? []
    : problem('required', 'paid_partnership', 'needs label: true, or sponsor_ids, which switch the label on.')
}

export const audioProblems = (value: unknown): OptionProblem[] => checkAudio(value, 'audio')

/** The problems of the product tags, in themselves and with the media that they name. */
export function productProblems(value: unknown, { media }: OptionUse): OptionProblem[] {
  // As many as all the media of a carousel may have.
  const most = MAX_PRODUCT_TAGS * Math.max(1, media.length)
  const found = list(most, tag, productIn)(value, 'product_tags')
  if (found.length > 0) return found
  const counts = new Map<number, number>()
  return (value as ProductTag[]).flatMap(({ x, y, media_index: at = 0 }, index) => {
    const option = `product_tags[${index}]`
    const medium = media[at]
    if (!medium) {
      // Media that are not known are another problem's.
      if (media.length === 0) return []
      const message = `is on medium ${at}; the post has ${media.length}, counted from 0.`
      return problem('too_big', `${option}.media_index`, message)
    }
    const count = (counts.get(at) ?? 0) + 1
    counts.set(at, count)
    if (count === MAX_PRODUCT_TAGS + 1) {
      const message = `is one too many on medium ${at}: at most ${MAX_PRODUCT_TAGS} products can be tagged on each.`
      return problem('too_long', option, message)
    }
    if (medium.kind === 'image' && (x === undefined || y === undefined))
      return problem('required', option, 'needs both x and y: where in the picture the product is.')
    if (medium.kind !== 'image' && (x !== undefined || y !== undefined))
      return problem('option_conflict', option, 'has x or y: a product has no place in a video.')
    return []
  })
}

/** Sponsors switch the label on by themselves. */
export const partnershipParameters = ({ sponsor_ids }: PaidPartnership): Record<string, unknown> => ({
  is_paid_partnership: true,
  ...(sponsor_ids ? { branded_content_sponsor_ids: sponsor_ids } : {}),
})

export function productParameters(tags: ProductTag[], { media_index: at }: OptionPiece): Record<string, unknown> {
  const product_tags = tags
    .filter(({ media_index = 0 }) => media_index === at)
    .map(({ product_id, x, y }) => (x === undefined ? { product_id } : { product_id, x, y }))
  return product_tags.length > 0 ? { product_tags } : {}
}
