// The publish worker's work: one message, one publication taken as far as it goes now, on the real world.
import type { Tokens } from '../../accounts/credentials.ts'
import { setting } from '../../config.ts'
import { ENV } from '../../contract.ts'
import { log } from '../../log.ts'
import { type PublishMessage, queueForTheirTime, queueLater } from '../dispatch.ts'
import { getPostWithPublications } from '../post-store.ts'
import { findAfterStep, takeAfterStep } from './after-steps.ts'
import { bind } from './bound-post.ts'
import { deletePost, postExists } from './deletion.ts'
import { type Effects, PassFailed, publishStep } from './engine.ts'
import { keepFigures } from './figures.ts'
import { findObstacle } from './find-obstacle.ts'
import { askGate } from './gate.ts'
import { load, type Pass } from './pass.ts'
import { findLink, findPart, mark, prepare, publish, quota, terms, verify } from './platform-calls.ts'
import { lockAccount, unlockAccount } from './publish-lock.ts'
import { giveBackLease, saveStep } from './save-step.ts'

/** The world as one pass meets it. */
const effectsOf = (pass: Pass, remainingMs: () => number): Effects => ({
  now: () => Date.now(),
  // Timers and the clock round differently: without the one more, a wait may end before its time has come.
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 1)),
  pace: { poll_ms: Number(setting(ENV.publishPollMs)), chance: Math.random },
  remainingMs,
  load: () => load(pass),
  save: (publication) => saveStep(pass, publication),
  giveBack: () => giveBackLease(pass),
  comeBack: (publication) => queueLater(publication, Math.max(publication.due_at, publication.not_before) - Date.now()),
  obstacle: (publication) => findObstacle(pass, publication),
  prepare: (publication, job) => prepare(pass, publication, job),
  terms,
  mark: (publication) => mark(pass, publication),
  publish: (publication) => publish(pass, publication),
  bind,
  verify: (publication) => verify(pass, publication),
  quota: (publication) => quota(pass, publication),
  findLink: (publication) => findLink(pass, publication),
  findPart: (publication, part) => findPart(pass, publication, part),
  takeAfterStep: (publication, step) => takeAfterStep(pass, publication, step),
  findAfterStep: (publication) => findAfterStep(pass, publication),
  deletePost: (publication, mediaId) => deletePost(pass, publication, mediaId),
  postExists: (publication, mediaId) => postExists(pass, publication, mediaId),
  askGate,
  keepFigures: (publication) => keepFigures(pass, publication),
  lockAccount,
  unlockAccount,
})

/** The message of a schedule: every publication of the post that still waits gets a message of its own. */
async function handOut(postId: string): Promise<void> {
  const found = await getPostWithPublications(postId)
  if (!found) return log.warn('a schedule names a post that does not exist', { post_id: postId })
  await queueForTheirTime(
    found.publications.filter(({ state }) => state === 'waiting'),
    Date.now(),
  )
}

/** Nothing was held. */
function unheld(error: unknown): never {
  throw new PassFailed(Date.now(), error)
}

/**
 * Works off one message of the publish queue.
 * @param remainingMs milliseconds until the function is stopped. @param tokens what this invocation has decrypted.
 */
export const publishPublication = (
  { post_id, account_id }: PublishMessage,
  remainingMs: () => number,
  tokens: Tokens,
): Promise<void> =>
  account_id === undefined
    ? handOut(post_id).catch(unheld)
    : publishStep(effectsOf({ post_id, account_id, tokens }, remainingMs))
