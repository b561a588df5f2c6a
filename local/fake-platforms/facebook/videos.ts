// Videos of a Page: reels and stories in three steps, plain videos in one. What was asked for comes out once it is processed, or
// never does.
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultPlan } from '../faults.ts'
import { GraphError, invalidParameter, noSuchObject } from '../graph/errors.ts'
import { CONTAINER_ERROR, SLOW_PROCESSING } from '../graph/faults.ts'
import { type Fetched, fetchMedia } from '../graph/media-fetch.ts'
import { videoFault } from '../graph/media-rules.ts'
import { idOf, textOf } from '../graph/parameters.ts'
import { type Input, withoutSecrets } from '../input.ts'
import { type Container, type ContainerState, DAY_MS, type MediaFailure } from '../model.ts'
import { track } from '../simulator.ts'
import { addressOf, checkTargeting, messageOf, onlyThese } from './parameters.ts'
import { draft, makePost, newNumber } from './publishing.ts'
import type { FacebookAccount, FacebookSimulator } from './settings.ts'

const MB = 1024 * 1024
export const VIDEO_EDGES = { video_reels: 'reel', video_stories: 'story_video' } as const
export type VideoEdge = keyof typeof VIDEO_EDGES

/** Reels and stories in the shape of a phone; a plain video in any between that and a screen. */
const RULES = {
  reel: { maxWidth: 4096, minMs: 3000, maxMs: 90_000, minAspect: 9 / 16, maxAspect: 9 / 16 },
  story_video: { maxWidth: 4096, minMs: 3000, maxMs: 60_000, minAspect: 9 / 16, maxAspect: 9 / 16 },
  video: { maxWidth: 4096, minMs: 1, maxMs: 20 * 60_000, minAspect: 9 / 16, maxAspect: 16 / 9 },
} as const
type VideoKind = keyof typeof RULES

const FAULTS: Record<string, MediaFailure> = {
  unreachable: { code: 6000, message: 'There was a problem uploading your video file.' },
  too_large: { code: 6000, message: 'The video file is too large.' },
  format: { code: 6000, message: 'The video format is not supported.' },
  aspect: { code: 1363040, message: 'The aspect ratio is not supported.' },
  size: { code: 1363127, message: 'The resolution is too low: at least 540 x 960.' },
  duration: { code: 1363128, message: 'The duration is not supported.' },
}

function faultIn(kind: VideoKind, fetched: Fetched): MediaFailure | null {
  const fault = videoFault(fetched, RULES[kind])
  if (fault) return FAULTS[fault]!
  if (kind === 'video' || !fetched.ok) return null
  const { width, height } = fetched.media
  return width !== null && height !== null && (width < 540 || height < 960) ? FAULTS.size! : null
}

const fetched = (sim: FacebookSimulator, url: string): Promise<Fetched> =>
  fetchMedia(url, {
    dir: sim.mediaDir,
    maxBytes: 1024 * MB,
    timeoutMs: sim.store.settings.fetch_timeout_ms,
    signal: sim.closing.signal,
  })

const isVideo = ({ kind }: Container): boolean => kind in RULES

/** Whether somebody asked for it to be published. */
const isAsked = ({ params }: Container): boolean => params.asked_at !== undefined

/** Where it stands. Nothing of it is out before it was asked for and processed. */
export function stateOf(
  sim: FacebookSimulator,
  container: Container,
): { state: ContainerState; failure: MediaFailure | null } {
  if (container.published_at !== null) return { state: 'PUBLISHED', failure: null }
  if (!isVideo(container)) return { state: 'FINISHED', failure: null }
  const done = container.downloaded && sim.now() >= container.ready_at
  if (container.failure && done && isAsked(container)) return { state: 'ERROR', failure: container.failure }
  return { state: isAsked(container) || !container.downloaded ? 'IN_PROGRESS' : 'FINISHED', failure: null }
}

function comeOut(sim: FacebookSimulator, id: string): void {
  const video = sim.store.containers.get(id)!
  const page = sim.store.accounts.get(video.account)
  if (!page || !isAsked(video) || !video.downloaded || video.failure || sim.now() < video.ready_at) return
  const asked = Number(video.params.times)
  const out = Number(video.params.out ?? 0)
  if (out >= asked) return
  for (let time = out; time < asked; time += 1) {
    const post = makePost(sim, page, {
      ...{ of: video.id, kind: video.kind, text: video.text, media: video.media },
      ...(time === 0 ? { id: String(video.params.post_number) } : {}),
      options: video.params.options as Record<string, unknown>,
    })
    if (time === 0 && video.params.no_permalink) sim.store.put('post', { ...post, permalink: null })
  }
  sim.store.put('container', {
    ...sim.store.containers.get(id)!,
    published_at: sim.now(),
    params: { ...video.params, out: asked },
  })
}

/** Brings out what is due: asked for at each request, and by itself. */
export function settle(sim: FacebookSimulator): void {
  for (const { id, kind } of [...sim.store.containers.values()]) if (kind in RULES) comeOut(sim, id)
}

function comeOutLater(sim: FacebookSimulator, id: string): void {
  const wait = Math.max(0, sim.store.containers.get(id)!.ready_at - sim.now()) + 1
  const later = delay(wait, undefined, { signal: sim.closing.signal }).then(
    () => comeOut(sim, id),
    () => undefined,
  )
  track(sim, later)
}

/** Goes on with what a stopped process left behind. */
export function resumeVideos(sim: FacebookSimulator): void {
  for (const video of [...sim.store.containers.values()]) {
    if (!isVideo(video) || !isAsked(video)) continue
    if (!video.downloaded && video.url) downloadLater(sim, video.id, video.url)
    else comeOutLater(sim, video.id)
  }
}

const processing = (sim: FacebookSimulator, { params }: Container): number =>
  Number(params.slow_ms ?? sim.store.settings.processing_ms.video)

function ask(sim: FacebookSimulator, video: Container, options: Record<string, unknown>, text: string): Container {
  const again = isAsked(video)
  if (again && sim.store.settings.repeat_publish === 'reject')
    throw invalidParameter('(#100) The upload session was finished already')
  const asked: Container = {
    ...video,
    text,
    ready_at: again ? video.ready_at : sim.now() + processing(sim, video),
    params: {
      ...video.params,
      asked_at: video.params.asked_at ?? sim.now(),
      times: Number(video.params.times ?? 0) + 1,
      post_number: video.params.post_number ?? newNumber(sim),
      options,
    },
  }
  sim.store.put('container', asked)
  comeOutLater(sim, video.id)
  return asked
}

const START = 'upload_phase file_size'
const FINISH: Record<VideoEdge, string> = {
  video_reels: 'upload_phase video_id video_state description title is_ai_generated place targeting',
  video_stories: 'upload_phase video_id',
}

/** POST /{page}/video_reels, /{page}/video_stories */
export function videoStep(
  sim: FacebookSimulator,
  page: FacebookAccount,
  { edge, version }: { edge: VideoEdge; version: string },
  params: Map<string, unknown>,
  plan: FaultPlan,
): unknown {
  const phase = textOf(params, 'upload_phase')
  if (phase === 'start') {
    onlyThese(params, START)
    const fault = plan.extra(CONTAINER_ERROR)
    const slow = plan.extra(SLOW_PROCESSING)
    const message = fault?.error_message ?? 'The video could not be processed.'
    const video = draft(sim, page, VIDEO_EDGES[edge], {
      downloaded: false,
      failure: fault ? { code: fault.subcode ?? fault.code, message } : null,
      params: slow ? { slow_ms: slow.ms } : {},
    })
    sim.store.put('container', video)
    return { video_id: video.id, upload_url: `${sim.url}/video-upload/${version}/${video.id}` }
  }
  if (phase !== 'finish') throw invalidParameter('(#100) Param upload_phase must be one of start, finish')
  onlyThese(params, FINISH[edge])
  const video = sim.store.containers.get(idOf(params, 'video_id'))
  if (!video || video.account !== page.external_id || video.kind !== VIDEO_EDGES[edge])
    throw noSuchObject(idOf(params, 'video_id'))
  if (video.media === null && !video.failure)
    throw new GraphError(6000, 'There was a problem uploading your video file. Please try again.', { subcode: 1363030 })
  if (edge === 'video_reels') {
    if (params.get('video_state') !== 'PUBLISHED')
      throw invalidParameter('(#100) Only video_state PUBLISHED is simulated')
    checkReels(sim, page)
    checkTargeting(params)
  }
  const text = messageOf(params, 'description')
  const plain = ['upload_phase', 'video_id', 'video_state', 'description']
  const options = withoutSecrets(new Map([...params].filter(([name]) => !plain.includes(name))))
  const asked = ask(sim, video, options, text)
  return { success: true, post_id: String(asked.params.post_number) }
}

/** @throws {GraphError} where the Page has had its reels of 24 hours. */
function checkReels(sim: FacebookSimulator, page: FacebookAccount): void {
  const since = sim.now() - DAY_MS
  const asked = sim.store
    .containersOf(page.external_id)
    .filter(({ kind, params }) => kind === 'reel' && Number(params.asked_at ?? 0) > since)
  // No code is documented for it: the Page's throttle is assumed.
  if (asked.length >= sim.store.settings.reel_limit)
    throw new GraphError(32, '(#32) The Page has reached its limit of reels in 24 hours')
}

/** POST to the place that `start` named. */
export async function upload(sim: FacebookSimulator, id: string, input: Input): Promise<unknown> {
  const video = sim.store.containers.get(id)
  if (!video || !['reel', 'story_video'].includes(video.kind)) throw noSuchObject(id)
  const { file_url } = input.headers
  if (typeof file_url !== 'string') throw invalidParameter('(#100) Only uploads by the header file_url are simulated')
  const found = await fetched(sim, file_url)
  const unreachable = !found.ok && found.reason === 'unreachable'
  // A failed fetch is not an end: the upload may be tried again.
  if (unreachable) throw new UploadRefused('The file could not be downloaded from the given address.')
  const failure = video.failure ?? faultIn(video.kind as VideoKind, found)
  const media = found.ok ? found.media : null
  sim.store.put('container', { ...sim.store.containers.get(id)!, url: file_url, media, failure, downloaded: true })
  return { success: true, message: 'Upload successful.' }
}

/** As uploads are refused. */
export class UploadRefused extends Error {}

/** POST /{page}/videos: the file is fetched afterwards. */
export function publishVideo(
  sim: FacebookSimulator,
  page: FacebookAccount,
  params: Map<string, unknown>,
  plan: FaultPlan,
): unknown {
  onlyThese(params, 'file_url title description published targeting')
  checkTargeting(params)
  const url = addressOf(params, 'file_url')
  const fault = plan.extra(CONTAINER_ERROR)
  const slow = plan.extra(SLOW_PROCESSING)
  const message = fault?.error_message ?? 'The video could not be processed.'
  const text = messageOf(params, 'description')
  const options = withoutSecrets(new Map([...params].filter(([name]) => !['file_url', 'description'].includes(name))))
  const video = draft(sim, page, 'video', {
    ...{ url, text, downloaded: false },
    failure: fault ? { code: fault.subcode ?? fault.code, message } : null,
    params: {
      ...(slow ? { slow_ms: slow.ms } : {}),
      asked_at: sim.now(),
      times: 1,
      post_number: newNumber(sim),
      options,
    },
  })
  sim.store.put('container', { ...video, ready_at: sim.now() + processing(sim, video) })
  downloadLater(sim, video.id, url)
  return { id: video.id }
}

function downloadLater(sim: FacebookSimulator, id: string, url: string): void {
  const work = (async () => {
    const found = await fetched(sim, url)
    if (sim.closing.signal.aborted) return
    const video = sim.store.containers.get(id)!
    const failure = video.failure ?? faultIn('video', found)
    sim.store.put('container', { ...video, media: found.ok ? found.media : null, failure, downloaded: true })
    comeOutLater(sim, id)
  })()
  track(sim, work)
}

/** The status of a video, as its node tells it. */
export function statusOf(sim: FacebookSimulator, video: Container): unknown {
  const { state, failure } = stateOf(sim, video)
  const asked = isAsked(video)
  const uploaded = video.downloaded
  const reason = failure ? { error: { code: failure.code, message: failure.message } } : {}
  const working = asked && uploaded && state === 'IN_PROGRESS'
  const out = state === 'PUBLISHED'
  return {
    video_status: out
      ? 'ready'
      : failure
        ? 'error'
        : working
          ? 'processing'
          : uploaded
            ? 'upload_complete'
            : 'processing',
    uploading_phase: { status: uploaded ? 'complete' : asked ? 'in_progress' : 'not_started' },
    processing_phase: failure
      ? { status: 'error', ...reason }
      : { status: out ? 'complete' : working ? 'in_progress' : 'not_started' },
    publishing_phase: out
      ? { status: 'complete', publish_status: 'published', publish_time: video.published_at }
      : { status: 'not_started' },
  }
}
