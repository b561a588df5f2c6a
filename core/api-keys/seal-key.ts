// The answer that has a key's secret, as it is kept for a repetition of its request: encrypted for that key only, for a day.
import { decryptKeySecret, encryptKeySecret } from '../aws/secrets.ts'
import { refuse } from '../errors.ts'
import { getKey } from './key-store.ts'
import { hashOf } from './secret.ts'

interface WithSecret {
  data: { id: string; api_key: string }
}

/**
 * For requests with an Idempotency-Key. A repeated request gets the secret once more, as long as it is the key's own:
 * a secret that has ended since would only fail later, and say less.
 */
export const sealedKey = {
  keep: async (body: unknown): Promise<unknown> => {
    const { data, ...rest } = body as WithSecret
    return { ...rest, data: { ...data, api_key: await encryptKeySecret(data.id, data.api_key) } }
  },
  /** @throws {AppError} `conflict` for a secret that has ended. */
  restore: async (body: unknown): Promise<unknown> => {
    const { data, ...rest } = body as WithSecret
    const api_key = await decryptKeySecret(data.id, data.api_key)
    const key = await getKey(data.id)
    if (key?.status !== 'active' || key.secret_hash !== hashOf(api_key)) {
      const what = key?.status === 'active' ? 'rotated' : 'revoked'
      throw refuse(
        'conflict',
        `This request was answered before with a secret of the API key ${data.id}, which was ${what} since. Use a new Idempotency-Key for a new request.`,
      )
    }
    return { ...rest, data: { ...data, api_key } }
  },
}
