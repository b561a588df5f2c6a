// Cuts a server's answers about an account to the length that is stored. Callers name many of the servers, which may answer
// anything, and an item of the table holds 400 KB. Pure.

interface Described {
  username: string
  name: string
  biography: string
  picture_url: string
  account_type: string | null
}

interface Timed {
  expires_at: number | null
  renew_at?: number
}

const LONGEST_NAME = 300
const LONGEST_BIOGRAPHY = 10_000
const LONGEST_ADDRESS = 2048
/** No session lives longer: what a server says beyond it is as good as no number. */
const LONGEST_LIFE_MS = 10 * 366 * 24 * 3_600_000

/** Bytes of a session. KMS encrypts 4,096 at once: https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html */
export const LONGEST_SESSION = 4096

const cut = (text: string, most: number): string => (text.length > most ? text.slice(0, most).toWellFormed() : text)

export const boundedProfile = <P extends Described>(profile: P): P => ({
  ...profile,
  username: cut(profile.username, LONGEST_NAME),
  name: cut(profile.name, LONGEST_NAME),
  biography: cut(profile.biography, LONGEST_BIOGRAPHY),
  // An address that is cut leads nowhere.
  picture_url: profile.picture_url.length > LONGEST_ADDRESS ? '' : profile.picture_url,
  account_type: profile.account_type === null ? null : cut(profile.account_type, LONGEST_NAME),
})

const timeAt = (time: number, now: number): number =>
  Number.isNaN(time) ? now : Math.max(0, Math.min(Math.floor(time), now + LONGEST_LIFE_MS))

/** The grant with times that can be stored. @param now Unix ms. */
export const boundedGrant = <G extends Timed>(grant: G, now: number): G => ({
  ...grant,
  expires_at: grant.expires_at === null ? null : timeAt(grant.expires_at, now),
  ...(grant.renew_at === undefined ? {} : { renew_at: timeAt(grant.renew_at, now) }),
})

/** Whether a session can be stored. */
export const fits = ({ token }: { token: string }): boolean => Buffer.byteLength(token) <= LONGEST_SESSION
