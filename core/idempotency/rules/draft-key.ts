// The key of the post that a version of a team's draft becomes.

/** How the keys of drafts of the team begin. */
export const DRAFT_KEY = 'draft-'

/** Where those keys count, whatever the draft is sent as. */
const ROUTE = 'drafts/post'

const OF_DRAFT = /^draft-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+$/

/**
 * Where a key of a post counts. That of a draft counts once for posts of all types and for approval: two people who publish it at the same
 * moment make one post, also if one of them has chosen another type, or may not publish.
 */
export const routeOfKey = (key: string, route: string): string => (OF_DRAFT.test(key) ? ROUTE : route)
