// Instagram's figures: metrics as its documents have them.
import { permissionOf } from '../graph/access.ts'
import { GraphError, invalidParameter, noSuchObject } from '../graph/errors.ts'
import { type InsightRules, namesOf } from '../graph/insights.ts'
import { textOf } from '../graph/parameters.ts'
import { DAY_MS } from '../model.ts'
import type { InstagramSimulator } from './settings.ts'

const OF_POST: Record<string, ReadonlySet<string>> = {
  FEED: namesOf(
    'comments follows likes profile_activity profile_visits reach reposts saved shares total_interactions views',
  ),
  REELS: namesOf(
    'comments likes reach reposts saved shares total_interactions views ig_reels_avg_watch_time ' +
      'ig_reels_video_view_total_time reels_skip_rate',
  ),
  STORY: namesOf(
    'follows navigation profile_activity profile_visits reach replies reposts shares total_interactions views',
  ),
}

export const instagramInsights = (sim: InstagramSimulator): InsightRules => ({
  scope: permissionOf(sim, 'manage_insights'),
  accountEdge: 'insights',
  ofPost: ({ media_product_type }) => OF_POST[media_product_type]!,
  ofAccount: namesOf(
    'accounts_engaged comments likes reach replies reposts saves shares total_interactions views ' +
      'follows_and_unfollows profile_links_taps',
  ),
  checkPost: ({ id, media_product_type, published_at }) => {
    if (media_product_type !== 'STORY') return
    // A story is gone after a day, and its figures with it.
    if (sim.now() - published_at >= DAY_MS) throw noSuchObject(id)
    if (sim.store.settings.story_viewers < 5)
      throw new GraphError(10, 'Not enough viewers for the media to show insights')
  },
  checkPeriod: (params) => {
    if (textOf(params, 'period') !== 'day' || textOf(params, 'metric_type') !== 'total_value')
      throw invalidParameter('Param period must be day, and metric_type total_value')
  },
})
