// publish ...
import { redriveMessages } from '../../core/aws/dead-letters.ts'
import { switchEventSource } from '../../core/aws/event-sources.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import type { Call, Outcome } from './command.ts'

export async function redrive({ stack }: Call): Promise<Outcome> {
  const redriven = await redriveMessages(stack.publishDeadLettersUrl, setting(ENV.publishQueue))
  return { json: { redriven }, text: `Messages brought back to the publish queue: ${redriven}.` }
}

export async function pause(): Promise<Outcome> {
  await switchEventSource(setting(ENV.publishQueue), false)
  return {
    json: { publishing: 'paused' },
    text: 'Publishing is paused. Posts are accepted, and wait; publish resume goes on with them.',
  }
}

export async function resume(): Promise<Outcome> {
  await switchEventSource(setting(ENV.publishQueue), true)
  return { json: { publishing: 'running' }, text: 'Publishing goes on.' }
}
