// A server's own limits, as its instance document has them (`/api/v2/instance`; servers before Mastodon 4 have the first version).
import type { AccountLimits } from '../connector.ts'
import type { Result } from '../outcome.ts'
import { askServer, isRecord, numberAt, recordAt, textAt } from './call.ts'

export interface Instance {
  /** The domain in its accounts' names: not always the host that is asked. */
  domain: string | undefined
  limits: AccountLimits
}

const whole = (value: unknown, name: string): number | undefined => {
  const found = numberAt(value, name)
  return found !== undefined && found > 0 ? Math.floor(found) : undefined
}

const typesIn = (value: unknown): string[] | undefined => {
  const list = isRecord(value) ? value.supported_mime_types : undefined
  if (!Array.isArray(list)) return undefined
  const types = list.filter((type): type is string => typeof type === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(type))
  return types.length > 0 ? types.slice(0, 64) : undefined
}

/** The posts that exist. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

export function limitsIn(body: unknown): AccountLimits {
  const configuration = recordAt(body, 'configuration')
  const statuses = recordAt(configuration, 'statuses')
  const media = recordAt(configuration, 'media_attachments')
  const polls = recordAt(configuration, 'polls')
  const own = given({
    image_pixels: whole(media, 'image_matrix_limit'),
    video_pixels: whole(media, 'video_matrix_limit'),
    video_frame_rate: whole(media, 'video_frame_rate_limit'),
    poll_options: whole(polls, 'max_options'),
    poll_option_chars: whole(polls, 'max_characters_per_option'),
    poll_min_s: whole(polls, 'min_expiration'),
    poll_max_s: whole(polls, 'max_expiration'),
    api_version: whole(recordAt(body, 'api_versions'), 'mastodon'),
  }) as Record<string, number>
  return given({
    // Pleroma and its like say it beside the others.
    text_max: whole(statuses, 'max_characters') ?? whole(body, 'max_toot_chars'),
    link_length: whole(statuses, 'characters_reserved_per_url'),
    media_max: whole(statuses, 'max_media_attachments') ?? whole(body, 'max_media_attachments'),
    image_bytes: whole(media, 'image_size_limit'),
    video_bytes: whole(media, 'video_size_limit'),
    alt_text_max: whole(media, 'description_limit'),
    media_types: typesIn(media),
    own,
  })
}

const domainIn = (body: unknown): string | undefined => {
  const name = textAt(body, 'domain') ?? textAt(body, 'uri')
  return name !== undefined && /^[a-z0-9.:-]{1,253}$/i.test(name) ? name.toLowerCase() : undefined
}

/** Asks a server what it is and takes. */
export async function instanceOf(host: string, token?: string): Promise<Result<Instance>> {
  let answer = await askServer(host, '/api/v2/instance', { operation: 'read' }, token)
  if (!answer.ok && answer.error.http_status === 404)
    answer = await askServer(host, '/api/v1/instance', { operation: 'read' }, token)
  if (!answer.ok) return answer
  const { body } = answer.value
  // Every server says its version. Taken for one without limits of its own, an account would lose those that it had.
  if (textAt(body, 'version') === undefined) {
    return { ok: false, error: { class: 'permanent', message: 'The server does not have the API of Mastodon.' } }
  }
  return { ...answer, value: { domain: domainIn(body), limits: limitsIn(body) } }
}
