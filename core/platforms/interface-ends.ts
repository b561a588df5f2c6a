// Until when platforms keep the versions of their interfaces, as far as they say. Meta keeps a version of Graph for two years from
// its release at least (platform-apis, section 2); Threads has one version and names no end for it.

/** Releases, by version: only those with a known date. */
const GRAPH_RELEASES: Readonly<Record<string, string>> = { 'v25.0': '2026-02-18', 'v26.0': '2026-07-29' }
const KEPT_YEARS = 2

/** @returns the day until which the version surely works, Unix ms; undefined where the platform names none. */
export function interfaceEnd(version: string): number | undefined {
  const released = GRAPH_RELEASES[version]
  if (released === undefined) return undefined
  const day = new Date(released)
  return day.setUTCFullYear(day.getUTCFullYear() + KEPT_YEARS)
}
