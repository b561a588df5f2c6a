// Figures of posts and accounts on Threads (platform-options, table C); clicks, which come by link, are left out.

import type { Insights } from '../connector.ts'
import { askFigures, spanOf } from '../meta/insights.ts'
import { THREADS_ERRORS } from './errors.ts'
import { addresses } from './oauth.ts'

const OF_POST = 'views,likes,replies,reposts,quotes,shares'
const OF_ACCOUNT = 'views,likes,replies,reposts,quotes'

/** The platform knows nothing before it, Unix ms. */
const EARLIEST_MS = 1_712_991_600_000

const ask = (path: string, query: Record<string, string>, token: string, timeoutMs?: number) =>
  askFigures({ url: `${addresses().api}/${path}`, query, token, timeoutMs }, THREADS_ERRORS)

export const insights: Insights = {
  // Nothing is documented of how late they are: as on Instagram.
  kinds: { standing: ['followers_count'], people: [], late_days: 2 },

  ofPost: ({ token }, mediaId, _kind, timeoutMs) => ask(`${mediaId}/insights`, { metric: OF_POST }, token, timeoutMs),

  async ofAccount({ external_id, token }, { from, to }, timeoutMs) {
    const path = `${external_id}/threads_insights`
    const span = spanOf({ from: Math.max(from, EARLIEST_MS), to: Math.max(to, EARLIEST_MS) })
    // How many follow is of now: it takes no span.
    const [figures, followers] = await Promise.all([
      ask(path, { metric: OF_ACCOUNT, ...span }, token, timeoutMs),
      ask(path, { metric: 'followers_count' }, token, timeoutMs),
    ])
    return figures.ok && followers.ok ? { ok: true, value: { ...figures.value, ...followers.value } } : figures
  },
}
