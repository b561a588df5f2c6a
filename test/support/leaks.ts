// Secrets that must be nowhere: every local run of the test suite is searched for them when it ends.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The simulators' tokens: `IGQ` or `THQ` and the base64url of a SHA-512. */
export const TOKEN = /\b(?:IG|TH)Q[\w-]{60,}/

/** Bytes that callers uploaded are theirs, and large. */
const UPLOADS = 'objects'
const LARGEST = 64 * 1024 * 1024

/** @returns the files below a folder, and among the given outputs, that hold a platform's token. */
export function tokensIn(dataDir: string, outputs: Record<string, string> = {}): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !relative(dataDir, file).startsWith(UPLOADS) && statSync(file).size <= LARGEST)
  const leaking = files
    .filter((file) => TOKEN.test(readFileSync(file, 'latin1')))
    .map((file) => relative(dataDir, file))
  return [...leaking, ...Object.keys(outputs).filter((name) => TOKEN.test(outputs[name]!))]
}
