// The keys of the posts that a version of a team's draft becomes: `draft-<id>-<version>`, and for the further posts of a series `-1`, `-2` …

/** How the keys of drafts of the team begin. */
export const DRAFT_KEY = 'draft-'

/** Where those keys count, whatever the draft is sent as. */
const ROUTE = 'drafts/post'

const OF_DRAFT = /^draft-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+(?:-\d{1,3})?$/

/**
 * Where a key of a post counts. That of a draft counts once for posts of all types and for approval: two people who publish it at the same
 * moment make one post, also if one of them has chosen another type, or may not publish. Of a series the first post has the key itself, and
 * each further one is made only after the one before: two series of a version, or a series and a single post, meet at the first difference.
 */
export const routeOfKey = (key: string, route: string): string => (OF_DRAFT.test(key) ? ROUTE : route)
