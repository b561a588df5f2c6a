// Figures as both platforms answer them: a value since publishing, or the sum of a span (platform-options, table C).
import * as z from 'zod/mini'
import type { Figures, Result } from '../connector.ts'
import type { ErrorRow } from './error-table.ts'
import { graphCall, mapped } from './graph.ts'
import { numeric, optional } from './lenient.ts'

const Figure = z.lazy(() => optional(numeric))

const Metric = z.lazy(() =>
  z.object({
    name: z.string().check(z.maxLength(100)),
    values: optional(z.array(z.object({ value: Figure }))),
    total_value: optional(z.object({ value: Figure })),
  }),
)

const InsightsReply = z.lazy(() => z.object({ data: z.array(Metric) }))

/** A series is summed up: each of its values covers a part of the span. */
const figuresOf = ({ data }: z.infer<typeof InsightsReply>): Figures =>
  Object.fromEntries(
    data.flatMap(({ name, values, total_value }): [string, number][] => {
      const known = (values ?? []).flatMap(({ value }) => value ?? [])
      const total = total_value?.value ?? (known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : undefined)
      return total === undefined ? [] : [[name, total]]
    }),
  )

/** @param errors the platform's own. */
export async function askFigures(
  asked: { url: string; query: Record<string, string>; token: string; timeoutMs?: number },
  errors: readonly ErrorRow[],
): Promise<Result<Figures>> {
  return mapped(await graphCall({ operation: 'read', method: 'GET', ...asked }, InsightsReply, errors), figuresOf)
}

export const spanOf = ({ from, to }: { from: number; to: number }): Record<string, string> => ({
  since: String(Math.floor(from / 1000)),
  until: String(Math.floor(to / 1000)),
})
