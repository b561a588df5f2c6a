// Instagram API with Instagram Login, as documented for graph.instagram.com.
import { GraphError } from '../graph/errors.ts'
import { GRAPH, type GraphRules } from '../graph/rules.ts'
import { GRAPH_SETTINGS } from '../graph/settings.ts'
import { route } from './endpoints.ts'
import { coverOf } from './options.ts'
import {
  checkInstagramMedia,
  INSTAGRAM_PARAMETERS,
  INSTAGRAM_PLAIN,
  instagramMaxBytes,
  readInstagramDraft,
} from './rules.ts'
import { INSTAGRAM_ACCOUNT, INSTAGRAM_SETTINGS, type InstagramSimulator } from './settings.ts'

export const instagram: GraphRules = {
  ...GRAPH,
  name: 'instagram',
  displayName: 'Instagram',
  tokenPrefix: 'IGQ',
  settings: { ...GRAPH_SETTINGS, ...INSTAGRAM_SETTINGS },
  accountFields: INSTAGRAM_ACCOUNT,
  scopes: { basic: 'instagram_business_basic', publish: 'instagram_business_content_publish' },
  moreScopes: [
    'instagram_business_manage_comments',
    'instagram_business_manage_messages',
    'instagram_business_manage_insights',
  ],
  plain: INSTAGRAM_PLAIN,
  extraFile: coverOf,
  quotaTotal: 50,
  idPrefix: { container: '1788', post: '1792', account: '1784', appScoped: '2755' },
  parameters: INSTAGRAM_PARAMETERS,
  demo: { username: 'demo.studio', name: 'Demo Studio', biography: 'A simulated Instagram account.' },
  personal: {
    username: 'demo.at.home',
    name: 'Demo at home',
    biography: 'A simulated personal account.',
    account_type: 'Personal',
  },
  noteOn: ({ account_type }) => (account_type === 'Personal' ? ' (personal account)' : ''),
  route,
  readDraft: readInstagramDraft,
  maxBytes: instagramMaxBytes,
  checkMedia: checkInstagramMedia,
  checksAtCreation: (sim: InstagramSimulator, kind) =>
    (kind === 'image' || kind === 'story_image') && sim.store.settings.image_faults === 'create',
  errors: {
    container: () => new GraphError(24, 'The requested resource does not exist: media container', { subcode: 2207008 }),
    notReady: () =>
      new GraphError(9007, 'The media is not ready for publishing, please wait a moment', { subcode: 2207027 }),
    failed: (failure) => new GraphError(failure.code, failure.message, { subcode: failure.subcode }),
    quota: () => new GraphError(9, 'The daily limit of published posts is reached', { subcode: 2207042 }),
    restricted: () => new GraphError(25, 'The account is restricted: open the app', { subcode: 2207050 }),
  },
  mediaType: (kind) => ({
    media_type: kind === 'carousel' ? 'CAROUSEL_ALBUM' : kind.endsWith('image') ? 'IMAGE' : 'VIDEO',
    media_product_type: kind === 'reel' ? 'REELS' : kind.startsWith('story') ? 'STORY' : 'FEED',
  }),
  permalink: ({ kind, shortcode, username, id }) => {
    if (kind.startsWith('story')) return `https://www.instagram.com/stories/${username}/${id}/`
    return `https://www.instagram.com/${kind === 'reel' ? 'reel' : 'p'}/${shortcode}/`
  },
  postAt: (path) => /^\/(?:p|reel)\/([\w-]+)\/?$/.exec(path)?.[1] ?? /^\/stories\/[\w.]+\/(\d+)\/?$/.exec(path)?.[1],
  exchangeReply: ({ store }: InstagramSimulator, { app_scoped_id: user_id }, scopes, access_token) => {
    const shape = store.settings.exchange_shape
    if (shape === 'wrapped') return { json: { data: [{ access_token, user_id, permissions: scopes.join(',') }] } }
    return { json: { access_token, user_id, permissions: shape === 'flat' ? scopes.join(',') : scopes } }
  },
}
