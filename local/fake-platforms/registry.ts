// The platforms that are simulated: a row each. A row is light, as the whole local run reads it; the simulator itself is
// loaded where one is started.
import type { PlatformRules } from './simulator.ts'

export interface SimulatorRow {
  /** The variable of the stack that names the platform's origin. */
  originVariable: string
  /** The app at the platform, and the service that keeps its secret. */
  app: { id: string; secretIn: 'ssm' | 'secretsmanager' }
  load(): Promise<PlatformRules>
}

/** The order is that of ports and demo accounts. */
export const SIMULATORS = {
  instagram: {
    originVariable: 'INSTAGRAM_GRAPH_URL',
    app: { id: '1000000000000001', secretIn: 'ssm' },
    load: async () => (await import('./instagram/index.ts')).instagram,
  },
  threads: {
    originVariable: 'THREADS_GRAPH_URL',
    app: { id: '1000000000000002', secretIn: 'secretsmanager' },
    load: async () => (await import('./threads/index.ts')).threads,
  },
} as const satisfies Record<string, SimulatorRow>

export type SimulatedId = keyof typeof SIMULATORS
export const SIMULATED_IDS = Object.keys(SIMULATORS) as SimulatedId[]
