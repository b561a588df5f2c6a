import { api, orThrow } from '../api/client.ts'
import { leave } from '../api/session.ts'

/** Ends all sessions of the person, in every browser; leaves the page. @param before is done once they have ended. */
export async function signOutEverywhere(before: () => Promise<void> = async () => {}): Promise<void> {
  const { sign_out_url } = (await orThrow(api.DELETE('/v1/sessions'))).data
  await before()
  leave(sign_out_url)
}
