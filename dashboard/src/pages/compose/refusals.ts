// Refusals of the service: each names a field of the request, which has a place on the page.
import { PublisherError } from '@social-publisher/client'
import { PLATFORM_IDS } from '../../../../core/platforms/facts.ts'
import { isPlatform } from '../../platforms/names.ts'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { asCounted, partInWords } from '../../posts/as-counted.ts'

/** A field of the page: of a platform's option, of an account's own text, and of a medium's alternative text as well. */
export type ProblemField =
  | 'accounts'
  | 'title'
  | 'content'
  | 'hashtags'
  | 'media'
  | 'scheduled_at'
  | 'options'
  | `${'options' | 'own' | 'alternative'}.${string}`

/** As much of a draft as a path depends on. */
interface WithMedia {
  media: readonly { key: string; asset: object | null }[]
}

/** The field of the page, and what of its value is meant, as the request names it: ".options[2]". */
export interface RefusedPlace {
  field: ProblemField
  part: string
}

export interface Refusal extends Partial<RefusedPlace> {
  sentence: string
  /** Asks the service again, where it did not say what is wrong. */
  again?: () => unknown
}

const optionAt = (platform: string, name: string, part: string): RefusedPlace | undefined =>
  isPlatform(platform) && Object.hasOwn(PLATFORM_VIEWS[platform].options, name)
    ? { field: `options.${platform}.${name}`, part }
    : undefined

/** @param path as the service names a field of the request: "per_account.<id>.options.threads.poll". @returns undefined for no field of this page. */
export function placeOf(path: string, { media }: WithMedia): RefusedPlace | undefined {
  const [, platform, name = '', part = ''] = /^(?:per_account\.[^.]+\.)?options\.(\w+)\.(\w+)(.*)$/s.exec(path) ?? []
  if (platform !== undefined) return optionAt(platform, name, part) ?? { field: 'options', part: '' }
  if (/^(?:per_account\.[^.]+\.)?options\b/.test(path)) return { field: 'options', part: '' }
  const [, account] = /^per_account\.([^.]+)\.content$/.exec(path) ?? []
  if (account !== undefined) return { field: `own.${account}`, part: '' }
  const [, at, said = ''] = /^media\.items\[(\d+)\]\.(\w+)/.exec(path) ?? []
  if (said === 'alt_text') {
    const medium = media.filter(({ asset }) => asset !== null)[Number(at)]
    if (medium !== undefined) return { field: `alternative.${medium.key}`, part: '' }
  }
  const having = PLATFORM_IDS.find((id) => Object.hasOwn(PLATFORM_VIEWS[id].options, said))
  if (having !== undefined) return optionAt(having, said, '')
  const [field] = /^(accounts|title|content|hashtags|media|scheduled_at)\b/.exec(path) ?? []
  if (field !== undefined) return { field: field as ProblemField, part: '' }
  return path.startsWith('per_account') ? { field: 'accounts', part: '' } : undefined
}

/** The path of an issue in a post's own body: a post that is sent for approval is inside another body. */
const pathIn = ({ path }: { path?: string | undefined }): string | undefined => path?.replace(/^post\./, '')

/** The places of an answer's issues, undefined for those that have none on this page. */
export const placesIn = (error: unknown, draft: WithMedia): (RefusedPlace | undefined)[] =>
  error instanceof PublisherError ? error.issues.map((issue) => placeOf(pathIn(issue) ?? '', draft)) : []

/**
 * The refusals of an answer, one for each issue.
 * @param nameOf the name of a place's field as the page has it. @param partOf the name of a part of a value.
 * @param inWords the rule of a code in the language of the page, beside the service's own words; undefined where only these say it.
 */
export function refusalsIn(
  error: unknown,
  draft: WithMedia,
  nameOf: (field: ProblemField) => string | undefined,
  partOf: (name: string) => string,
  inWords: (code: string, what: string | undefined, told: string) => string | undefined = () => undefined,
): Refusal[] {
  if (!(error instanceof PublisherError)) return []
  return error.issues.map((issue) => {
    const path = pathIn(issue)
    const place = path === undefined ? undefined : placeOf(path, draft)
    const message = asCounted(issue.message, partOf)
    if (path === undefined || place === undefined) return { sentence: message }
    const name = nameOf(place.field)
    const part = partInWords(place.part, partOf)
    const what = name && `${name}${part === '' ? '' : ` (${part})`}`
    // The page names the field; the service begins with its path.
    const told = issue.message.startsWith(path) ? asCounted(issue.message.slice(path.length), partOf) : undefined
    const said = inWords(issue.code, what, told?.replace(/^:?\s+/, '') ?? message)
    if (said !== undefined) return { sentence: said, ...place }
    return { sentence: what === undefined || told === undefined ? message : `${what}${told}`, ...place }
  })
}
