import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../api/connections.ts'
import type { Connection } from '../api/schemas.ts'

/** The connected accounts by their id; one that was disconnected is not there. */
export function useAccountsById(): ReadonlyMap<string, Connection> {
  const { data = [] } = useQuery(connectionsQuery)
  return new Map(data.map((connection) => [connection.id, connection]))
}
