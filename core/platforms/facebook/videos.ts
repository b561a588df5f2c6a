// Reels and story videos: started, fetched by Facebook from their address, and asked by their id how far they are. A plain video is
// asked the same way once its id is known.
import * as z from 'zod/mini'
import type { Credentials, Piece, Prepared, Result } from '../connector.ts'
import { classify, GRAPH_ERRORS } from '../meta/error-table.ts'
import { Id, mapped, refused, text } from '../meta/graph.ts'
import { exchange } from '../meta/http.ts'
import { numeric, optional } from '../meta/lenient.ts'
import { redact } from '../meta/redact.ts'
import type { PlatformError, Verdict } from '../outcome.ts'
import { addresses, call, nextOf, onPage, Paging, permalinkOf, postIdOf } from './calls.ts'
import { FACEBOOK_ERRORS } from './errors.ts'
import { DAILY_REELS, facebook as FACTS, UPLOAD_ORIGIN } from './facts.ts'
import { type Handle, written } from './handles.ts'

type Upload = Extract<Handle, { as: 'reel' | 'story_video' }>

const EDGES = { reel: 'video_reels', story_video: 'video_stories' } as const
const DAY_MS = 24 * 3_600_000

/** Facebook fetches a video within so long of getting its address; then it gets it once more. */
const FETCH_MS = 5 * 60_000
/** A finish that was never heard of after so long, though the video is ready for it, never came. */
const UNHEARD_MS = 10 * 60_000
const UPLOAD_TIMEOUT_MS = 28_000

const Begun = z.lazy(() => z.object({ video_id: Id, upload_url: z.string() }))

const Phase = z.lazy(() => {
  const Reason = z.object({ message: text, code: optional(numeric.check(z.int())) })
  return optional(
    z.object({ status: text, publish_status: text, error: optional(Reason), errors: optional(z.array(Reason)) }),
  )
})
type Phase = z.infer<typeof Phase>

const Video = z.lazy(() =>
  z.object({
    status: z.object({
      video_status: text,
      uploading_phase: Phase,
      processing_phase: Phase,
      publishing_phase: Phase,
    }),
    post_id: optional(Id),
    permalink_url: text,
  }),
)
type Video = z.infer<typeof Video>

const read = ({ token }: Credentials, id: string): Promise<Result<Video>> =>
  call(token, id, { operation: 'read', method: 'GET', query: { fields: 'status,post_id,permalink_url' } }, Video)

const isAt = (phase: Phase, status: string): boolean => phase?.status?.toLowerCase() === status
const FAILED = ['error', 'upload_failed', 'expired']

/** Why the video failed; undefined while it has not. */
function failureOf({ status }: Video): { expired?: true; error: PlatformError } | undefined {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase]
  const broken = phases.find((phase) => isAt(phase, 'error'))
  const whole = status.video_status?.toLowerCase() ?? ''
  if (!broken && !FAILED.includes(whole)) return undefined
  const reason = broken?.error ?? broken?.errors?.[0]
  const message = redact(reason?.message ?? '', []) || 'Facebook could not process the video.'
  const code = reason?.code
  const found =
    code === undefined
      ? 'permanent'
      : classify([...FACEBOOK_ERRORS, ...GRAPH_ERRORS], { http_status: 400, code }, 'create')
  return {
    ...(whole === 'expired' ? { expired: true as const } : {}),
    error: { class: found === 'retry' ? 'new_container' : found, message, ...(code === undefined ? {} : { code }) },
  }
}

/** Where a video may be uploaded to: what an answer names is sent the Page's token. */
const mayUpload = (url: string): boolean => {
  const origin = URL.parse(url)?.origin
  const { graph } = addresses()
  return origin === (graph === FACTS.api.graph ? UPLOAD_ORIGIN : new URL(graph).origin)
}

const Listed = z.lazy(() => z.object({ data: z.array(z.object({ created_time: text })), paging: Paging }))

/** How long the Page has to wait until it may publish a further reel; nothing where it may, or where this is not known. */
async function reelsHeld(account: Credentials): Promise<PlatformError | undefined> {
  const now = Date.now()
  const since = String(Math.floor((now - DAY_MS) / 1000))
  const times: number[] = []
  let after: string | undefined
  do {
    const query = { fields: 'created_time', since, limit: '50', ...(after === undefined ? {} : { after }) }
    const reply = await onPage(account, 'video_reels', { operation: 'read', method: 'GET', query }, Listed)
    if (!reply.ok) return reply.error.class === 'wait' ? reply.error : undefined
    times.push(...reply.value.data.map(({ created_time }) => Date.parse(created_time ?? '')))
    after = nextOf(reply.value.paging)
  } while (after !== undefined && times.length < 3 * DAILY_REELS)
  const recent = times.filter((at) => at > now - DAY_MS).sort((one, other) => other - one)
  const oldest = recent[DAILY_REELS - 1]
  if (oldest === undefined) return undefined
  const message = `The Page has published its ${DAILY_REELS} reels of 24 hours.`
  return { class: 'wait', message, retry_after_ms: Math.max(1000, oldest + DAY_MS - now) }
}

async function begin(account: Credentials, as: Upload['as']): Promise<Result<Prepared>> {
  const held = as === 'reel' ? await reelsHeld(account) : undefined
  if (held) return { ok: false, error: held }
  const json = { upload_phase: 'start' }
  const begun = await onPage(account, EDGES[as], { operation: 'create', method: 'POST', json }, Begun)
  if (!begun.ok) return begun
  const { video_id, upload_url } = begun.value
  if (!mayUpload(upload_url)) return refused('Facebook named a place for the upload that is not its own.')
  const handle = written({ as, id: video_id, url: upload_url })
  return mapped(begun, () => ({ state: 'in_progress', handle, id: video_id, goes_on: true }))
}

const Refusal = z.lazy(() =>
  z.object({ debug_info: z.object({ retriable: optional(z.boolean()), type: text, message: text }) }),
)

/** Tells Facebook where the video is. Nobody sees anything of it, so it may be told again. */
async function upload({ token }: Credentials, made: Upload, source: string): Promise<Result<Prepared>> {
  if (!mayUpload(made.url)) return refused('The upload belongs to another address of Facebook.')
  const headers = { authorization: `OAuth ${token}`, file_url: source }
  const outcome = await exchange({ method: 'POST', url: made.url, headers, timeoutMs: UPLOAD_TIMEOUT_MS })
  if ('fault' in outcome) {
    const message = `The upload was not answered (${outcome.fault}).`
    return { ok: false, error: { class: outcome.fault === 'INVALID_TOKEN' ? 'reconnect' : 'retry', message } }
  }
  const { status, body } = outcome.reply
  const refusal = Refusal.safeParse(body)
  if (refusal.success) {
    const { retriable, type, message: words } = refusal.data.debug_info
    const message = redact(words ?? '', [token]) || 'Facebook refused the upload.'
    const again = retriable || status === 429 || status >= 500
    return { ok: false, error: { class: again ? 'retry' : 'new_container', message, type, http_status: status } }
  }
  if (status < 200 || status >= 300)
    return {
      ok: false,
      error: {
        class: status === 401 ? 'reconnect' : 'retry',
        message: `The upload was answered ${status}.`,
        http_status: status,
      },
    }
  return { ok: true, value: { state: 'in_progress', handle: written({ ...made, sent_at: Date.now() }) } }
}

/** Begins the upload, has Facebook fetch the video, or looks how far that is. */
export async function prepareVideo(
  account: Credentials,
  piece: Piece & { type: Upload['as'] },
  made?: Upload,
): Promise<Result<Prepared>> {
  if (piece.url === undefined) return refused('Facebook takes no video without its address.')
  if (!made) return begin(account, piece.type)
  const video = await read(account, made.id)
  if (!video.ok) return video
  const failure = failureOf(video.value)
  if (failure) {
    const error = { ...failure.error, class: failure.error.code === undefined ? 'new_container' : failure.error.class }
    return mapped(
      video,
      (): Prepared => ({ state: failure.expired ? 'expired' : 'error', error: error as PlatformError }),
    )
  }
  const { uploading_phase, publishing_phase, video_status } = video.value.status
  if (isAt(publishing_phase, 'complete')) return mapped(video, (): Prepared => ({ state: 'published' }))
  if (isAt(uploading_phase, 'complete') || video_status?.toLowerCase() === 'upload_complete')
    return mapped(video, (): Prepared => ({ state: 'finished' }))
  const told = made.sent_at !== undefined && Date.now() - made.sent_at < FETCH_MS
  if (isAt(uploading_phase, 'in_progress') || told) return mapped(video, (): Prepared => ({ state: 'in_progress' }))
  return upload(account, made, piece.url)
}

/**
 * The outcome of a video that was to be published, by its own id.
 * @param doubt.taken Facebook said that it took it: then it is never said not to be there.
 */
export async function videoVerdict(
  account: Credentials,
  id: string,
  doubt: { taken: boolean; asked_at: number; story: boolean },
): Promise<Result<Verdict>> {
  return mapped(await read(account, id), (video): Verdict => {
    const { uploading_phase, processing_phase, publishing_phase, video_status } = video.status
    const published = (publishing_phase?.publish_status ?? 'published').toLowerCase() === 'published'
    const ready = !publishing_phase && doubt.taken && video_status?.toLowerCase() === 'ready'
    if (ready || (isAt(publishing_phase, 'complete') && published)) {
      const { post_id, permalink_url } = video
      const permalink = permalinkOf(permalink_url)
      const media_id = post_id === undefined ? id : doubt.story ? post_id : postIdOf(account, post_id)
      return { state: 'live', media_id, ...(permalink === null ? {} : { permalink }) }
    }
    const failure = failureOf(video)
    if (failure) return { state: 'lost', ...failure }
    const waiting = isAt(publishing_phase, 'not_started') && !doubt.taken
    const uploaded = isAt(uploading_phase, 'complete') || video_status?.toLowerCase() === 'upload_complete'
    if (waiting && uploaded && isAt(processing_phase, 'not_started')) return { state: 'not' }
    const unheard = Date.now() - doubt.asked_at > UNHEARD_MS
    if (waiting && unheard && isAt(processing_phase, 'complete')) return { state: 'not' }
    return { state: 'unknown' }
  })
}
