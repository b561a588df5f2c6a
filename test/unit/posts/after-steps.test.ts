// The steps that follow a post: whatever happens to them, the post stays published, once; and a comment is written once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put, queryAll } from '../../../core/aws/table.ts'
import type { AfterStepType } from '../../../core/platforms/enumerations.ts'
import { publicationItem } from '../../../core/posts/post-items.ts'
import { afterLooking, afterTakingStep, beforeStep } from '../../../core/posts/rules/after-steps.ts'
import { failed, live } from '../../../core/posts/rules/changes.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { CALL_WINDOW_MS, MAX_HELD_MS } from '../../../core/posts/rules/pace.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { postKey } from '../../../core/table-keys.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { OWNER } from '../../support/domain.ts'
import { at, ready, refusal, T0 } from '../../support/publications.ts'
import { callApi } from './api-call.ts'
import { LOST, says, startWorld, type World } from './worker-world.ts'

let world: World
let account: Account
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  account = await world.account({ provider: 'instagram', owner_id: OWNER })
})
afterAll(() => world.stop())

const COMMENT = 'First, with #tags'

async function posted(instagram: object = { first_comment: COMMENT, comments_enabled: false }) {
  const made = await world.post({ pictures: 1, accounts: [account], options: { instagram } } as never)
  // As accepting plans it.
  const found = await world.publication(made.ids)
  const { post_id, account_id, owner_id, platform, type, jobs } = found
  const plan = {
    containers: jobs.flatMap(({ container_type, media_id }) =>
      container_type ? [{ type: container_type, media_id }] : [],
    ),
    carousel: false,
  }
  const steps = [
    ...('first_comment' in instagram ? (['first_comment'] as const) : []),
    ...('comments_enabled' in instagram ? (['comments_off'] as const) : []),
  ]
  const given = {
    post_id,
    account_id,
    owner_id,
    platform,
    type,
    plan,
    steps,
    not_before: found.not_before,
    now: Date.now(),
  }
  await put(publicationItem(newPublication(given)))
  return made.ids
}

/** As many turns as the post and its steps take. */
async function driven(ids: { post_id: string; account_id: string }): Promise<Publication> {
  for (let turns = 0; turns < 60; turns += 1) {
    await world.turn(ids)
    const publication = await world.publication(ids)
    const over = publication.steps?.every(({ state }) => state !== 'pending')
    if (publication.state === 'failed' || (over && publication.permalink_state !== 'open')) return publication
  }
  return world.publication(ids)
}
const retried = (ids: { post_id: string }) =>
  callApi(retry, { method: 'POST', resource: '/v1/posts/{id}/retry', path: { id: ids.post_id }, ownerId: OWNER })

const statesOf = ({ state, steps }: Publication) => [state, ...(steps ?? []).map((step) => step.state)]

describe('steps after publishing', () => {
  it('are taken in their order, with what they came to', async () => {
    const ids = await posted()
    const publication = await driven(ids)
    expect(statesOf(publication)).toEqual(['published', 'completed', 'completed'])
    expect(world.comments).toEqual([COMMENT])
    expect(publication.steps![0]!.platform_id).toBe('k1')
    expect(publication.permalink).toBeDefined()
    const events = publication.events!.map(({ event, step }) => (step ? `${event} ${step}` : event))
    expect(events).toEqual(
      expect.arrayContaining(['published', 'step_completed first_comment', 'step_completed comments_off']),
    )
    const shown = await callApi(get, {
      method: 'GET',
      resource: '/v1/posts/{id}',
      path: { id: ids.post_id },
      ownerId: OWNER,
    })
    expect(shown.json.data.publications[0].steps).toMatchObject([
      { step: 'first_comment', state: 'completed', platform_id: 'k1', error: null },
      { step: 'comments_off', state: 'completed', error: null },
    ])
  })

  it.each([
    ['no answer came', LOST],
    ['a temporary fault was said', says({ code: 2, message: 'later' }, 500)],
    ['a refusal was said that is not true', says({ code: 100, message: 'no' })],
  ])('a comment that is there although %s is not written again', async (_what, answer) => {
    const ids = await posted({ first_comment: COMMENT })
    world.answer('comment', answer, { after: true })
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
    expect(world.calls('comment')).toHaveLength(1)
  })

  it('a comment that decrypting the token has made late is not written before it was looked for', async () => {
    const ids = await posted({ first_comment: COMMENT })
    // So that the comment is what a pass begins with.
    world.answer('permalink', LOST)
    while ((await world.publication(ids)).permalink_tries === 0) await world.turn(ids)
    world.slowDecrypt(CALL_WINDOW_MS + 1)
    await world.turn(ids)
    expect((await world.publication(ids)).steps![0]!.attempt).toMatchObject({ verdict: 'unclear' })
    expect(world.calls('comment')).toEqual([])
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
  })

  it('a comment that is not there is written again, once it was looked for twice', async () => {
    const ids = await posted({ first_comment: COMMENT })
    world.answer('comment', LOST)
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
    expect(world.calls('comments')).toHaveLength(2)
  })

  it('a comment without its permission fails alone; the post stays, is not published again, and retry takes the step', async () => {
    const ids = await posted()
    world.answer('comment', says({ code: 10, message: 'no permission' }))
    world.answer('comments', says({ code: 10, message: 'no permission' }))
    const publication = await driven(ids)
    expect(statesOf(publication)).toEqual(['published', 'failed', 'completed'])
    expect(publication.steps![0]).toMatchObject({ message: 'no permission', problem: { code: 10 } })
    expect([world.posts(), world.comments]).toEqual([1, []])
    const again = await retried(ids)
    expect(again.status, JSON.stringify(again.json)).toBe(202)
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed', 'completed'])
    expect([world.posts(), world.comments]).toEqual([1, [COMMENT]])
    const head = (
      await queryAll({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': postKey(ids.post_id).pk },
      })
    ).find(({ sk }) => sk === 'POST')
    expect(head!.progress).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
  })

  it('are not said to be still done where the post was not published, may be live, or was deleted before', async () => {
    const shown = async ({ post_id }: { post_id: string }) => {
      const call = { method: 'GET', resource: '/v1/posts/{id}', path: { id: post_id }, ownerId: OWNER }
      return (await callApi(get, call)).json.data.publications[0]
    }
    const ids = await posted({ first_comment: COMMENT })
    expect((await shown(ids)).steps).toMatchObject([{ state: 'pending', error: null }])
    world.answer('create', says({ code: 100, message: 'no' }))
    expect((await driven(ids)).state).toBe('failed')
    const message = 'It was not done, because the post was not published.'
    expect((await shown(ids)).steps).toMatchObject([{ state: 'failed', error: { message, platform: null } }])
    const live = await posted({ first_comment: COMMENT })
    const publication = await world.publication(live)
    await put(publicationItem(failed(publication, 'outcome_unknown', Date.now())))
    const unsure = 'It was not done, because it is not known whether the post was published.'
    expect((await shown(live)).steps).toMatchObject([{ state: 'failed', error: { message: unsure, platform: null } }])
    await put(publicationItem({ ...publication, state: 'partially_published', ended_at: Date.now() }))
    const partly = 'It was not done, because the post was not published completely.'
    expect((await shown(live)).steps).toMatchObject([{ state: 'failed', error: { message: partly, platform: null } }])
    await put(publicationItem({ ...publication, state: 'deleted', media_id: 'm1', ended_at: Date.now() }))
    const before = 'It was not done before the post was deleted.'
    expect((await shown(live)).steps).toMatchObject([{ state: 'failed', error: { message: before, platform: null } }])
    expect(world.comments).toEqual([])
  })

  it('a comment that may exist is not written a second time, not even by retry', async () => {
    const ids = await posted({ first_comment: COMMENT })
    world.answer('comment', LOST, { after: true })
    for (let at = 0; at < 8; at += 1) world.answer('comments', says({ code: 2, message: 'later' }, 500))
    const publication = await driven(ids)
    expect(statesOf(publication)).toEqual(['published', 'failed'])
    await retried(ids)
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
  })

  it('a comment that was refused while nobody could look for it is written by the first retry', async () => {
    const ids = await posted({ first_comment: COMMENT })
    const checkpoint = says({ code: 190, error_subcode: 459, message: 'log in to the app' })
    world.answer('comment', checkpoint)
    world.answer('comments', checkpoint)
    expect(statesOf(await driven(ids))).toEqual(['published', 'failed'])
    await retried(ids)
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
  })

  it('a worker that dies before the call is noticed: the comment is written by the next', async () => {
    const ids = await posted({ first_comment: COMMENT })
    // The record is stored, and its reply lost: nobody knows whether the call was made.
    world.failTable(
      'PutCommand',
      (input) => input.includes('"verdict":"unanswered"') && input.includes('first_comment'),
      { after: true },
    )
    expect(statesOf(await driven(ids))).toEqual(['published', 'completed'])
    expect(world.comments).toEqual([COMMENT])
  })
})

describe('a limit of the platform', () => {
  const limit = refusal('wait', { retry_after_ms: 10 * 60_000 })
  const posted = (type: AfterStepType): Publication => ({
    ...live(ready(), { media_id: 'm1' }, at(T0)),
    steps: [{ type, state: 'pending', created_at: T0, tries: 0 }],
  })
  const stepIn = ({ steps }: Publication) => steps![0]!

  it.each([
    ['the comment is refused', limit, { ok: true, value: null }],
    ['looking for it is refused too', limit, limit],
    ['only looking for it is refused', refusal('ambiguous'), limit],
  ] as const)('is waited for, where %s', (_what, said, looked) => {
    let publication = posted('first_comment')
    let now = T0
    for (let rounds = 0; now < T0 + MAX_HELD_MS && rounds < 1000; rounds += 1) {
      expect(stepIn(publication).state).toBe('pending')
      publication = stepIn(publication).attempt
        ? afterLooking(publication, 'first_comment', looked, at(now))
        : afterTakingStep(beforeStep(publication, stepIn(publication), at(now)), 'first_comment', said, at(now))
      now = Math.max(now, publication.due_at)
    }
    // Longer than a day no limit lasts.
    for (let rounds = 0; stepIn(publication).state === 'pending'; rounds += 1) {
      expect(rounds).toBeLessThan(40)
      publication = stepIn(publication).attempt
        ? afterLooking(publication, 'first_comment', looked, at(now))
        : afterTakingStep(beforeStep(publication, stepIn(publication), at(now)), 'first_comment', said, at(now))
      now = Math.max(now, publication.due_at)
    }
    expect(stepIn(publication)).toMatchObject({ state: 'failed' })
    expect(publication.state).toBe('published')
  })

  it('is waited for before comments are switched off', () => {
    let publication = posted('comments_off')
    let now = T0
    for (let rounds = 0; now < T0 + MAX_HELD_MS; rounds += 1) {
      expect([rounds < 1000, stepIn(publication).state]).toEqual([true, 'pending'])
      publication = afterTakingStep(publication, 'comments_off', refusal('wait'), at(now))
      now = publication.due_at
    }
    // Rarer and rarer: each call prolongs it.
    expect(publication.due_at - T0).toBeLessThan(MAX_HELD_MS + 2 * 3_600_000)
  })
})
