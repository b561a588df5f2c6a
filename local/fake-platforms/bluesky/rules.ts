// The part of a platform that pages, control calls and faults read.
import type { PlatformRules } from '../simulator.ts'
import { FAULTS, OPERATIONS } from './faults.ts'
import { BLUESKY_ACCOUNT, BLUESKY_SETTINGS } from './settings.ts'

const never = (): never => {
  throw new Error('the network answers by itself')
}

export const RULES: PlatformRules = {
  name: 'bluesky',
  displayName: 'Bluesky',
  tokenPrefix: '',
  scopes: { basic: 'atproto', publish: 'transition:generic' },
  moreScopes: [],
  idPrefix: { account: '' },
  demo: { username: 'harbor.test', name: 'Harbor Studio', biography: 'A simulated Bluesky account.' },
  tokenMs: { short: 0, long: 0 },
  operations: OPERATIONS,
  faults: FAULTS,
  settings: BLUESKY_SETTINGS,
  accountFields: BLUESKY_ACCOUNT,
  route: never,
  answerError: () => undefined,
  stateOf: never,
  resume: () => undefined,
  postAt: (path) => /^\/profile\/(did:[^/]+\/post\/[^/]+)$/.exec(path)?.[1]?.replace('/post/', '/'),
}
