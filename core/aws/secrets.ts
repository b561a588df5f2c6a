// KMS: tokens and signing secrets are encrypted with a key of ours, bound to the account or webhook they belong to.
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'

let kms: KMSClient | undefined
const client = (): KMSClient => {
  kms ??= new KMSClient({ maxAttempts: 3 })
  return kms
}

/** What is stored can never be decrypted again: it is damaged, of another account, or of another key. */
export class TokenUnreadable extends Error {
  constructor(cause: unknown) {
    super('a stored token cannot be decrypted', { cause })
    this.name = 'TokenUnreadable'
  }
}

const FOR_EVER = ['InvalidCiphertextException', 'IncorrectKeyException']

/** @returns base64 that only decrypts for the same account id. */
export async function encryptToken(accountId: string, token: string): Promise<string> {
  const reply = await client().send(
    new EncryptCommand({
      KeyId: setting(ENV.tokenKey),
      Plaintext: new TextEncoder().encode(token),
      EncryptionContext: { account_id: accountId },
    }),
  )
  return Buffer.from(reply.CiphertextBlob ?? []).toString('base64')
}

/** @throws {TokenUnreadable} when the ciphertext is of another account; anything else may pass. */
export async function decryptToken(accountId: string, ciphertext: string): Promise<string> {
  const command = new DecryptCommand({
    KeyId: setting(ENV.tokenKey),
    CiphertextBlob: Buffer.from(ciphertext, 'base64'),
    EncryptionContext: { account_id: accountId },
  })
  try {
    const reply = await client().send(command)
    return new TextDecoder().decode(reply.Plaintext)
  } catch (error) {
    throw error instanceof Error && FOR_EVER.includes(error.name) ? new TokenUnreadable(error) : error
  }
}

/** @returns base64 that only decrypts for the same webhook. */
export async function encryptSecret(webhookId: string, secret: string): Promise<string> {
  const reply = await client().send(
    new EncryptCommand({
      KeyId: setting(ENV.tokenKey),
      Plaintext: new TextEncoder().encode(secret),
      EncryptionContext: { webhook_id: webhookId },
    }),
  )
  return Buffer.from(reply.CiphertextBlob ?? []).toString('base64')
}

/** @throws when the ciphertext is of another webhook. */
export async function decryptSecret(webhookId: string, ciphertext: string): Promise<string> {
  const reply = await client().send(
    new DecryptCommand({
      KeyId: setting(ENV.tokenKey),
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: { webhook_id: webhookId },
    }),
  )
  return new TextDecoder().decode(reply.Plaintext)
}
