// doctor: looks at a running installation, and says in words what is broken, what will break, and when.
import type { Call, Outcome, Stack } from './command.ts'
import { accounts } from './doctor/accounts.ts'
import { certificates, clock } from './doctor/api.ts'
import { mail, quotas, tokenKey } from './doctor/aws-account.ts'
import { broken, type Check, type Finding, type State } from './doctor/finding.ts'
import { overdue, queues } from './doctor/publishing.ts'
import { tableExpiry, tablePast, tableState } from './doctor/table.ts'
import { platforms, runtime } from './doctor/versions.ts'
import { reasonOf } from './reason.ts'

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

/** AWS's errors for a table, a key, a queue or a function that is gone. */
const GONE =
  /^(ResourceNotFoundException|NotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/

/** Looks at everything; a check that cannot be made is reported and hides no other. */
export async function examine(stack: Stack, checks = CHECKS): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [of, check] of Object.entries(checks)) {
    try {
      found.push(...(await check(stack)))
    } catch (error) {
      const absent = stack.local && error instanceof Error && /Unknown(OperationException|Error)/.test(error.name)
      const says = absent ? 'The local run has no such part of AWS.' : `It could not be looked at: ${reasonOf(error)}`
      const gone = error instanceof Error && GONE.test(error.name)
      found.push(gone ? broken(of, `What it needs is gone: ${reasonOf(error)}`) : { of, state: 'unknown', says })
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
