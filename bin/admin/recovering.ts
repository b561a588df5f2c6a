// recover
import { eventSourceOf } from '../../core/aws/event-sources.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import { type Recovered, recoverPublications } from '../../core/posts/publishing/recover-publications.ts'
import type { Recovery } from '../../core/posts/rules/recovery.ts'
import { type Call, momentOf, type Outcome, table, WrongCall } from './command.ts'
import { reasonOf } from './reason.ts'

/** A worker may have called a platform this long before it was stopped, and its answer still be on the way. */
const SETTLED = 'Disabled'

const MEANINGS: Record<Recovery, string> = {
  live: 'live on the platform, and marked so',
  open: 'surely not live: published once the workers go on',
  unknown: 'nobody can know: ended as outcome_unknown. Look at the account before posting again',
  look: 'nobody can know, and still to come, or failed before: look at the account before its time or a retry; if it is live, cancel it or do not retry it',
  not_asked: 'not asked: call this again before the workers go on',
}
/** Those that somebody has to do something about. */
const LISTED: readonly Recovery[] = ['unknown', 'look', 'not_asked']

const rowOf = ({ post_id, account_id, platform, not_before, reason }: Recovered): string[] => [
  post_id,
  account_id,
  platform,
  new Date(not_before).toISOString(),
  reason ?? '',
]

export async function recover({ options, terminal }: Call): Promise<Outcome> {
  const since = momentOf('since', options.since) as number
  if (since > Date.now()) throw new WrongCall('--since must be the time to which the table was restored, in the past.')
  const { state } = await eventSourceOf(setting(ENV.publishQueue))
  if (state !== SETTLED)
    throw new Error(`The publish worker is ${state.toLowerCase()}: stop it first, with publish pause.`)
  const found: Recovered[] = []
  // A further call does not name those that this one has ended: they are told as they are found, and where it breaks off.
  const broken = await recoverPublications(since, (one) => {
    found.push(one)
    if (one.recovery === 'unknown') terminal?.say(`Ended as outcome_unknown: ${rowOf(one).slice(0, 4).join(' ')}`)
    if (found.length % 100 === 0) terminal?.say(`${found.length} publications are checked.`)
  }).then(
    () => undefined,
    (error: unknown) => {
      if (found.length === 0) throw error
      return reasonOf(error)
    },
  )
  const of = (recovery: Recovery) => found.filter((one) => one.recovery === recovery)
  const counts = Object.fromEntries(
    (Object.keys(MEANINGS) as Recovery[]).map((recovery) => [recovery, of(recovery).length]),
  )
  const lists = LISTED.flatMap((recovery) => {
    const rows = of(recovery).map(rowOf)
    return rows.length === 0
      ? []
      : ['', `${MEANINGS[recovery]}:`, table([['POST', 'ACCOUNT', 'PLATFORM', 'DUE', ''], ...rows])]
  })
  return {
    ...(broken === undefined ? {} : { failed: true }),
    json: {
      since,
      looked_at: found.length,
      counts,
      publications: found,
      ...(broken === undefined ? {} : { error: broken }),
    },
    text: [
      ...(broken === undefined
        ? []
        : [`It broke off (${broken}): call it again before the workers go on. What it has found so far:`]),
      `Open publications that were looked at: ${found.length}.`,
      ...(Object.keys(MEANINGS) as Recovery[])
        .filter((recovery) => counts[recovery] !== 0)
        .map((recovery) => `  ${String(counts[recovery]).padStart(6)}  ${MEANINGS[recovery]}`),
      ...lists,
    ].join('\n'),
  }
}
