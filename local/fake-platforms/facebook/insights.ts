// Facebook's figures: the metrics that there are since 2025-11-15. Those of before are refused as any that never was.
import { invalidParameter } from '../graph/errors.ts'
import { textOf, wholeNumberOf } from '../graph/parameters.ts'
import type { Input } from '../input.ts'
import type { Post } from '../model.ts'
import type { FacebookAccount, FacebookSimulator } from './settings.ts'

const HOUR_MS = 3_600_000
const OF_POST = ['post_media_view', 'post_total_media_view_unique', 'post_reactions_by_type_total', 'post_clicks']
const OF_PAGE = ['page_media_view', 'page_total_media_view_unique', 'page_follows', 'page_post_engagements']

const namesIn = ({ params }: Input, known: readonly string[]): string[] => {
  const names = (textOf(params, 'metric') ?? '').split(',').map((name) => name.trim())
  if (names.some((name) => !known.includes(name)))
    throw invalidParameter('(#100) The value must be a valid insights metric')
  return names
}

const figure = (id: string, name: string, hours: number): number =>
  ((Number(id.slice(-6)) + name.length * 7) % 90) + 10 + Math.floor(hours) * (name.length % 5)

export function ofPost(sim: FacebookSimulator, post: Post, input: Input): unknown {
  const hours = (sim.now() - post.published_at) / HOUR_MS
  const data = namesIn(input, OF_POST).map((name) => {
    const value = figure(post.id, name, hours)
    const told = name === 'post_reactions_by_type_total' ? { like: value, love: 2 } : value
    return { name, period: 'lifetime', values: [{ value: told }], id: `${post.id}/insights/${name}/lifetime` }
  })
  return { data }
}

export function ofPage(_sim: FacebookSimulator, page: FacebookAccount, input: Input): unknown {
  const since = wholeNumberOf(input.params, 'since')
  const until = wholeNumberOf(input.params, 'until')
  if (since !== undefined && until !== undefined && since >= until)
    throw invalidParameter('(#100) since must be before until')
  const data = namesIn(input, OF_PAGE).map((name) => {
    const value = name === 'page_follows' ? page.followers_count : figure(page.external_id, name, 0)
    const values = [{ value }, { value: name === 'page_follows' ? value + 1 : 1 }]
    return { name, period: 'day', values, id: `${page.external_id}/insights/${name}/day` }
  })
  return { data }
}
