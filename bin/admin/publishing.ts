// publish ...
import { redriveMessages } from '../../core/aws/dead-letters.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import type { Call, Outcome } from './command.ts'

export async function redrive({ stack }: Call): Promise<Outcome> {
  const redriven = await redriveMessages(stack.publishDeadLettersUrl, setting(ENV.publishQueue))
  return { json: { redriven }, text: `Messages brought back to the publish queue: ${redriven}.` }
}
