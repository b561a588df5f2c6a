// A post's title where there is room for a line.
import type { Schemas } from '@social-publisher/client'

type Named = Pick<Schemas['PostSummary'], 'title' | 'content' | 'hashtags'>

/** The first that is seen of the title, the lines of the text and the hashtags; `without` where none is. */
export function nameOfPost({ title, content, hashtags }: Named, without: string): string {
  const line = [title ?? '', ...content.split('\n'), hashtags.join(' ')].find((words) =>
    /[^\s\p{C}\p{DI}]/u.test(words),
  )
  const letters = [...(line ?? without).trim()]
  return letters.length > 80 ? `${letters.slice(0, 79).join('')}…` : letters.join('')
}

/** When it is or was published, in Unix milliseconds: the time that the service uses. */
export const publishTime = ({
  scheduled_at,
  created_at,
}: Pick<Schemas['PostSummary'], 'scheduled_at' | 'created_at'>) => scheduled_at ?? created_at
