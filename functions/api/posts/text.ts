// POST /v1/posts/text
import { postEndpoint } from '../../post-endpoint.ts'

export const handler = postEndpoint('text')
