// Reading the figures of a story before the platform forgets them.

import type { Figures } from '../../platforms/connector.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { PlatformError, Result } from '../../platforms/outcome.ts'
import { keepFiguresOfPost } from '../keep-figures.ts'
import type { Publication } from '../rules/publication.ts'
import { asAccount } from './as-account.ts'
import type { Pass } from './pass.ts'

const NOT_KNOWN: PlatformError = {
  class: 'permanent',
  message: 'There is nothing to ask the platform about.',
  ours: true,
}

/** @returns what kept them from being read. */
export async function keepFigures(pass: Pass, publication: Publication): Promise<PlatformError | undefined> {
  const { platform, media_id, post_id, account_id } = publication
  const { insights } = await platformOf(platform)
  if (!insights || media_id === undefined) return NOT_KNOWN
  const told: Result<Figures> = await asAccount(
    pass,
    (credentials) => insights.ofPost(credentials, media_id, 'story'),
    { live: true },
  )
  if (!told.ok) return told.error
  await keepFiguresOfPost(post_id, account_id, 0, { figures: told.value, read_at: Date.now() })
  return undefined
}
