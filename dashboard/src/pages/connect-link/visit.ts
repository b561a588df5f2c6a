// Which browser uses a link: what it begins at a platform, no other can finish.
const KEPT = 'link-visit'

let unkept: string | undefined

const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The same for this tab, also after it was at the platform. */
export function thisVisit(): string {
  try {
    const kept = sessionStorage.getItem(KEPT) ?? fresh()
    sessionStorage.setItem(KEPT, kept)
    return kept
  } catch {
    unkept ??= fresh()
    return unkept
  }
}
