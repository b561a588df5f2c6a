// KMS: encrypts with keys that lie in the data directory; the encryption context is bound into every ciphertext.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Template } from '../template.ts'
import { AwsError, type Operation } from './aws-error.ts'

interface Input {
  KeyId?: string
  Plaintext?: string
  CiphertextBlob?: string
  EncryptionContext?: Record<string, string>
  NumberOfBytes?: number
  KeySpec?: string
}

const IV_BYTES = 12
const TAG_BYTES = 16
/** A key's id as 36 characters stands first, so that decrypting needs no key named. */
const ID_BYTES = 36

const bound = (context: Record<string, string> | undefined): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))))

/** @returns operations by name, as in `TrentService.Encrypt`. */
export function createKms(template: Template, dataDir: string): Record<string, Operation> {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const resources = template.resources('AWS::KMS::Key')
  const material = new Map(
    resources.map(({ ref }) => {
      const file = join(folder, `${ref}.key`)
      if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
      return [ref, readFileSync(file)]
    }),
  )
  const aliases = new Map(
    template
      .resources('AWS::KMS::Alias')
      .map(({ properties }) => [String(properties.AliasName), String(properties.TargetKeyId)]),
  )

  const keyOf = (reference: string | undefined): { id: string; arn: string; key: Buffer } => {
    const named = (reference && aliases.get(reference)) ?? reference
    const resource = resources.find(({ ref, arn }) => ref === named || arn === named)
    const key = resource && material.get(resource.ref)
    if (!resource || !key) throw new AwsError(400, 'NotFoundException', `Key '${reference}' does not exist`)
    return { id: resource.ref, arn: resource.arn, key }
  }

  const encrypt = (reference: string | undefined, plaintext: Buffer, context: Record<string, string> | undefined) => {
    const { id, arn, key } = keyOf(reference)
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(context))
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()])
    return { arn, blob: Buffer.concat([Buffer.from(id), iv, cipher.getAuthTag(), sealed]).toString('base64') }
  }

  const decrypt = (blob: Buffer, context: Record<string, string> | undefined, expected: string | undefined) => {
    const own = resources.find(({ ref }) => ref === blob.subarray(0, ID_BYTES).toString('latin1'))
    if (!own) throw new AwsError(400, 'InvalidCiphertextException', '')
    const { arn, key } = keyOf(own.ref)
    if (expected !== undefined && keyOf(expected).arn !== arn) {
      throw new AwsError(
        400,
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      )
    }
    const iv = blob.subarray(ID_BYTES, ID_BYTES + IV_BYTES)
    const tag = blob.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES)
    try {
      const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(bound(context))
        .setAuthTag(tag)
      const opened = Buffer.concat([cipher.update(blob.subarray(ID_BYTES + IV_BYTES + TAG_BYTES)), cipher.final()])
      return { arn, plaintext: opened.toString('base64') }
    } catch {
      throw new AwsError(400, 'InvalidCiphertextException', '')
    }
  }

  return {
    Encrypt: (given) => {
      const input = given as Input
      const plaintext = Buffer.from(input.Plaintext ?? '', 'base64')
      if (plaintext.length === 0 || plaintext.length > 4096) {
        throw new AwsError(400, 'ValidationException', "Value at 'plaintext' must have a length from 1 to 4096")
      }
      const { arn, blob } = encrypt(input.KeyId, plaintext, input.EncryptionContext)
      return { CiphertextBlob: blob, KeyId: arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
    },
    Decrypt: (given) => {
      const input = given as Input
      const { arn, plaintext } = decrypt(
        Buffer.from(input.CiphertextBlob ?? '', 'base64'),
        input.EncryptionContext,
        input.KeyId,
      )
      return { Plaintext: plaintext, KeyId: arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
    },
    GenerateDataKey: (given) => {
      const input = given as Input
      const plaintext = randomBytes(input.NumberOfBytes ?? (input.KeySpec === 'AES_128' ? 16 : 32))
      const { arn, blob } = encrypt(input.KeyId, plaintext, input.EncryptionContext)
      return { CiphertextBlob: blob, Plaintext: plaintext.toString('base64'), KeyId: arn }
    },
  }
}
