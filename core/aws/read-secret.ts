// Secrets Manager: the text of one secret. A file of its own for the reason that `read-parameter.ts` gives.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { CALL_LIMITS } from './call-limits.ts'

/** @param id name or ARN. @returns undefined for a secret of bytes. @throws what the SDK throws. */
export async function readSecret(id: string, region: string): Promise<string | undefined> {
  const client = new SecretsManagerClient({ region, maxAttempts: 3, ...CALL_LIMITS })
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString
  } finally {
    client.destroy()
  }
}
