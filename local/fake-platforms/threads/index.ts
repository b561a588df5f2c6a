// The Threads API, as documented for graph.threads.net.
import { GraphError } from '../graph/errors.ts'
import { GRAPH, type GraphRules } from '../graph/rules.ts'
import { GRAPH_SETTINGS } from '../graph/settings.ts'
import { route } from './endpoints.ts'
import { notFound } from './reads.ts'
import { checkThreadsMedia, readThreadsDraft, THREADS_PARAMETERS, THREADS_PLAIN, threadsMaxBytes } from './rules.ts'
import { THREADS_ACCOUNT, THREADS_SETTINGS, type ThreadsSimulator } from './settings.ts'

const MEDIA_TYPES: Record<string, string> = {
  text: 'TEXT_POST',
  image: 'IMAGE',
  video: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
}

export const threads: GraphRules = {
  ...GRAPH,
  name: 'threads',
  displayName: 'Threads',
  tokenPrefix: 'THQ',
  settings: { ...GRAPH_SETTINGS, ...THREADS_SETTINGS },
  accountFields: THREADS_ACCOUNT,
  scopes: { basic: 'threads_basic', publish: 'threads_content_publish' },
  moreScopes: [
    'threads_manage_replies',
    'threads_read_replies',
    'threads_manage_insights',
    'threads_delete',
    'threads_keyword_search',
    'threads_location_tagging',
    'threads_share_to_instagram',
  ],
  plain: THREADS_PLAIN,
  counts: ({ reply_to }) => typeof reply_to !== 'string',
  quotaTotal: 250,
  answersTotal: ({ store }: ThreadsSimulator) => store.settings.reply_quota_total,
  idPrefix: { container: '1801', post: '1803', account: '2684' },
  parameters: THREADS_PARAMETERS,
  demo: { username: 'demo.studio', name: 'Demo Studio', biography: 'A simulated Threads account.' },
  route,
  readDraft: readThreadsDraft,
  maxBytes: threadsMaxBytes,
  checkMedia: checkThreadsMedia,
  checksAtCreation: () => false,
  errors: {
    container: notFound,
    children: () =>
      new GraphError(100, 'The children are invalid, non-existent or expired', {
        subcode: 4279004,
        type: 'THApiException',
      }),
    notReady: notFound,
    failed: notFound,
    // No code is documented for it: the application throttle is assumed.
    quota: () => new GraphError(4, 'The limit of published posts is reached', { type: 'THApiException' }),
    restricted: () => new GraphError(25, 'The user is restricted', { subcode: 4279013, type: 'THApiException' }),
  },
  mediaType: (kind) => ({ media_type: MEDIA_TYPES[kind]!, media_product_type: 'THREADS' }),
  permalink: ({ username, shortcode }) => `https://www.threads.net/@${username}/post/${shortcode}`,
  postAt: (path) => /^\/@[\w.]+\/post\/([\w-]+)\/?$/.exec(path)?.[1],
  // A bare number above 2^53, as documented: what reads it as a JavaScript number has another id.
  exchangeReply: (_sim, { external_id }, _scopes, accessToken) => ({
    rawJson: `{"access_token":${JSON.stringify(accessToken)},"user_id":${external_id}}`,
  }),
}
