// POST /v1/posts/feed
import { postEndpoint } from '../../post-endpoint.ts'

export const handler = postEndpoint('feed')
