// Containers from creation to FINISHED, ERROR or EXPIRED.
import type { FaultPlan } from '../faults.ts'
import { withoutSecrets } from '../input.ts'
import { type Account, type Container, type ContainerState, DAY_MS, type MediaFailure } from '../model.ts'
import { type Simulator, track } from '../simulator.ts'
import { GraphError, invalidParameter } from './errors.ts'
import { CONTAINER_ERROR, SLOW_PROCESSING } from './faults.ts'
import { fetchMedia } from './media-fetch.ts'
import type { Draft, GraphSimulator } from './rules.ts'

const VIDEO_KINDS = new Set(['video', 'reel', 'story_video'])

/** Where a container stands now. Nothing is scheduled: only the clock decides, so it may be set. */
export function stateOf(sim: Simulator, container: Container): { state: ContainerState; failure: MediaFailure | null } {
  const now = sim.now()
  if (container.published_at !== null) return { state: 'PUBLISHED', failure: null }
  const children = container.children.map((id) => stateOf(sim, sim.store.containers.get(id)!))
  const failure = container.failure ?? children.find((child) => child.failure)?.failure ?? null
  const downloading = !container.downloaded || children.some((child) => child.state === 'IN_PROGRESS')
  if (failure && !downloading && now >= container.ready_at) return { state: 'ERROR', failure }
  if (now >= container.created_at + DAY_MS) return { state: 'EXPIRED', failure: null }
  return { state: downloading || now < container.ready_at ? 'IN_PROGRESS' : 'FINISHED', failure: null }
}

/** @throws {GraphError} for everything that the platform refuses at creation. */
export async function createContainer(
  sim: GraphSimulator,
  account: Account,
  params: Map<string, unknown>,
  plan: FaultPlan,
  scopes: readonly string[],
): Promise<Container> {
  if (account.restricted) throw sim.rules.errors.restricted()
  const unknown = [...params.keys()].find((name) => !sim.rules.parameters.has(name))
  if (unknown !== undefined && sim.store.settings.unknown_parameters === 'refuse')
    throw invalidParameter(`Unexpected param: ${unknown}`)
  const draft = sim.rules.readDraft(sim, account, params, scopes)
  checkChildren(sim, account, draft)
  const now = sim.now()
  const recent = sim.store.containersOf(account.external_id).filter((other) => other.created_at > now - DAY_MS)
  if (recent.length >= sim.store.settings.container_limit) {
    throw new GraphError(4, 'Application request limit reached: too many containers in 24 hours')
  }
  const { processing_ms } = sim.store.settings
  const delay = VIDEO_KINDS.has(draft.kind) ? processing_ms.video : processing_ms.image
  const fault = plan.extra(CONTAINER_ERROR)
  const container: Container = {
    id: sim.store.newId(sim.rules.idPrefix.container),
    account: account.external_id,
    ...draft,
    params: withoutSecrets(params),
    ignored: [...params.keys()].filter((name) => !sim.rules.parameters.has(name)),
    media: null,
    downloaded: draft.url === null,
    failure: fault
      ? {
          code: fault.code,
          subcode: fault.subcode,
          error_message: fault.error_message,
          message: 'Media upload has failed',
        }
      : null,
    created_at: now,
    ready_at: now + (plan.extra(SLOW_PROCESSING)?.ms ?? delay),
    used_by: null,
    published_at: null,
    publish_calls: 0,
  }
  if (draft.url !== null && sim.rules.checksAtCreation(sim, draft.kind)) {
    const done = await download(sim, container)
    if (done.failure && !fault)
      throw new GraphError(done.failure.code, done.failure.message, { subcode: done.failure.subcode })
    sim.store.put('container', done)
    return done
  }
  sim.store.put('container', container)
  if (draft.url !== null) downloadInBackground(sim, container.id)
  return container
}

/** Downloads that a stopped process left behind are started again. */
export function resumeDownloads(sim: GraphSimulator, only: (container: Container) => boolean = () => true): void {
  for (const container of sim.store.containers.values()) {
    if (!container.downloaded && only(container)) downloadInBackground(sim, container.id)
  }
}

function downloadInBackground(sim: GraphSimulator, id: string): void {
  const work = (async () => {
    const found = await download(sim, sim.store.containers.get(id)!)
    if (sim.closing.signal.aborted) return
    // The container may have been named by publish calls in the meantime.
    const { media, downloaded, failure } = found
    sim.store.put('container', { ...sim.store.containers.get(id)!, media, downloaded, failure })
  })()
  track(sim, work)
}

async function download(sim: GraphSimulator, container: Container): Promise<Container> {
  const fetched = await fetchMedia(container.url!, {
    dir: sim.mediaDir,
    maxBytes: sim.rules.maxBytes(container.kind),
    timeoutMs: sim.store.settings.fetch_timeout_ms,
    signal: sim.closing.signal,
  })
  const failure = container.failure ?? sim.rules.checkMedia(container, fetched) ?? (await checkExtra(sim, container))
  return { ...container, downloaded: true, media: fetched.ok ? fetched.media : null, failure }
}

async function checkExtra(sim: GraphSimulator, container: Container): Promise<MediaFailure | null> {
  const extra = sim.rules.extraFile?.(container)
  if (!extra) return null
  const fetched = await fetchMedia(extra.url, {
    dir: sim.mediaDir,
    maxBytes: sim.rules.maxBytes('image'),
    timeoutMs: sim.store.settings.fetch_timeout_ms,
    signal: sim.closing.signal,
  })
  return extra.check(fetched)
}

function checkChildren(sim: GraphSimulator, account: Account, draft: Draft): void {
  if (new Set(draft.children).size !== draft.children.length)
    throw invalidParameter('Param children names a container twice')
  const gone = sim.rules.errors.children ?? sim.rules.errors.container
  for (const id of draft.children) {
    const child = sim.store.containers.get(id)
    if (!child || child.account !== account.external_id) throw gone()
    if (!child.is_child) throw invalidParameter(`Container ${id} was not created as a carousel item`)
    if (child.used_by !== null) throw gone()
    const { state, failure } = stateOf(sim, child)
    if (state === 'EXPIRED' || state === 'PUBLISHED') throw gone()
    if (failure) throw sim.rules.errors.failed(failure)
    if (state === 'IN_PROGRESS' && sim.store.settings.unfinished_children === 'reject')
      throw sim.rules.errors.notReady()
    if (sim.rules.errors.children && sim.now() - child.ready_at < sim.store.settings.children_visible_ms) throw gone()
  }
}
