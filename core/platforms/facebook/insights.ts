// Figures of posts and Pages, by the metrics that there are since November 2025 (platforms-next, section 1.4).
import * as z from 'zod/mini'
import type { Figures, Insights } from '../connector.ts'
import { mapped } from '../meta/graph.ts'
import { spanOf } from '../meta/insights.ts'
import { numeric, optional } from '../meta/lenient.ts'
import { call } from './calls.ts'

const OF_POST = 'post_media_view,post_total_media_view_unique,post_reactions_by_type_total,post_clicks'
const OF_PAGE = 'page_media_view,page_total_media_view_unique,page_follows'
/** How many there are at a time, not within one. */
const STANDING: readonly string[] = ['page_follows']

const Reply = z.lazy(() => {
  // Some figures come by sort: reactions as `{"like": 3, "love": 1}`.
  const Value = z.object({ value: optional(z.union([numeric, z.record(z.string(), numeric)])) })
  return z.object({
    data: z.array(z.object({ name: z.string().check(z.maxLength(100)), values: optional(z.array(Value)) })),
  })
})

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const figuresOf = ({ data }: z.infer<typeof Reply>): Figures =>
  Object.fromEntries(
    data.flatMap(({ name, values = [] }): [string, number][] => {
      const known = values.flatMap(({ value }) =>
        value === undefined ? [] : typeof value === 'number' ? value : sumOf(Object.values(value)),
      )
      const last = known.at(-1)
      return last === undefined ? [] : [[name, STANDING.includes(name) ? last : sumOf(known)]]
    }),
  )

const ask = async (token: string, path: string, query: Record<string, string>, timeoutMs?: number) =>
  mapped(await call(token, path, { operation: 'read', method: 'GET', query, timeoutMs }, Reply), figuresOf)

export const insights: Insights = {
  kinds: { standing: STANDING, people: ['page_total_media_view_unique'], late_days: 2 },

  ofPost: ({ token }, postId, _kind, timeoutMs) => ask(token, `${postId}/insights`, { metric: OF_POST }, timeoutMs),
  ofAccount: ({ external_id, token }, span, timeoutMs) =>
    ask(token, `${external_id}/insights`, { metric: OF_PAGE, period: 'day', ...spanOf(span) }, timeoutMs),
}
