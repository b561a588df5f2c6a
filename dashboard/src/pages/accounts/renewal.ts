import { factsOf } from '../../../../core/platforms/facts.ts'
import type { Connection } from '../../api/schemas.ts'
import { isPlatform } from '../../platforms/names.ts'

/** Whether the account stops working at an end that nothing moves: its platform renews no access, or has refused to renew this one. */
export function endsForGood({ platform, connected_via = platform.name, status, ...rest }: Connection): boolean {
  const renewed = isPlatform(connected_via) && factsOf(connected_via).session.renewed !== 'never'
  return status === 'connected' && rest.token_ends_at !== null && !(renewed && rest.last_error === null)
}

/** How long before such an end people are asked to connect the account again, in milliseconds. */
const SOON_MS = 14 * 24 * 3_600_000

export const endsSoon = (connection: Connection, now = Date.now()): boolean =>
  endsForGood(connection) && connection.token_ends_at! - now < SOON_MS
