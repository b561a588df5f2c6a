// The OpenAPI document inside a bundle: packed, and read with the first request that needs it. Unpacked it would be most of what
// the function loads.
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'esbuild'

export const packedDocument: Plugin = {
  name: 'packed-document',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]docs[\\/]openapi\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')))
      const packed = brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
      }).toString('base64')
      return {
        // The name of its only field stays when names are shortened: by it, the document is found in a bundle.
        contents: `import { brotliDecompressSync } from 'node:zlib'
          const file = { OPENAPI_PACKED: ${JSON.stringify(packed)} }
          export default JSON.parse(brotliDecompressSync(Buffer.from(file.OPENAPI_PACKED, 'base64')).toString())`,
        loader: 'js',
      }
    })
  },
}
