// Headers of what documents the API: it holds nothing of anybody, and tools in browsers may read it.
export const PUBLIC_DOCUMENT = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' } as const
