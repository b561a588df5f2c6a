// Threads' figures: metrics as its documents have them.
import { invalidParameter } from '../graph/errors.ts'
import { type InsightRules, namesOf } from '../graph/insights.ts'

const EARLIEST = 1_712_991_600
const OF_POST = namesOf('views likes replies reposts quotes shares')

export const THREADS_INSIGHTS: InsightRules = {
  scope: 'threads_manage_insights',
  accountEdge: 'threads_insights',
  ofPost: () => OF_POST,
  ofAccount: namesOf('views likes replies reposts quotes followers_count'),
  daily: 'views',
  checkPeriod: (_params, names, since) => {
    if ((since ?? EARLIEST) < EARLIEST) throw invalidParameter(`since must be ${EARLIEST} or later`)
    if (names.includes('followers_count') && since !== undefined)
      throw invalidParameter('followers_count does not support since and until')
  },
}
