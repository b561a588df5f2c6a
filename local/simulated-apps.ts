// The apps at the simulated platforms: what settings of the stack name them by, and what the operator would keep secret.
import { SIMULATED_IDS, type SimulatedId, simulatorOf } from './fake-platforms/registry.ts'

export interface SimulatedApp {
  id: string
  secretArn: string
  secret: string
}

/** A value for each of the simulated platforms. */
export const bySimulated = <T>(make: (id: SimulatedId) => T): Record<SimulatedId, T> =>
  Object.fromEntries(SIMULATED_IDS.map((id) => [id, make(id)])) as Record<SimulatedId, T>

const SECRET_ARNS = {
  ssm: (name: string) => `arn:aws:ssm:us-east-1:000000000000:parameter/${name}`,
  secretsmanager: (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-000000`,
}

/** The operator's apps. Each of the two services that may hold a secret holds one. */
export const SIMULATED_APPS: Partial<Record<SimulatedId, SimulatedApp>> = Object.fromEntries(
  SIMULATED_IDS.flatMap((id) => {
    const { app } = simulatorOf(id)
    if (!app) return []
    const made: SimulatedApp = {
      id: app.id,
      secretArn: SECRET_ARNS[app.secretIn](`simulated/${id}-app-secret`),
      secret: `secret-of-the-simulated-${id}-app`,
    }
    return [[id, made]]
  }),
)

/** The variables that name a platform's origins. */
export const originVariables = (id: SimulatedId): readonly string[] => simulatorOf(id).originVariables

/** Ports after the API's: the CDN has the first, the dashboard the fourth, and the simulators what is around it. */
const DASHBOARD_OFFSET = 4
const offsetAt = (at: number): number => (at + 2 < DASHBOARD_OFFSET ? at + 2 : at + 3)
export const simulatorOffset = (id: SimulatedId): number => offsetAt(SIMULATED_IDS.indexOf(id))

/** How many ports after the API's are taken. */
export const PORTS_AFTER = Math.max(DASHBOARD_OFFSET, ...SIMULATED_IDS.map(simulatorOffset))
