// POST /v1/posts/reels
import { postEndpoint } from '../../post-endpoint.ts'

export const handler = postEndpoint('reels')
