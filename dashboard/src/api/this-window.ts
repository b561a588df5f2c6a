// Which connection goes on in this window, because the browser opens no other: no other window waits for its outcome.
const KEPT = 'connects-here'
const LINK = 'connects-by'

/** Kept only for this tab, across the platform's pages. @param link the secret of the link that it uses. */
export function takeThisWindow(state: string, link = ''): void {
  try {
    sessionStorage.setItem(KEPT, state)
    sessionStorage.setItem(LINK, link)
  } catch {
    // Then the callback page finds out by itself, later, that nobody waits.
  }
}

export function takesThisWindow(state: string): boolean {
  try {
    return sessionStorage.getItem(KEPT) === state
  } catch {
    return false
  }
}

/** The secret of the link by which this window connects; empty where it uses none. */
export function linkOfThisWindow(): string {
  try {
    return sessionStorage.getItem(LINK) ?? ''
  } catch {
    return ''
  }
}
