// Cookies of the dashboard's address: `__Host-`, so only for that host, never for a name above or below it.

/** @returns the value of a cookie in a `Cookie` header. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** A `Set-Cookie` header. */
export const setCookie = (
  name: string,
  value: string,
  { sameSite, seconds }: { sameSite: 'Strict' | 'Lax'; seconds: number },
): string => `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}`

/** The header that removes a cookie. */
export const expiredCookie = (name: string): string => setCookie(name, '', { sameSite: 'Lax', seconds: 0 })
