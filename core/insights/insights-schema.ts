// Figures of posts and accounts as answers show them.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import { PLATFORM_IDS } from '../platforms/facts.ts'
import { INSIGHTS_PROBLEMS } from './insights-problems.ts'
import type { AccountDays, AccountFigures, AccountInsights } from './read-insights.ts'

const Figures = z
  .record(z.string(), z.number())
  .nullable()
  .describe("By the platform's names. Null where there are none; then `problem` says why.")
const ReadAt = z.int().nullable().describe('When the platform told them, Unix milliseconds.')
const Problem = z
  .object({ code: z.enum(INSIGHTS_PROBLEMS), message: z.string() })
  .nullable()
  .describe('Why there are no figures, or none that are newer.')

export const PostInsightsShown = shows<AccountInsights>()(
  z.object({
    account_id: z.uuid(),
    platform: z.enum(PLATFORM_IDS),
    platform_media_id: z.string().nullable(),
    figures: Figures,
    read_at: ReadAt,
    days: z
      .array(z.object({ day: z.iso.date().describe('Of UTC.'), figures: Figures.unwrap() }))
      .optional()
      .describe(
        'The figures as they stood on days on which they were read, the oldest first: each day of the first 30, then the latest of every 30 days. Absent until there are two.',
      ),
    parts: z
      .array(z.object({ part: z.int(), platform_media_id: z.string(), figures: Figures, read_at: ReadAt }))
      .optional()
      .describe('Further posts of a thread, from 1.'),
    problem: Problem,
  }),
).meta({ id: 'PostInsights' })

export const AccountInsightsShown = shows<AccountFigures>()(
  z.object({
    account_id: z.uuid(),
    platform: z.enum(PLATFORM_IDS),
    from: z.int(),
    to: z.int(),
    standing: z
      .array(z.string())
      .readonly()
      .describe('Names of those figures that are of no range: counts as they stood at `read_at`, such as followers.'),
    figures: Figures,
    read_at: ReadAt,
    problem: Problem,
  }),
).meta({ id: 'AccountInsights' })

const Day = z.record(z.string(), z.number()).nullable()

export const AccountDaysShown = shows<AccountDays>()(
  z.object({
    account_id: z.uuid(),
    platform: z.enum(PLATFORM_IDS),
    from: z.int(),
    to: z.int(),
    people: z
      .array(z.string())
      .describe(
        'Names of figures that count people: those of several days do not add up to the people of all of them.',
      ),
    days: z.array(
      z.object({
        day: z.iso.date().describe('Of UTC.'),
        figures: Day.describe(
          "What happened within the day, by the platform's names. Null where nothing is kept of it.",
        ),
        standing: Day.describe(
          'Counts as they stood when they were read on that day, such as followers. Null where they were not.',
        ),
      }),
    ),
  }),
).meta({ id: 'AccountDays' })
