// Headers of the documents about the API: they have no data of anybody, and tools in browsers may read them. API Gateway compresses them
// for callers who take that, and does not say to caches that it depends on them.
export const PUBLIC_DOCUMENT = {
  'Cache-Control': 'public, max-age=300',
  Vary: 'Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
} as const
