// audit
import { whatWasDone } from '../../core/activity/rules/activity.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { type ActivityView, describeActivity } from '../../core/people/team-activity.ts'
import { type Call, momentOf, type Outcome, table, WrongCall, wholeNumber } from './command.ts'

const MOST = 10_000
const PAGE = 100

const actorOf = ({ actor: { kind, id, email } }: ActivityView): string =>
  kind === 'service' ? 'the service' : `${kind} ${email ?? id ?? ''}`.trim()

const originOf = ({ from, through }: ActivityView): string =>
  [from, ...(through ? [`through ${through}`] : [])].join(' ')

export async function audit({ options }: Call): Promise<Outcome> {
  const limit = wholeNumber('limit', options.limit) ?? PAGE
  if (limit < 1 || limit > MOST) throw new WrongCall(`--limit must be from 1 to ${MOST}.`)
  const since = momentOf('since', options.since)
  const owner = await requireOwner(options.owner as string)
  const now = Date.now()
  const found: ActivityView[] = []
  let before: string | undefined
  do {
    const size = Math.min(PAGE, limit - found.length)
    const page = await describeActivity(owner.id, { before, since, limit: size, now })
    found.push(...page.activities)
    before = page.next_before ?? undefined
  } while (before !== undefined && found.length < limit)
  const rows = found.map((one) => [
    new Date(one.at).toISOString(),
    actorOf(one),
    originOf(one),
    whatWasDone(one.action),
    one.target.name ?? one.target.id,
    Object.entries(one.details)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ])
  const more = before === undefined ? '' : '\nThere is more: raise --limit.'
  return {
    json: { activity: found, more: before !== undefined },
    text:
      rows.length === 0
        ? 'Nothing was changed.'
        : `${table([['WHEN', 'WHO', 'FROM', 'WHAT', 'OF', ''], ...rows])}${more}`,
  }
}
