// Where a browser is sent after signing in: a page of the dashboard, and nowhere else.

/** An assistant's request for consent is an address of thousands of characters: its id, its state and its own address are in it. */
const LONGEST = 4000
const HERE = 'https://dashboard.invalid'

/** @returns `/` for anything that a browser could take for another place than a path of the dashboard. */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > LONGEST) return '/'
  // Browsers drop tabs and line feeds, take \ for /, and read // as the beginning of a host.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/'
  const there = URL.parse(wanted, HERE)
  if (there?.origin !== HERE) return '/'
  // Signing in again would go in a circle, and the API is no page.
  if (/^\/(api|signed-out)(\/|$)/.test(there.pathname) || there.pathname.startsWith('//')) return '/'
  return there.pathname + there.search + there.hash
}
