// Signing in is a navigation of the whole page. It must not go in circles, as it would where the browser keeps no cookies.
const KEPT = 'sign-ins'
const WINDOW_MS = 60_000
const MOST = 3

/** @returns whether the page was sent to sign in too often lately. */
function goesInCircles(now: number): boolean {
  try {
    const before = (JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as number[]).filter((at) => now - at < WINDOW_MS)
    sessionStorage.setItem(KEPT, JSON.stringify([...before, now]))
    return before.length >= MOST
  } catch {
    return false
  }
}

/** The sign-in, which leads back to `path`. @param again asks for the password even where the provider knows the browser. */
export const signInAddress = (path: string, again = false): string =>
  `/api/v1/session/sign-in?return_to=${encodeURIComponent(path)}${again ? '&prompt=login' : ''}`

/** Names in this tab's storage that begin so are of what somebody wrote and did not send. */
export const WRITTEN = 'written-'

/** Nothing of it stays in this tab. */
export function forgetWritten(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(WRITTEN)) sessionStorage.removeItem(name)
  } catch {
    // Then nothing was kept either.
  }
}

/** Leaves this page, which browsers may show once more as it was: then it begins anew. */
export function goAway(address: string): void {
  window.onpageshow = ({ persisted }) => persisted && window.location.reload()
  window.location.assign(address)
}

/** Where somebody did something that was refused because the session had ended: the page cannot say so before it is left. */
export const NOT_DONE = `${WRITTEN}not-done`

let leaving = false

/**
 * Leaves for the sign-in and comes back to this address. From the page that says one is signed out it does not.
 * @param notDone whether the refused request would have changed something.
 */
export function goToSignIn(notDone: boolean): void {
  const { pathname, search } = window.location
  try {
    if (notDone) sessionStorage.setItem(NOT_DONE, pathname + search)
  } catch {
    // Then nothing says so.
  }
  if (leaving || pathname === '/signed-out') return
  leaving = true
  goAway(goesInCircles(Date.now()) ? '/signed-out?problem=failed' : signInAddress(pathname + search))
}
