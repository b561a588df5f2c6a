// A post as it is now: asked again while something can happen to it by itself, less often the longer nothing does, and
// not at all while nobody looks.
import { queryOptions } from '@tanstack/react-query'
import { type Post, readPost } from '../../api/posts.ts'
import { mayPass } from '../../api/unclear.ts'

const SOONEST_MS = 1000
const LATEST_MS = 15_000

/** The fields of a post that show progress. */
const standOf = ({ status, publications, scheduled_at }: Post): string =>
  JSON.stringify([
    status,
    scheduled_at,
    publications.map(({ state, timeline, steps }) => [state, timeline.length, steps]),
  ])

/**
 * How long to wait before asking again, in milliseconds; false where nothing more happens by itself.
 * @param quiet how often in a row the answer was the same.
 */
export function pauseBeforeNext(post: Post, quiet: number, now: number): number | false {
  const goesOn = ({ terminal, steps = [], deletion }: Post['publications'][number]): boolean =>
    !terminal || deletion?.state === 'pending' || steps.some(({ state }) => state === 'pending')
  if (!post.publications.some(goesOn)) return false
  const backedOff = Math.min(SOONEST_MS * 1.5 ** quiet, LATEST_MS)
  const begins = post.status === 'scheduled' && post.scheduled_at !== null ? post.scheduled_at - now : 0
  // Someone else may move or cancel a post that waits: it is looked at now and then all the same.
  return begins > LATEST_MS ? LATEST_MS : backedOff
}

/** @returns options of a query; one of its own for each page, as it counts. */
export function followPost(id: string) {
  let stand = ''
  let quiet = 0
  return queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: async () => {
      const post = await readPost(id)
      quiet = standOf(post) === stand ? quiet + 1 : 0
      stand = standOf(post)
      return post
    },
    // Nothing is asked while the page is hidden; on coming back it is asked at once.
    refetchInterval: ({ state: { data, error } }) => {
      const pause = data === undefined ? false : pauseBeforeNext(data, quiet, Date.now())
      // An outage passes; a post that went out meanwhile must not stand there as on its way.
      return pause === false || error === null ? pause : mayPass(error) && LATEST_MS
    },
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
