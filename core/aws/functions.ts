// Lambda: calls of one function by another, waited for.
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

let lambda: LambdaClient | undefined
const client = (): LambdaClient => {
  lambda ??= new LambdaClient({ maxAttempts: 2 })
  return lambda
}

/**
 * @param signal ends the waiting.
 * @returns what the function returned.
 * @throws when it cannot be called, or failed; what it failed with stays in its own log.
 */
export async function invoke(name: string, event: unknown, signal: AbortSignal): Promise<unknown> {
  const command = new InvokeCommand({ FunctionName: name, Payload: new TextEncoder().encode(JSON.stringify(event)) })
  const { FunctionError, Payload } = await client().send(command, { abortSignal: signal })
  if (FunctionError) throw new Error(`the called function failed (${FunctionError})`)
  return JSON.parse(new TextDecoder().decode(Payload))
}
