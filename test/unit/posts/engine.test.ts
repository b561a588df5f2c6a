// The publishing engine against a model of a platform, a table and rival workers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded } from '../../../core/posts/rules/publication.ts'
import { DEEP } from '../../support/deep.ts'
import { type History, runHistory } from '../../support/engine-model.ts'

const HISTORIES = DEEP ? 10_000 : 2000

/** Every part that is said to be live is, and once; none that is not. */
function judgeParts({ byPart, ended: publication, verdictWasToBeHad }: History): void {
  const { state, failure } = publication
  expect(Math.max(...byPart), 'each part published at most once').toBeLessThanOrEqual(1)
  const parts = publication.parts!
  const live = parts.filter(({ live_at }) => live_at !== undefined).length
  expect(state === 'published', 'published as a whole').toBe(live === parts.length)
  expect(state === 'partially_published', 'published in part').toBe(live > 0 && live < parts.length)
  byPart.forEach((count, part) => {
    if (part < live) expect(count, `part ${part} said to be live, and is`).toBe(1)
    else if (part === live && failure?.code === 'outcome_unknown')
      expect(verdictWasToBeHad, 'unknown only where the platform would not tell').toBe(false)
    else expect(count, `part ${part} said to be ${state} (${failure?.code}), and is not live`).toBe(0)
  })
}

/** The first comment is there once at most, and as it is said to be. */
function judgeComment({ comments, ended: publication }: History): void {
  expect(comments, 'commented at most once').toBeLessThanOrEqual(1)
  const step = publication.steps?.find(({ type }) => type === 'first_comment')
  if (step?.state === 'completed') expect(comments, 'said to be written, and is').toBe(1)
  else if (step?.attempt === undefined) expect(comments, `said to be ${step?.state}, and is not there`).toBe(0)
  if (publication.state === 'published')
    expect(publication.steps?.every(({ state }) => state !== 'pending') ?? true, 'no step is left').toBe(true)
}

/** Posts that are reported deleted are gone, all of them; those reported present are there. */
function judgeDeletion({ byPart, gone, publication, ended }: History): void {
  const { state, deletion, parts } = publication
  expect(state === 'deleted', 'deleted once the deletion is completed').toBe(deletion?.state === 'completed')
  expect(deletion?.state, 'a deletion comes to an end').not.toBe('pending')
  if (!deletion) return void expect(gone, 'nothing is deleted unasked').not.toContain(true)
  expect(['published', 'partially_published'], 'only what is live is deleted').toContain(ended.state)
  const unknown = deletion.state === 'failed' && deletion.message?.includes('is not known')
  const next = parts?.findLastIndex(({ live_at, deleted_at }) => live_at !== undefined && deleted_at === undefined) ?? 0
  byPart.forEach((count, part) => {
    if (count === 0 || (unknown && part === next)) return
    const said = parts ? parts[part]!.deleted_at !== undefined : state === 'deleted'
    expect(gone[part], `part ${part} ${said ? 'said to be deleted' : 'said to be there'} (${deletion.message})`).toBe(
      said,
    )
  })
}

function judge(history: History): void {
  judgeDeletion(history)
  expect(history.begunLate, 'never begun too late').toBe(false)
  expect(history.ungated, 'never before all others are ready').toBe(false)
  const { posts, ended: publication, begunEarly, verdictWasToBeHad } = history
  const { state, failure } = publication
  judgeComment(history)
  if (publication.parts) {
    judgeParts(history)
    return
  }
  expect(posts, 'published at most once').toBeLessThanOrEqual(1)
  expect(hasEnded(publication), 'reaches an end').toBe(true)
  expect(begunEarly, 'never before its time').toBe(false)
  expect(
    publication.jobs.every((job) => job.state !== 'pending'),
    'no job is left pending',
  ).toBe(true)
  if (state === 'published') expect(posts, 'said to be live, and is').toBe(1)
  else if (failure?.code === 'outcome_unknown')
    expect(verdictWasToBeHad, 'unknown only where the platform would not tell').toBe(false)
  else expect(posts, `said to be ${state} (${failure?.code}), and is not live`).toBe(0)
}

describe('publishing engine', () => {
  it(`keeps its word in ${HISTORIES.toLocaleString('en')} random histories`, async () => {
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffffffff }), async (seed) => {
        const history = await runHistory(seed)
        judge(history)
        const end = history.ended.failure?.code ?? history.ended.state
        const { parts = [], steps = [] } = history.publication
        const comment =
          steps[0]?.state === 'completed' ? 'comment written' : steps[0]?.state === 'failed' ? 'comment failed' : []
        const broken =
          history.publication.state === 'partially_published' && parts.length > 0 ? 'thread broken off' : []
        const { deletion } = history.publication
        const deleted = deletion ? `deletion ${deletion.state}` : []
        const unknown = deletion?.message?.includes('is not known') ? 'deletion unknown' : []
        for (const name of [end, comment, broken, deleted, unknown].flat()) ends.set(name, (ends.get(name) ?? 0) + 1)
      }),
      { numRuns: HISTORIES, seed: 20261121, endOnFailure: true },
    )
    // A model in which nothing ever goes wrong, or nothing ever right, would prove nothing.
    for (const end of [
      'published',
      'rejected',
      'reconnect_required',
      'media_not_processed',
      'outcome_unknown',
      'thread broken off',
      'too_late',
      'stopped',
      'comment written',
      'comment failed',
      'deletion completed',
      'deletion failed',
      // Too rare to come in every two thousand.
      ...(DEEP ? ['deletion unknown'] : []),
    ]) {
      expect(ends.get(end) ?? 0, `histories that end ${end}`).toBeGreaterThan(0)
    }
  }, 120_000)
})
