// Writing a step's outcome and announcing it: webhooks, the log, the metrics, the account.
import { markAccount, markActive } from '../../accounts/account-state-store.ts'
import { METRICS } from '../../contract.ts'
import { log } from '../../log.ts'
import { measure } from '../../metrics.ts'
import { announce } from '../../webhooks/announce.ts'
import type { WebhookEvent } from '../../webhooks/rules/webhooks.ts'
import { getPublicationAsWritten, newWriter, savePublication } from '../publication-store.ts'
import { type Publication, VersionConflict } from '../rules/publication.ts'
import { toldOn } from '../rules/timeline.ts'
import type { Pass } from './pass.ts'

function measureEnd({ state, platform, failure, not_before, ended_at, post_id, account_id }: Publication): void {
  const context = { platform, post_id, account_id }
  // Both of either: an alarm on their ratio needs figures of both.
  if (state === 'published') {
    const late = Math.max(0, (ended_at ?? Date.now()) - not_before) / 1000
    measure({ [METRICS.published]: 1, [METRICS.failed]: 0, [METRICS.dueToPublished]: late }, { context })
  } else if ((state === 'failed' || state === 'partially_published') && failure) {
    measure({ [METRICS.published]: 0, [METRICS.failed]: 1 }, { context })
    measure({ [METRICS.failed]: 1 }, { by: { failure: failure.code } })
  }
}

/** An account whose token or standing is the reason is marked, so that the next post is refused at once. */
async function markTheAccount(pass: Pass, { account_id, failure }: Publication): Promise<void> {
  if (!failure?.platform) return
  if (failure.code !== 'reconnect_required' && failure.code !== 'action_required') return
  const event = await markAccount(account_id, failure.code, failure.platform.message, Date.now(), pass.token)
  if (event) await announce(event)
}

/** A post that is live shows that its account works, whatever its owner was to do. */
async function markItWorking(pass: Pass): Promise<void> {
  // Read for the calls; where it was not, the keeper looks.
  if ((await pass.account)?.status !== 'action_required') return
  await markActive(pass.account_id, pass.token, Date.now())
}

function logChange(before: Publication, saved: Publication): void {
  log.info('publication changed', {
    post_id: saved.post_id,
    account_id: saved.account_id,
    platform: saved.platform,
    from: before.state,
    to: saved.state,
    failure: saved.failure?.code,
    problem: saved.failure?.platform ?? saved.last_problem,
  })
}

/** Writes the publication with what changed since it was last written. @throws {VersionConflict} */
export async function saveStep(pass: Pass, publication: Publication): Promise<Publication> {
  const before = pass.stored!
  let event: WebhookEvent | undefined
  pass.writer = newWriter()
  const saved = await savePublication(
    toldOn(before, publication, Date.now()),
    before.state,
    (stored) => {
      event = stored
    },
    pass.writer,
  )
  if (event) await announce(event)
  pass.stored = saved
  if (saved.state === before.state) return saved
  logChange(before, saved)
  measureEnd(saved)
  // The post's outcome is stored; the next post on the account finds out for itself.
  const marked = saved.failure
    ? markTheAccount(pass, saved)
    : saved.state === 'published'
      ? markItWorking(pass)
      : undefined
  await marked?.catch((error: unknown) =>
    log.warn('an account was not marked', { account_id: saved.account_id, error: error as Error }),
  )
  return saved
}

/**
 * Ends the lease of a pass that failed. Its last write may have taken effect although it was said to have failed, and may even take
 * effect later: the version is raised, so that it finds another one.
 * @returns the publication as it is then stored; undefined where another worker has it.
 */
export async function giveBackLease({ post_id, account_id, stored, writer }: Pass): Promise<Publication | undefined> {
  const found = await getPublicationAsWritten(post_id, account_id)
  if (!stored || !found) return undefined
  const { publication } = found
  if (publication.version !== stored.version && found.writer !== writer) return undefined
  return savePublication({ ...publication, lease_until: 0 }, publication.state).catch((error: unknown) => {
    if (error instanceof VersionConflict) return undefined
    throw error
  })
}
