// doctor: looks at a running installation, and says in words what is broken, what will break, and when.
import { connect } from 'node:tls'
import { listAccounts } from '../../core/accounts/account-store.ts'
import { eventSourceOf } from '../../core/aws/event-sources.ts'
import { functionsAtOnce, keyStanding, mailStanding, queueStanding, tableStanding } from '../../core/aws/standing.ts'
import { setting } from '../../core/config.ts'
import { API_STAGE, ENV, TABLE } from '../../core/contract.ts'
import { listOwners } from '../../core/owners/owner-store.ts'
import { factsOf, PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { interfaceEnd } from '../../core/platforms/interface-ends.ts'
import { hasOperatorsApp } from '../../core/platforms/platform-facts.ts'
import { apiVersionVariable, outputOf } from '../../core/platforms/setting-names.ts'
import { overduePublications } from '../../core/posts/publication-store.ts'
import { DUE_SHARDS, PARTITION, timed } from '../../core/table-keys.ts'
import type { Call, Outcome, Stack } from './command.ts'
import { readApp } from './platform-app.ts'
import { reasonOf } from './reason.ts'

/** `unknown`: it could not be looked at, or AWS alone has it and this is the local run. */
type State = 'fine' | 'soon' | 'broken' | 'unknown'

export interface Finding {
  of: string
  state: State
  says: string
  /** When it breaks, Unix ms. */
  at?: number
}

const MINUTE = 60_000
const DAY = 86_400_000
/** Certificates are renewed by AWS 60 days before their end: one that is this near was not. */
const CERTIFICATE_MS = 30 * DAY
/** A deployment with another version has to be planned. */
const VERSION_MS = 120 * DAY
/** The keeper renews a month before the end: what is this near was tried in vain. */
const SESSION_MS = 7 * DAY
/** Signatures of requests are good for five minutes. */
const CLOCK_BROKEN_MS = 4 * MINUTE
const CLOCK_SOON_MS = 5000
/** The sweeper runs every minute. */
const OVERDUE_MS = 5 * MINUTE
/** New accounts of AWS have this many; the stack's reservations need more. */
const FEW_FUNCTIONS = 100
/** AWS ends support of the runtime (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html). */
const RUNTIME = { name: 'nodejs24.x', at: Date.UTC(2028, 3, 30) }

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const fine = (of: string, says: string): Finding => ({ of, state: 'fine', says })
const soon = (of: string, says: string, at?: number): Finding => ({
  of,
  state: 'soon',
  says,
  ...(at === undefined ? {} : { at }),
})
const broken = (of: string, says: string): Finding => ({ of, state: 'broken', says })

type Check = (stack: Stack) => Promise<Finding[]>

/** By the service's own answers: it is what everything signs against. */
const clock: Check = async ({ baseUrl }) => {
  const asked = Date.now()
  const reply = await fetch(`${baseUrl}/${API_STAGE}/docs`, { signal: AbortSignal.timeout(20_000) })
  await reply.body?.cancel()
  const told = Date.parse(reply.headers.get('date') ?? '')
  if (reply.status >= 500)
    return [broken('api', `The API answers ${reply.status}: nothing can be asked of the service.`)]
  const found = [fine('api', `The API answers at ${baseUrl}.`)]
  if (Number.isNaN(told)) return found
  // Whole seconds, and the way there and back.
  const off = Math.max(0, Math.abs(told + 500 - (asked + Date.now()) / 2) - 1000)
  const words = `The clock of this machine and that of the service are ${Math.round(off / 1000)} s apart`
  if (off > CLOCK_BROKEN_MS) return [...found, broken('clock', `${words}: AWS refuses what is signed here.`)]
  if (off > CLOCK_SOON_MS)
    return [...found, soon('clock', `${words}: from five minutes on AWS refuses what is signed here.`)]
  return [...found, fine('clock', `${words}.`)]
}

const QUEUES = ['Publish', 'Inspect', 'Deliver'] as const
const WORK: Record<(typeof QUEUES)[number], string> = {
  Publish: 'Posts are not published',
  Inspect: 'Uploaded files are not inspected',
  Deliver: 'Webhooks and notices are not sent',
}

const queues: Check = async ({ outputs }) => {
  const found: Finding[] = []
  for (const name of QUEUES) {
    const url = outputs[`${name}QueueUrl`]
    const dead = outputs[`${name}DeadLettersUrl`]
    if (!url || !dead) continue
    const of = `queue ${name.toLowerCase()}`
    const { state } = await eventSourceOf(url)
    const { waiting, in_hand } = await queueStanding(url)
    const sums = `${waiting} messages wait, ${in_hand} are being worked on`
    if (state === 'Disabled' || state === 'Disabling')
      found.push(
        broken(
          of,
          `Its worker is switched off: ${sums}. ${WORK[name]}.${name === 'Publish' ? ' publish resume starts it.' : ''} After 4 days messages are lost; the sweeper then sends again what is overdue.`,
        ),
      )
    else found.push(fine(of, `${sums}.`))
    const letters = await queueStanding(dead)
    if (letters.waiting > 0)
      found.push(
        broken(
          `dead letters ${name.toLowerCase()}`,
          `${letters.waiting} messages failed too often, and are kept for 14 days. Read the worker's log${name === 'Publish' ? ', mend the cause, then publish redrive' : ''}.`,
        ),
      )
    else found.push(fine(`dead letters ${name.toLowerCase()}`, 'None.'))
  }
  return found
}

const overdue: Check = async () => {
  let count = 0
  let oldest = Date.now()
  for (let shard = 0; shard < DUE_SHARDS; shard += 1)
    for await (const page of overduePublications(shard, Date.now() - OVERDUE_MS)) {
      count += page.length
      for (const { due_sk } of page) oldest = Math.min(oldest, timed.read(due_sk)[0])
    }
  if (count === 0) return [fine('publishing', 'Nothing is overdue.')]
  const late = Math.round((Date.now() - oldest) / MINUTE)
  return [
    broken(
      'publishing',
      `${count} publications are overdue, the oldest by ${late} minutes: neither worker nor sweeper gets to them.`,
    ),
  ]
}

const tokenKey: Check = async () => {
  const { state, deleted_at } = await keyStanding(setting(ENV.tokenKey))
  if (state === 'Enabled') return [fine('token key', 'It is enabled.')]
  const until =
    deleted_at === undefined
      ? ''
      : ` It is deleted on ${day(deleted_at)}, and then no token can ever be read again: aws kms cancel-key-deletion.`
  return [
    broken(
      'token key',
      `It is ${state || 'in an unknown state'}: no token can be read, so nothing can be published.${until}`,
    ),
  ]
}

const tableState: Check = async ({ local }) => {
  const { status, indexes, arn, protected: kept } = await tableStanding.state(setting(ENV.table))
  const found: Finding[] = []
  if (status !== 'ACTIVE') found.push(broken('table', `It is ${status}.`))
  for (const name of [TABLE.byOwner.name, TABLE.byDue.name]) {
    const index = indexes.find((one) => one.name === name)
    if (index && index.status !== 'ACTIVE' && index.status !== '')
      found.push(broken('table', `Its index ${name} is ${index.status}.`))
    if (!index) found.push(broken('table', `It has no index ${name}: it was restored without it.`))
  }
  if (found.length === 0) found.push(fine('table', 'Table and indexes are there.'))
  // Its settings are those of a file.
  if (local) return found
  if (!kept)
    found.push(
      soon(
        'table protection',
        'The table is not protected from being deleted: update-table --deletion-protection-enabled (docs/restoring.md, step 3).',
      ),
    )
  else found.push(fine('table protection', 'The table is protected from being deleted.'))
  const policy = await tableStanding.policy(arn).catch(() => undefined)
  if (policy === undefined) return found
  return [
    ...found,
    policy.includes(PARTITION.activity.prefix)
      ? fine('trail', 'Nobody can change the trail of activities.')
      : soon(
          'trail',
          'The trail of activities can be changed: the policy of the table is missing (docs/restoring.md, step 3).',
        ),
  ]
}

const tableExpiry: Check = async () => {
  const attribute = await tableStanding.expires(setting(ENV.table))
  return attribute === TABLE.timeToLive
    ? [fine('table expiry', 'What has expired is deleted.')]
    : [
        soon(
          'table expiry',
          'Nothing that expires is deleted, and the table grows: update-time-to-live (docs/restoring.md, step 3).',
        ),
      ]
}

const tablePast: Check = async () =>
  (await tableStanding.pastIsKept(setting(ENV.table)))
    ? [fine('table past', 'The table can be restored to any second of the last 35 days.')]
    : [
        soon(
          'table past',
          "The table's past is not kept, and a mistake cannot be undone: update-continuous-backups (docs/restoring.md, step 3).",
        ),
      ]

const quotas: Check = async () => {
  const most = await functionsAtOnce()
  const words = `The account may run ${most} functions at once`
  const found = [
    most < FEW_FUNCTIONS
      ? soon('quota functions', `${words}: API and workers share them, and are throttled under load. Ask AWS for 1000.`)
      : fine('quota functions', `${words}.`),
  ]
  return found
}

const mail: Check = async () => {
  const { to_anyone, enabled, left_today } = await mailStanding()
  if (!enabled) return [broken('mail', 'Amazon SES sends nothing for this account: notices are not mailed.')]
  if (!to_anyone)
    return [
      soon('mail', 'Amazon SES is in its sandbox: only verified addresses get mail. It matters where mailFrom is set.'),
    ]
  return [
    left_today < 100
      ? soon('mail', `Amazon SES sends ${left_today} more mails today.`)
      : fine('mail', 'Amazon SES sends to anyone.'),
  ]
}

/** @returns when the certificate of an address ends, Unix ms. */
const certificateEnd = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port) || 443,
      servername: url.hostname,
      timeout: 10_000,
    })
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')))
    socket.once('error', reject)
  })

const certificates: Check = async ({ outputs }) => {
  const found: Finding[] = []
  for (const name of ['BaseUrl', 'CdnUrl', 'DashboardUrl']) {
    const url = URL.parse(outputs[name] ?? '')
    if (url?.protocol !== 'https:') continue
    const of = `certificate ${url.hostname}`
    try {
      const end = await certificateEnd(url)
      if (end - Date.now() < CERTIFICATE_MS)
        found.push(
          soon(
            of,
            `It ends on ${day(end)}, and was not renewed: see AWS Certificate Manager, mostly a DNS record is missing.`,
            end,
          ),
        )
      else found.push(fine(of, `It is good until ${day(end)}.`))
    } catch (error) {
      found.push(broken(of, `No safe connection can be made: ${reasonOf(error)}`))
    }
  }
  return found
}

const accounts: Check = async () => {
  const now = Date.now()
  let all = 0
  const lost: string[] = []
  const ending: { name: string; at: number }[] = []
  let after: Record<string, unknown> | undefined
  do {
    const page = await listOwners(after)
    for (const owner of page.ids)
      for (const one of await listAccounts(owner)) {
        all += 1
        const name = `@${one.external_username} (${one.provider})`
        const end = one.token_expires_at
        if (one.status !== 'active') lost.push(name)
        else if (typeof end === 'number' && end - now < SESSION_MS) ending.push({ name, at: end })
      }
    after = page.next
  } while (after)
  const some = (names: readonly string[]) =>
    `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
  const first = Math.min(...ending.map(({ at }) => at))
  return [
    ...(lost.length > 0
      ? [
          soon(
            'accounts',
            `${lost.length} of ${all} accounts have to be connected again, and nothing is published there: ${some(lost)}.`,
          ),
        ]
      : []),
    ...(ending.length > 0
      ? [
          soon(
            'sessions',
            `${ending.length} sessions end within a week and were not renewed, the first on ${day(first)}: ${some(ending.map(({ name }) => name))}.`,
            first,
          ),
        ]
      : []),
    ...(lost.length + ending.length === 0 ? [fine('accounts', `All of ${all} accounts can be published to.`)] : []),
  ]
}

/** Which interface each platform is asked for, and the app in whose name. */
const platforms: Check = async (stack) => {
  const found: Finding[] = []
  for (const id of PLATFORM_IDS) {
    const facts = factsOf(id)
    const version =
      stack.outputs[outputOf(id, 'ApiVersion')] ?? process.env[apiVersionVariable(id)] ?? facts.api.version
    if (version !== undefined) {
      const of = `interface ${id}`
      const end = interfaceEnd(version)
      const words = `${facts.display_name} ${version}`
      if (end === undefined) found.push(fine(of, `${words}: the platform names no end.`))
      else if (end - Date.now() < VERSION_MS)
        found.push(
          soon(of, `${words} surely works until ${day(end)} only: deploy a release that asks for a later one.`, end),
        )
      else found.push(fine(of, `${words} works until ${day(end)} at least.`))
    }
    if (!hasOperatorsApp(facts)) continue
    const of = `app ${id}`
    if (!stack.apps[id].id) {
      found.push({
        of,
        state: 'unknown',
        says: `No app is set: accounts of ${facts.display_name} are connected by token alone.`,
      })
      continue
    }
    const problem = await readApp(stack, id).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    )
    if (problem !== undefined) found.push(broken(of, `No account can be connected by consent: ${problem}`))
    else
      found.push({
        of,
        state: 'unknown',
        says: "Id and secret are there. The platform does not tell whether the app passed its review: see App Review in the app's dashboard; until then only people with a role in the app can connect.",
      })
  }
  return found
}

const runtime: Check = async () => {
  const words = `AWS supports ${RUNTIME.name} until ${day(RUNTIME.at)}`
  return [
    RUNTIME.at - Date.now() < VERSION_MS
      ? soon('runtime', `${words}: deploy a release with a later one.`, RUNTIME.at)
      : fine('runtime', `${words}.`),
  ]
}

/** The checks, by the message where one cannot be made. */
export const CHECKS: Readonly<Record<string, Check>> = {
  api: clock,
  queues,
  publishing: overdue,
  'token key': tokenKey,
  table: tableState,
  'table expiry': tableExpiry,
  'table past': tablePast,
  quotas,
  mail,
  certificates,
  accounts,
  platforms,
  runtime,
}

/** Looks at everything; a check that cannot be made is reported and hides no other. */
export async function examine(stack: Stack, checks = CHECKS): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [of, check] of Object.entries(checks)) {
    try {
      found.push(...(await check(stack)))
    } catch (error) {
      const absent = stack.local && error instanceof Error && /Unknown(OperationException|Error)/.test(error.name)
      const says = absent ? 'The local run has no such part of AWS.' : `It could not be looked at: ${reasonOf(error)}`
      found.push({ of, state: 'unknown', says })
    }
  }
  return found
}

const MARKS: Record<State, string> = { broken: 'BROKEN', soon: 'SOON', unknown: '?', fine: 'fine' }
const ORDER: readonly State[] = ['broken', 'soon', 'unknown', 'fine']

export async function doctor({ stack }: Call): Promise<Outcome> {
  const found = await examine(stack)
  const sorted = ORDER.flatMap((state) => found.filter((one) => one.state === state))
  const count = (state: State) => found.filter((one) => one.state === state).length
  const width = Math.max(...found.map(({ of }) => of.length))
  return {
    json: {
      findings: sorted,
      broken: count('broken'),
      soon: count('soon'),
      unknown: count('unknown'),
      fine: count('fine'),
    },
    text: [
      ...sorted.map(({ of, state, says }) => `${MARKS[state].padEnd(6)}  ${of.padEnd(width)}  ${says}`),
      '',
      `Broken: ${count('broken')}. Will break, or should be mended: ${count('soon')}. Not known: ${count('unknown')}. Fine: ${count('fine')}.`,
    ].join('\n'),
    failed: count('broken') > 0,
  }
}
