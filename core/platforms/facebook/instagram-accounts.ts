// The Instagram accounts that come with Pages (platform-apis, section 9; platforms-next, section 1.5): each is a grant of its own,
// whose session is the token of its Page.
import * as z from 'zod/mini'
import { FACTS } from '../facts.ts'
import { Id, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import { pageSession } from '../meta/page-session.ts'
import type { TokenGrant } from '../sign-in.ts'
import { call } from './calls.ts'

/** The field of a Page that names its Instagram account. */
export const INSTAGRAM_OF_PAGE = 'instagram_business_account'
export const Belonging = z.lazy(() => optional(z.object({ id: Id })))

const { scopes: NEEDED } = FACTS.instagram.access_by.facebook
const [SEEN_BY] = NEEDED

/** Whether the Instagram accounts of Pages may be asked for; not where it is not known what was granted. */
export const seesInstagram = (scopes: readonly string[] | undefined): boolean => scopes?.includes(SEEN_BY) === true

const Named = z.lazy(() => z.object({ username: text, name: text, profile_picture_url: text }))
const OfPage = z.lazy(() => z.object({ [INSTAGRAM_OF_PAGE]: Belonging }))

/** The id of the Instagram account of a Page; undefined where it has none, or does not say. @param token of the Page. */
export async function instagramOf(token: string, page: string): Promise<string | undefined> {
  const query = { fields: INSTAGRAM_OF_PAGE }
  const reply = await call(token, page, { operation: 'read', method: 'GET', query }, OfPage)
  return reply.ok ? reply.value[INSTAGRAM_OF_PAGE]?.id : undefined
}

/** So many names are read at a time, for so long: a person is waiting. Accounts without a name are shown by their Page. */
const READ_AT_ONCE = 10
const READ_FOR_MS = 8000

interface OfPage {
  /** The Page's token. */
  grant: TokenGrant
  /** The Page's name. */
  page: string | undefined
  /** Its Instagram account, where it has one. */
  id: string | undefined
}

/** Why it cannot be connected, as far as that is known before it is asked. */
function problemOf({ grant: { of, scopes = [] } }: OfPage): string | undefined {
  if (of?.problem) return `It belongs to the Page ${of.name}. ${of.problem}`
  const lacking = NEEDED.filter((scope) => !scopes.includes(scope))
  return lacking.length > 0
    ? `Facebook was not granted ${lacking.join(' and ')}: connect again and grant all that is asked.`
    : undefined
}

async function grantOf(given: OfPage & { id: string }, until: number): Promise<TokenGrant> {
  const { grant, page, id } = given
  const { token, of: _page, ...rest } = grant
  const unread = { id, username: id, name: `Instagram account of ${page ?? 'a Page'}`, picture_url: '' }
  const refused = (problem: string): TokenGrant => ({
    ...rest,
    token: '',
    of: { ...unread, platform: 'instagram', problem },
  })
  const problem = problemOf(given)
  if (problem !== undefined) return refused(problem)
  const timeoutMs = until - Date.now()
  const query = { fields: 'username,name,profile_picture_url' }
  const reply =
    timeoutMs > 0
      ? await call(token, id, { operation: 'read', method: 'GET', query, timeoutMs }, Named)
      : { ok: true as const, value: {} as z.infer<typeof Named> }
  // Questions that were not answered in time are asked again when it is connected.
  if (!reply.ok && reply.error.class !== 'retry' && reply.error.class !== 'wait')
    return refused(`Instagram cannot be asked about it: ${reply.error.message}`)
  const { username = id, name, profile_picture_url: picture_url = '' } = reply.ok ? reply.value : {}
  const known = { ...unread, username, picture_url, ...(username === id ? {} : { name: name ?? '' }) }
  return { ...rest, token: pageSession({ id, token }), of: { ...known, platform: 'instagram' } }
}

/** @returns for each Page the grant of its Instagram account, undefined where it has none. */
export async function instagramGrants(pages: readonly OfPage[]): Promise<(TokenGrant | undefined)[]> {
  const grants: (TokenGrant | undefined)[] = pages.map(() => undefined)
  const until = Date.now() + READ_FOR_MS
  const waiting = pages.entries()
  const lane = async (): Promise<void> => {
    for (const [at, { id, ...page }] of waiting)
      if (id !== undefined) grants[at] = await grantOf({ ...page, id }, until)
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, lane))
  return grants
}
