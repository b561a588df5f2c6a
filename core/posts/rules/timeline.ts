// The timeline of a publication: what changed between two saves, as lines for its owner. Written only with saves that
// are made anyway.

import type { Publication } from './publication.ts'
import type { PlatformProblem, PublicationEvent } from './publication-fields.ts'

/** Older lines give way: an item of the table has its limit, and a reader too. */
export const MAX_EVENTS = 50

/** A platform's sentence in the timeline; the whole of it stands with the job or the failure. */
const MAX_WORDS = 300

const brief = (problem: PlatformProblem): PlatformProblem => ({
  ...problem,
  message: problem.message.length > MAX_WORDS ? `${problem.message.slice(0, MAX_WORDS - 1)}…` : problem.message,
})

/** `at` where it is another time than that of the write. */
type Line = Omit<PublicationEvent, 'at'> & { at?: number }

/** The identity of a line, whatever the order of its fields. */
const wording = ({ platform, ...line }: Omit<Line, 'at'>): string =>
  JSON.stringify([line, platform ?? {}].map((part) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))))

/** A repetition of the last line is counted on it. */
function withLine(events: readonly PublicationEvent[], line: Omit<Line, 'at'>, at: number): PublicationEvent[] {
  const last = events.at(-1)
  if (last) {
    const { at: _at, times = 1, last_at: _lastAt, ...same } = last
    if (wording(same) === wording(line)) return [...events.slice(0, -1), { ...last, times: times + 1, last_at: at }]
  }
  return [...events, { at, ...line }]
}

/** Adds lines to the timeline, which keeps the last of them. */
export function withLines(publication: Publication, lines: readonly Line[], at: number): Publication {
  if (lines.length === 0) return publication
  let events = publication.events ?? []
  for (const { at: own = at, ...line } of lines) events = withLine(events, line, own)
  return { ...publication, events: events.slice(-MAX_EVENTS) }
}

function jobLines(before: Publication, after: Publication): Line[] {
  const lines: Line[] = []
  for (const job of after.jobs) {
    const old = before.jobs.find(({ id }) => id === job.id)
    const { id: job_id, container_id, container_at, completed_at } = job
    if (container_id !== undefined && container_id !== old?.container_id)
      lines.push({ event: 'container_created', job_id, container_id, at: container_at })
    if (container_id !== undefined && job.state === 'completed' && old?.state !== 'completed')
      lines.push({ event: 'container_ready', job_id, container_id, at: completed_at })
  }
  return lines
}

function stepLines(before: Publication, after: Publication): Line[] {
  return (after.steps ?? []).flatMap(({ type, state, message, problem }): Line[] => {
    const old = before.steps?.find((step) => step.type === type)
    if (state === old?.state || state === 'pending') return []
    if (state === 'completed') return [{ event: 'step_completed', step: type }]
    const platform = problem ? { platform: brief(problem) } : {}
    return [{ event: 'step_failed', step: type, message: message ?? 'It failed.', ...platform }]
  })
}

function deletionLines(before: Publication, after: Publication): Line[] {
  const { deletion } = after
  if (!deletion) return []
  const lines: Line[] = []
  if (deletion.requested_at !== before.deletion?.requested_at) lines.push({ event: 'deletion_requested' })
  for (const [at, part] of (after.parts ?? []).entries())
    if (part.deleted_at !== undefined && before.parts?.[at]?.deleted_at === undefined)
      lines.push({ event: 'part_deleted', part: at })
  if (deletion.state === before.deletion?.state) return lines
  if (deletion.state === 'completed') lines.push({ event: 'deleted' })
  if (deletion.state === 'failed') {
    const platform = deletion.problem ? { platform: brief(deletion.problem) } : {}
    lines.push({ event: 'deletion_failed', message: deletion.message ?? 'It failed.', ...platform })
  }
  return lines
}

/** The events between one state and the next. */
function between(before: Publication, after: Publication): Line[] {
  const lines: Line[] = []
  if (after.started_at !== undefined && before.started_at === undefined)
    lines.push({ event: 'started', at: after.started_at })
  lines.push(...jobLines(before, after))
  for (const [at, part] of (after.parts ?? []).entries())
    if (part.live_at !== undefined && before.parts?.[at]?.live_at === undefined)
      lines.push({
        event: 'part_published',
        part: at,
        ...(part.media_id === undefined ? {} : { platform_media_id: part.media_id }),
      })
  lines.push(...stepLines(before, after), ...deletionLines(before, after))
  if (after.ready_at !== undefined && before.ready_at === undefined) lines.push({ event: 'waiting_for_others' })
  const { attempt } = after
  const called = attempt !== undefined && attempt.at !== before.attempt?.at
  if (called) lines.push({ event: 'publish_called', container_id: attempt.container_id })
  if (attempt && attempt.verdict !== 'unanswered' && (called || before.attempt?.verdict !== attempt.verdict)) {
    lines.push({
      event: 'publish_answered',
      verdict: attempt.verdict,
      ...(attempt.problem ? { platform: brief(attempt.problem) } : {}),
    })
  } else if (after.last_problem && after.last_problem !== before.last_problem) {
    lines.push({ event: 'problem', platform: brief(after.last_problem) })
  }
  if (after.state !== before.state) {
    if (after.state === 'published')
      lines.push({ event: 'published', ...(after.media_id === undefined ? {} : { platform_media_id: after.media_id }) })
    if (after.state === 'cancelled') lines.push({ event: 'cancelled' })
    if ((after.state === 'failed' || after.state === 'partially_published') && after.failure) {
      const { code, message, platform } = after.failure
      lines.push({ event: after.state, code, message, ...(platform ? { platform: brief(platform) } : {}) })
    }
  }
  if (after.permalink !== undefined && after.permalink !== before.permalink)
    lines.push({ event: 'permalink_found', permalink: after.permalink })
  return lines
}

/** The publication as it is now, its timeline told on from how it was when it was last written. */
export const toldOn = (before: Publication, after: Publication, at: number): Publication =>
  withLines(after, between(before, after), at)

const ENDS: readonly PublicationEvent['event'][] = ['published', 'partially_published', 'failed']

/** How it had ended at that time, if it was retried since. */
export function endBeforeRetry({ events = [] }: Publication, at: number): PublicationEvent | undefined {
  const retried = events.findIndex(({ event, at: then }) => event === 'retried' && then >= at)
  return retried < 0 ? undefined : events.slice(0, retried).findLast(({ event }) => ENDS.includes(event))
}
