// Posts before they are accepted: drafts, those that wait for an editor, and plans of many posts from files.
import { APPROVALS } from '../approval-endpoints.ts'
import { byRoute } from '../by-route.ts'
import { DRAFTS } from '../draft-endpoints.ts'
import { IMPORTS } from '../import-endpoints.ts'

export const handler = byRoute({ ...APPROVALS, ...DRAFTS, ...IMPORTS })
