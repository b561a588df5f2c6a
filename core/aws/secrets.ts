// KMS: tokens and signing secrets are encrypted with a key of ours, bound to the account or webhook they belong to.
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { CALL_LIMITS } from './call-limits.ts'

let kms: KMSClient | undefined
const client = (): KMSClient => {
  kms ??= new KMSClient({ maxAttempts: 3, ...CALL_LIMITS })
  return kms
}

/** A stored secret that can never be decrypted again: it is damaged, of another account, or of another key. */
export class TokenUnreadable extends Error {
  constructor(cause: unknown) {
    super('a stored token cannot be decrypted', { cause })
    this.name = 'TokenUnreadable'
  }
}

const FOR_EVER = ['InvalidCiphertextException', 'IncorrectKeyException']

type Context = Record<string, string>

async function encrypt(secret: string, context: Context): Promise<string> {
  const reply = await client().send(
    new EncryptCommand({
      KeyId: setting(ENV.tokenKey),
      Plaintext: new TextEncoder().encode(secret),
      EncryptionContext: context,
    }),
  )
  return Buffer.from(reply.CiphertextBlob ?? []).toString('base64')
}

async function decrypt(ciphertext: string, context: Context): Promise<string> {
  const reply = await client().send(
    new DecryptCommand({
      KeyId: setting(ENV.tokenKey),
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: context,
    }),
  )
  return new TextDecoder().decode(reply.Plaintext)
}

/** @returns base64 that only decrypts for the same account id. */
export const encryptToken = (accountId: string, token: string): Promise<string> =>
  encrypt(token, { account_id: accountId })

/** @throws {TokenUnreadable} when the ciphertext belongs to another account; other errors may be temporary. */
export async function decryptToken(accountId: string, ciphertext: string): Promise<string> {
  try {
    return await decrypt(ciphertext, { account_id: accountId })
  } catch (error) {
    throw error instanceof Error && FOR_EVER.includes(error.name) ? new TokenUnreadable(error) : error
  }
}

/** @returns base64 that only decrypts for the same webhook. */
export const encryptSecret = (webhookId: string, secret: string): Promise<string> =>
  encrypt(secret, { webhook_id: webhookId })

/** @throws when the ciphertext belongs to another webhook. */
export const decryptSecret = (webhookId: string, ciphertext: string): Promise<string> =>
  decrypt(ciphertext, { webhook_id: webhookId })

/** @returns base64 that only decrypts for the same API key. */
export const encryptKeySecret = (keyId: string, secret: string): Promise<string> =>
  encrypt(secret, { api_key_id: keyId })

/** @throws when the ciphertext belongs to another API key. */
export const decryptKeySecret = (keyId: string, ciphertext: string): Promise<string> =>
  decrypt(ciphertext, { api_key_id: keyId })

/** @returns base64 that only decrypts for the same app at a platform. */
export const encryptAppSecret = (app: string, secret: string): Promise<string> => encrypt(secret, { platform_app: app })

/** @throws when the ciphertext belongs to another app. */
export const decryptAppSecret = (app: string, ciphertext: string): Promise<string> =>
  decrypt(ciphertext, { platform_app: app })
