// Figures of posts and accounts on Instagram (platform-options, table C). Metrics that fail for posts that are not on Facebook
// too are left out, and so are those of the other login.

import type { FiguresOf, Insights } from '../connector.ts'
import { askFigures, spanOf } from '../meta/insights.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'
import { sessionOf } from './session.ts'

const METRICS: Record<FiguresOf, string> = {
  post: 'comments,follows,likes,profile_activity,profile_visits,reach,reposts,saved,shares,total_interactions,views',
  reel:
    'comments,likes,reach,reposts,saved,shares,total_interactions,views,ig_reels_avg_watch_time,' +
    'ig_reels_video_view_total_time,reels_skip_rate',
  story: 'follows,navigation,profile_activity,profile_visits,reach,replies,reposts,shares,total_interactions,views',
}
const OF_ACCOUNT =
  'accounts_engaged,comments,likes,reach,replies,reposts,saves,shares,total_interactions,views,' +
  'follows_and_unfollows,profile_links_taps'

export const insights: Insights = {
  // Up to 48 hours late (platform-options, table C).
  kinds: { standing: [], people: ['accounts_engaged', 'reach'], late_days: 2 },

  ofPost(account, mediaId, kind, timeoutMs) {
    const { api, token } = sessionOf(account.token)
    const asked = { url: `${api}/${mediaId}/insights`, query: { metric: METRICS[kind] }, token, timeoutMs }
    return askFigures(asked, INSTAGRAM_ERRORS)
  },

  ofAccount({ external_id, token: session }, span, timeoutMs) {
    const { api, token } = sessionOf(session)
    const query = { metric: OF_ACCOUNT, period: 'day', metric_type: 'total_value', ...spanOf(span) }
    return askFigures({ url: `${api}/${external_id}/insights`, query, token, timeoutMs }, INSTAGRAM_ERRORS)
  },
}
