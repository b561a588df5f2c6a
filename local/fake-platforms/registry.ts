// The platforms that are simulated: a row each. A row is light, as the whole local run reads it; the simulator itself is
// loaded where one is started.
import type { FakePlatform, StartOptions } from './index.ts'
import type { PlatformRules } from './simulator.ts'

export interface SimulatorRow {
  /**
   * The variables of the stack that name an origin of the platform; none where its accounts name their hosts. The simulator is
   * started where none of them is set, and stands for all; where one is set, it stands for those that are not.
   */
  originVariables: readonly string[]
  /** The operator's app at the platform, and the service that keeps its secret; absent where the operator has none. */
  app?: { id: string; secretIn: 'ssm' | 'secretsmanager' }
  /** The platform that the frame runs: servers in the manner of Meta's. */
  load?(): Promise<PlatformRules>
  /** A server of its own; one of the two. @param framed all that the frame runs. */
  start?(options: StartOptions, framed: readonly PlatformRules[]): Promise<FakePlatform>
  /** How the operator's command connects the account that exists from the start; its secret comes on standard input. */
  connect?(url: string): readonly string[]
}

/** The order is that of ports and demo accounts. */
export const SIMULATORS = {
  instagram: {
    originVariables: ['INSTAGRAM_GRAPH_URL'],
    app: { id: '1000000000000001', secretIn: 'ssm' },
    load: async () => (await import('./instagram/index.ts')).instagram,
  },
  threads: {
    originVariables: ['THREADS_GRAPH_URL'],
    app: { id: '1000000000000002', secretIn: 'secretsmanager' },
    load: async () => (await import('./threads/index.ts')).threads,
  },
  bluesky: {
    originVariables: ['BLUESKY_PLC_URL', 'BLUESKY_APPVIEW_URL', 'BLUESKY_VIDEO_URL'],
    start: async (options, framed) => (await import('./bluesky/index.ts')).start(options, framed),
    connect: (url) => ['--identifier', 'harbor.test', '--app-password', '-', '--host', url],
  },
  facebook: {
    originVariables: ['FACEBOOK_GRAPH_URL'],
    app: { id: '1000000000000003', secretIn: 'ssm' },
    // Pages have Instagram accounts.
    load: async () =>
      (await import('./facebook/index.ts')).facebookWith((await import('./instagram/index.ts')).instagram),
  },
  mastodon: {
    originVariables: [],
    load: async () => (await import('./mastodon/index.ts')).mastodon,
    connect: (url) => ['--host', url, '--access-token', '-'],
  },
} as const satisfies Record<string, SimulatorRow>

export type SimulatedId = keyof typeof SIMULATORS
export const SIMULATED_IDS = Object.keys(SIMULATORS) as SimulatedId[]
/** The details of each, whichever a row has. */
export const simulatorOf = (id: SimulatedId): SimulatorRow => SIMULATORS[id]
