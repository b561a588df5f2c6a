// The code of the CDN's function, which imports nothing: what it must know of the platforms is written into it here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISH_VARIANT_NAMES } from '../core/media/rules/variant-spec.ts'

const SOURCE = join(import.meta.dirname, '..', 'functions', 'cdn', 'viewer-request.js')

/** `functions/cdn/viewer-request.js` with the names of the variants that platforms are sent. */
export const viewerRequestCode = (): string =>
  readFileSync(SOURCE, 'utf8').replace(
    '__PUBLISH_VARIANTS__',
    PUBLISH_VARIANT_NAMES.map((name) => name.replaceAll('.', '[.]')).join('|'),
  )
