// The state of one pass of the publish worker over its publication: account, media and token are read once.
import { getAccount } from '../../accounts/account-store.ts'
import type { Tokens } from '../../accounts/credentials.ts'
import type { Account } from '../../accounts/rules/account.ts'
import { log } from '../../log.ts'
import { getMediaMany } from '../../media/media-store.ts'
import type { Media } from '../../media/rules/media.ts'
import type { Credentials } from '../../platforms/connector.ts'
import { getPublicationWithPost } from '../publication-store.ts'
import type { Post } from '../rules/post.ts'
import type { Publication } from '../rules/publication.ts'

export interface Pass {
  readonly post_id: string
  readonly account_id: string
  readonly tokens: Tokens
  /** As it was last read or written; there from `load` on. */
  stored?: Publication
  post?: Post
  media?: Promise<Map<string, Media>>
  account?: Promise<Account | undefined>
  /** The platform was asked, of an account whose owner was to act. */
  may_publish?: boolean
  /** Names the last write, whether it took effect or not. */
  writer?: string
  /** The ciphertext of the token that was used last. */
  token?: string
}

/** Reads the publication and its post. @returns nothing where there is none, which is logged. */
export async function load(pass: Pass): Promise<Publication | undefined> {
  const { post_id, account_id } = pass
  const found = await getPublicationWithPost(post_id, account_id)
  if (!found) {
    log.warn('a message names a publication that does not exist', { post_id, account_id })
    return undefined
  }
  pass.post = found.post
  pass.stored = found.publication
  return found.publication
}

export const accountOf = (pass: Pass): Promise<Account | undefined> => {
  pass.account ??= getAccount(pass.account_id)
  return pass.account
}

/** The account as it is now: it may have been disconnected, or connected again, since it was read. */
export const accountNow = (pass: Pass): Promise<Account | undefined> => {
  pass.account = undefined
  return accountOf(pass)
}

/** The media of the post and of its options that still exist, by id. */
export const mediaOf = (pass: Pass): Promise<Map<string, Media>> => {
  pass.media ??= getMediaMany([...new Set([...pass.post!.media_ids, ...pass.stored!.media_ids])]).then(
    (found) => new Map([...found].filter(([, asset]) => asset.status === 'active')),
  )
  return pass.media
}

/** The account's decrypted token. @throws {TokenUnreadable} what cannot be decrypted now, or ever. */
export const credentialsFor = (
  pass: Pass,
  account: Account & { token_ciphertext: string },
): Promise<Credentials | undefined> => {
  pass.token = account.token_ciphertext
  return pass.tokens.of(account)
}
