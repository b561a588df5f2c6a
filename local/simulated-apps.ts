// The simulated platforms, and the apps at them: what settings of the stack name them by, and what the operator would
// keep secret.

export interface SimulatedApp {
  id: string
  secretArn: string
  secret: string
}

/** One secret lies in each of the two services that may hold one. */
export const SIMULATED_APPS = {
  instagram: {
    id: '1000000000000001',
    secretArn: 'arn:aws:ssm:us-east-1:000000000000:parameter/simulated/instagram-app-secret',
    secret: 'secret-of-the-simulated-instagram-app',
  },
  threads: {
    id: '1000000000000002',
    secretArn: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:simulated/threads-app-secret-000000',
    secret: 'secret-of-the-simulated-threads-app',
  },
} as const satisfies Record<string, SimulatedApp>

/** The platforms that have a simulator. */
export type SimulatedId = keyof typeof SIMULATED_APPS
export const SIMULATED_IDS = Object.keys(SIMULATED_APPS) as SimulatedId[]

/** The variable that names a platform's origin. */
export const originVariable = (id: SimulatedId): string => `${id.toUpperCase()}_GRAPH_URL`

/** What holds for each of them. */
export const bySimulated = <T>(make: (id: SimulatedId) => T): Record<SimulatedId, T> =>
  Object.fromEntries(SIMULATED_IDS.map((id) => [id, make(id)])) as Record<SimulatedId, T>
