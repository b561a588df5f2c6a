// The engine's platform calls to delete posts.

import type { Deletion } from '../../platforms/connector.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { Result } from '../../platforms/outcome.ts'
import type { Publication } from '../rules/publication.ts'
import { asAccount } from './as-account.ts'
import type { Pass } from './pass.ts'

/** @throws {Error} for a platform that deletes nothing; such requests are refused earlier. */
async function deletionOf({ platform }: Publication): Promise<Deletion> {
  const { deletion } = await platformOf(platform)
  if (!deletion) throw new Error(`${platform} deletes no posts`)
  return deletion
}

export const deletePost = (
  pass: Pass,
  publication: Publication,
  mediaId: string,
): Promise<Result<Record<string, never>>> =>
  asAccount(pass, async (credentials) => (await deletionOf(publication)).deletePost(credentials, mediaId), {
    live: true,
  })

export const postExists = (pass: Pass, publication: Publication, mediaId: string): Promise<Result<boolean>> =>
  asAccount(pass, async (credentials) => (await deletionOf(publication)).postExists(credentials, mediaId), {
    live: true,
  })
