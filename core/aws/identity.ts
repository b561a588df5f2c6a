// The AWS account and region that calls go to. Only the operator's command asks.
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'

export async function identity(): Promise<{ account: string; region: string }> {
  const client = new STSClient({ maxAttempts: 3 })
  try {
    const { Account } = await client.send(new GetCallerIdentityCommand({}))
    return { account: String(Account), region: await client.config.region() }
  } finally {
    client.destroy()
  }
}
