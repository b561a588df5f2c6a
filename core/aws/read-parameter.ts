// SSM: one parameter, decrypted. A file of its own, so that a bundle keeps of the client what this uses: what an `import()` of
// the package itself leads to is kept whole.
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { CALL_LIMITS } from './call-limits.ts'

/** @param name or ARN. @returns its type and its value. @throws what the SDK throws. */
export async function readParameter(name: string, region: string): Promise<{ type?: string; value?: string }> {
  const client = new SSMClient({ region, maxAttempts: 3, ...CALL_LIMITS })
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }))
    return { type: Parameter?.Type, value: Parameter?.Value }
  } finally {
    client.destroy()
  }
}
