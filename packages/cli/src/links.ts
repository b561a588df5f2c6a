// Links of publications: platforms give them a moment after they have published, and for some publications never.
import type { Publisher, Schemas } from '@social-publisher/client'

const LOOKS = 5
const EVERY_MS = 500

const lacksLink = ({ publications }: Schemas['Post']): boolean =>
  publications.some(({ state, permalink }) => state === 'published' && permalink === null)

/** @param ended a post that has ended. @returns it with its links, as far as they come within seconds. */
export async function withLinks(
  service: Publisher,
  ended: Schemas['Post'],
  signal?: AbortSignal,
): Promise<Schemas['Post']> {
  let post = ended
  for (let looks = 0; looks < LOOKS && lacksLink(post) && !signal?.aborted; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const path = { params: { path: { id: post.id } }, signal }
    // How the post has ended is known: an error here takes nothing from it.
    const answer = await service.GET('/v1/posts/{id}', path).catch(() => undefined)
    if (!answer?.data) break
    post = answer.data.data
  }
  return post
}
