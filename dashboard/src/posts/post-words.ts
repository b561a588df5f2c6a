// A post's title where there is room for a line.
import type { Schemas } from '../api/client.ts'

type Named = Pick<Schemas['PostSummary'], 'title' | 'content' | 'hashtags'>

/** The title, else how the text begins, else the hashtags; `without` for a post that has none of them. */
export function nameOfPost({ title, content, hashtags }: Named, without: string): string {
  const line = (title ?? '') || content.trim().split('\n', 1)[0]! || hashtags.join(' ')
  const letters = [...line]
  return letters.length > 80 ? `${letters.slice(0, 79).join('')}…` : line || without
}

/** When it is or was published, in Unix milliseconds: the time that the service uses. */
export const publishTime = ({
  scheduled_at,
  created_at,
}: Pick<Schemas['PostSummary'], 'scheduled_at' | 'created_at'>) => scheduled_at ?? created_at
