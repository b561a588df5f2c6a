// Mastodon's API, as documented, on a server that can be made one of several kinds (`settings.ts`).
import { UnreadableBody } from '../input.ts'
import { DAY_MS } from '../model.ts'
import type { ErrorAnswer, PlatformRules } from '../simulator.ts'
import { OPERATIONS, route } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { MASTODON_FAULTS } from './faults.ts'
import { rateHeaders } from './limits.ts'
import { stateOf } from './media.ts'
import { refusesApp } from './oauth.ts'
import { MASTODON_SETTINGS, type MastodonSimulator } from './settings.ts'
import { attachMedia } from './statuses.ts'

const FOREVER_MS = 36_500 * DAY_MS

function answerError(error: unknown): ErrorAnswer | undefined {
  if (error instanceof UnreadableBody) return answerError(new ApiError(error.tooLarge ? 413 : 400, error.message))
  if (!(error instanceof ApiError)) return undefined
  return { status: error.status, json: error.body(), headers: error.headers, noted: { code: error.status } }
}

export const mastodon: PlatformRules = {
  name: 'mastodon',
  displayName: 'Mastodon',
  tokenPrefix: '',
  scopes: { basic: 'read:accounts', publish: 'write:statuses' },
  usualScopes: ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'],
  moreScopes: ['read:statuses', 'write:media', 'profile'],
  idPrefix: { account: '1096' },
  demo: { username: 'demo', name: 'Demo Studio', biography: 'A simulated Mastodon account.' },
  tokenMs: { short: FOREVER_MS, long: FOREVER_MS },
  operations: OPERATIONS,
  faults: MASTODON_FAULTS,
  settings: MASTODON_SETTINGS,
  accountFields: {},
  maxUpload: 128 * 1024 * 1024,
  route: (sim, input) => route(sim as MastodonSimulator, input),
  refusesApp: (sim, params) => refusesApp(sim as MastodonSimulator, params),
  headersFor: (sim, call) => (call ? rateHeaders(sim as MastodonSimulator, call.account, call.operation) : {}),
  answerError,
  stateOf: (sim, container) => ({ state: stateOf(sim as MastodonSimulator, container), failure: container.failure }),
  resume: (sim) => attachMedia(sim as MastodonSimulator),
  postAt: (path) => /^\/@[\w.]+\/(\w+)\/?$/.exec(path)?.[1],
}
