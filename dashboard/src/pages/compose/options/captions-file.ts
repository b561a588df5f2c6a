// A file of captions, as WebVTT has it: UTF-8, and named at its beginning.

/** Bytes of one file. */
const MOST = 20_000

/** @returns its text; undefined for a file that is too large or no WebVTT, as one in another encoding. */
export async function captionsIn(file: Blob): Promise<string | undefined> {
  if (file.size > MOST) return undefined
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return /^WEBVTT(?:\s|$)/.test(content) ? content : undefined
  } catch {
    return undefined
  }
}
