// The parameters that preparing and publishing would send, for the preview: a row per platform, as in `facts.ts`. Apart from
// the connectors, which call platforms: functions that accept posts load none of them.
import { parameters as bluesky } from './bluesky/parameters.ts'
import type { Piece, Publishing } from './connector.ts'
import { prepareParameters, publishParameters } from './facebook/parameters.ts'
import type { PlatformId } from './facts.ts'
import { parameters as instagram } from './instagram/containers.ts'
import { shownParameters } from './mastodon/parameters.ts'
import { parameters as threads } from './threads/containers.ts'

export interface PlatformParameters {
  /** The very parameters that preparing this would send; undefined for what the platform does not have. */
  piece(piece: Piece): Record<string, unknown> | undefined
  /** Those of the public step, where it carries what preparing does not. */
  publish?(post: Publishing, pieces: readonly Piece[]): Record<string, unknown>
}

const PARAMETERS: Readonly<Record<PlatformId, PlatformParameters>> = {
  instagram: { piece: instagram },
  threads: { piece: threads },
  bluesky: { piece: bluesky },
  mastodon: { piece: shownParameters },
  facebook: { piece: prepareParameters, publish: publishParameters },
}

export const parametersFor = (id: PlatformId): PlatformParameters => PARAMETERS[id]
