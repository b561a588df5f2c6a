// POST /v1/posts/stories
import { postEndpoint } from '../../post-endpoint.ts'

export const handler = postEndpoint('stories')
