// Secrets that must be nowhere: every local run of the test suite is searched for them when it ends.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { TOKEN_MARK } from '../../local/fake-platforms/store.ts'

/** Bytes that callers uploaded are theirs, and large. */
const UPLOADS = 'objects'
const LARGEST = 64 * 1024 * 1024
/** So many characters before and after a token say who wrote it. */
const AROUND = 200
export const TOKEN = new RegExp(`[\\w.-]*${TOKEN_MARK}[\\w-]*`)

/** @returns what is around the first token of a text, without the token; undefined where there is none. */
function aroundToken(text: string): string | undefined {
  const at = text.indexOf(TOKEN_MARK)
  if (at < 0) return undefined
  const around = text.slice(Math.max(0, at - AROUND), at + AROUND)
  return around
    .split(TOKEN)
    .join('[token]')
    .replace(/[^ -~]+/g, ' ')
}

/** @returns the files below a folder, and those of the given outputs, that hold a platform's token, each with what is around it. */
export function tokensIn(dataDir: string, outputs: Record<string, string> = {}): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !relative(dataDir, file).startsWith(UPLOADS) && statSync(file).size <= LARGEST)
    .map((file): [string, string] => [relative(dataDir, file), readFileSync(file, 'latin1')])
  return [...files, ...Object.entries(outputs)].flatMap(([name, text]) => {
    const around = aroundToken(text)
    return around === undefined ? [] : [`${name} (${around})`]
  })
}
