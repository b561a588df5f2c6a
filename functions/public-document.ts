// Headers of what documents the API: it holds nothing of anybody, and tools in browsers may read it. API Gateway compresses it for
// callers who take that, and does not say to caches that it depends on them.
export const PUBLIC_DOCUMENT = {
  'Cache-Control': 'public, max-age=300',
  Vary: 'Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
} as const
