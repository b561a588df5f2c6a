// Which connection goes on in this window, because the browser opens no other: nobody else waits for how it ends.
const KEPT = 'connects-here'

/** Kept for this tab alone, across the platform's pages. */
export function takeThisWindow(state: string): void {
  try {
    sessionStorage.setItem(KEPT, state)
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
