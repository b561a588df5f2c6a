// Failed variants of an asset are remembered: anybody may ask for a variant, and a failure costs more than most
// variants do. So none is tried twice at once.
import { batchGet, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { refuse } from '../errors.ts'
import { EVERY_VARIANT, variantFailureKey } from '../table-keys.ts'

/** As long as the row of a deleted asset is kept; after it one more failure is possible. */
export const KEPT_MS = 90 * 24 * 3_600_000

/** Attempts at variants of one asset that may be under way or have ended without a word: the process died of them. */
const MAX_UNFINISHED = 12
/** After this they may have been the fault of something else. */
const UNFINISHED_MS = 6 * 3_600_000

interface Asked {
  mediaId: string
  /** The last part of the variant's path. */
  name: string
  /** The libraries' versions: others may take what these refused. */
  decoder: string
  now: number
}

const rowOf = (now: number, decoder: string) => ({ ':decoder': decoder, ':ttl': Math.floor((now + KEPT_MS) / 1000) })

/**
 * Looks up what became of earlier attempts at the asset.
 * @returns since when those without an end are counted, Unix ms; undefined where the count begins with this one.
 * @throws {AppError} `image_refused` as it was before; `unavailable` when too many attempts did not end.
 */
export async function recallFailures({ mediaId, name, decoder, now }: Asked): Promise<number | undefined> {
  const rows = await batchGet([EVERY_VARIANT, name].map((which) => variantFailureKey(mediaId, which)))
  const current = rows.filter((row) => row.decoder === decoder)
  const refused = current.find((row) => row.refusal !== undefined)
  if (refused) throw refuse('image_refused', String(refused.refusal))
  const attempts = current.find((row) => row.sk === EVERY_VARIANT)
  const since = Number(attempts?.since ?? 0)
  if (now - since >= UNFINISHED_MS) return undefined
  if (Number(attempts?.unfinished ?? 0) >= MAX_UNFINISHED) {
    throw refuse(
      'unavailable',
      'Variants of this picture could not be made in several attempts; they are tried again later.',
    )
  }
  return since
}

/** Counts an attempt: what does not come back from it stays counted. */
export async function beginAttempt({ mediaId, decoder, now }: Asked, since: number | undefined): Promise<void> {
  const values = { ...rowOf(now, decoder), ':one': 1 }
  await update(
    variantFailureKey(mediaId, EVERY_VARIANT),
    since === undefined
      ? {
          UpdateExpression: 'SET decoder = :decoder, #ttl = :ttl, unfinished = :one, since = :now REMOVE refusal',
          ExpressionAttributeNames: { '#ttl': TABLE.timeToLive },
          ExpressionAttributeValues: { ...values, ':now': now },
        }
      : {
          UpdateExpression: 'SET decoder = :decoder, #ttl = :ttl ADD unfinished :one',
          ExpressionAttributeNames: { '#ttl': TABLE.timeToLive },
          ExpressionAttributeValues: values,
        },
  )
}

/** The attempt ended, one way or the other. */
export async function endAttempt({ mediaId }: Asked): Promise<void> {
  await update(variantFailureKey(mediaId, EVERY_VARIANT), {
    UpdateExpression: 'ADD unfinished :less',
    ExpressionAttributeValues: { ':less': -1 },
  })
}

/** @param everywhere no variant can be made of the asset, not just this one. @param refusal the sentence for its owner. */
export async function rememberRefusal(
  { mediaId, name, decoder, now }: Asked,
  { everywhere, refusal }: { everywhere: boolean; refusal: string },
): Promise<void> {
  await update(variantFailureKey(mediaId, everywhere ? EVERY_VARIANT : name), {
    UpdateExpression: 'SET decoder = :decoder, #ttl = :ttl, refusal = :refusal',
    ExpressionAttributeNames: { '#ttl': TABLE.timeToLive },
    ExpressionAttributeValues: { ...rowOf(now, decoder), ':refusal': refusal },
  })
}
