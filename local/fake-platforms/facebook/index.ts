// Facebook Pages, as documented for graph.facebook.com.
import { grantToken, saveAccount, TokenInput } from '../accounts.ts'
import type { FaultTarget } from '../faults.ts'
import { CONTAINER_ERROR, SLOW_PROCESSING } from '../graph/faults.ts'
import { GRAPH, type GraphRules } from '../graph/rules.ts'
import { GRAPH_SETTINGS } from '../graph/settings.ts'
import type { ErrorAnswer, Simulator } from '../simulator.ts'
import { DEMO_PAGE } from './demo.ts'
import { route } from './endpoints.ts'
import { INSTAGRAM_SCOPES, resumeInstagram, stateOfInstagram } from './instagram.ts'
import { FACEBOOK_ACCOUNT, FACEBOOK_SETTINGS, type FacebookRules, type FacebookSimulator, TASKS } from './settings.ts'
import { answerDialog } from './sign-in.ts'
import { resumeVideos, stateOf, UploadRefused } from './videos.ts'

const DEMO_PERSON = '122000000000000019'
const BAKERY = '61550000000000029'
/** The Instagram account of the bakery. */
const BAKES = '17841400000000029'
const CLIENT = '61550000000000031'
const MUSEUM = '61550000000000043'

const MORE_SCOPES = [
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  'business_management',
  'publish_video',
  ...INSTAGRAM_SCOPES,
]

const makes = ({ operation }: FaultTarget): boolean => operation === 'create' || operation === 'publish'

const answerError = (error: unknown): ErrorAnswer | undefined =>
  error instanceof UploadRefused
    ? {
        status: 400,
        json: { debug_info: { retriable: true, type: 'DownloadFailedError', message: error.message } },
        noted: null,
      }
    : GRAPH.answerError(error)

/** A person with Pages of their own, of a business, of a client of it, and one where they may not publish. */
async function furnish(sim: Simulator, grantAll: boolean): Promise<void> {
  const { basic, publish } = sim.rules.scopes
  const usual = [basic, publish, 'pages_read_engagement', 'business_management', ...INSTAGRAM_SCOPES]
  const scopes = grantAll ? [basic, publish, ...MORE_SCOPES] : usual
  const add = (external_id: string, username: string, name: string, more: object = {}) =>
    saveAccount(sim, sim.schemas.account.parse({ external_id, username, name, scopes, ...more }))
  await add(DEMO_PAGE, 'demo.studio', 'Demo Studio', { biography: 'A simulated Page.' })
  await add(BAKES, 'harbor.bakes', 'Harbor Bakes', {
    biography: 'A simulated Instagram account that belongs to a Page.',
  })
  await add(BAKERY, 'harbor.bakery', 'Harbor Bakery', { instagram: BAKES })
  await add(CLIENT, 'quay.books', 'Quay Books')
  await add(MUSEUM, 'old.lighthouse', 'Old Lighthouse Museum')
  const business = 'Harbor Group'
  const pages = [
    { id: DEMO_PAGE, tasks: [...TASKS] },
    { id: MUSEUM, tasks: ['ANALYZE', 'MODERATE'] },
    { id: BAKERY, tasks: [...TASKS], business },
    { id: CLIENT, tasks: ['CREATE_CONTENT', 'MODERATE'], business, client: true },
  ]
  await add(DEMO_PERSON, 'dana.demo', 'Dana Demo', { account_type: 'Personal', pages })
  // Connected at the start as if by the operator, who has the token of one Page.
  grantToken(sim, TokenInput.parse({ account: DEMO_PAGE }))
  const { meta } = sim.store
  sim.store.put('meta', { ...meta, demo_account: DEMO_PERSON, demo_token: meta.next_serial - 1 })
}

/** @param instagram what simulates the accounts that belong to Pages. */
export const facebookWith = (instagram: GraphRules): FacebookRules => ({
  ...GRAPH,
  instagram,
  operations: [...GRAPH.operations, 'upload', 'look_up'],
  // A plain video is made by the very call that publishes it.
  faults: GRAPH.faults.map((word) =>
    word === CONTAINER_ERROR || word === SLOW_PROCESSING ? { ...word, fits: makes } : word,
  ),
  name: 'facebook',
  displayName: 'Facebook',
  tokenPrefix: 'EAAQ',
  settings: { ...GRAPH_SETTINGS, ...FACEBOOK_SETTINGS },
  accountFields: FACEBOOK_ACCOUNT,
  scopes: { basic: 'pages_show_list', publish: 'pages_manage_posts' },
  moreScopes: MORE_SCOPES,
  idPrefix: { account: '6155' },
  demo: { username: 'demo.studio', name: 'Demo Studio', biography: 'A simulated Page.' },
  furnish,
  consent: (sim, input) => answerDialog(sim as FacebookSimulator, input),
  route: (sim, input) => route(sim as FacebookSimulator, input),
  answerError,
  stateOf: (sim, container) =>
    stateOfInstagram(sim as FacebookSimulator, container) ?? stateOf(sim as FacebookSimulator, container),
  resume: (sim) => {
    resumeVideos(sim as FacebookSimulator)
    resumeInstagram(sim as FacebookSimulator)
  },
  postAt: (path) =>
    /^\/\d+\/posts\/(\d+)\/?$/.exec(path)?.[1] ??
    /^\/reel\/(\d+)\/?$/.exec(path)?.[1] ??
    /^\/stories\/\d+\/(\d+)\/?$/.exec(path)?.[1] ??
    instagram.postAt(path),
})
