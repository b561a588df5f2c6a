// publish ...
import { redriveMessages } from '../../core/aws/dead-letters.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import type { Command } from './command.ts'

export const PUBLISH_COMMANDS: readonly Command[] = [
  {
    name: 'publish redrive',
    summary: 'brings back publications that failed too often to be worked on',
    words: [],
    options: {},
    run: async ({ stack }) => {
      const redriven = await redriveMessages(stack.publishDeadLettersUrl, setting(ENV.publishQueue))
      return { json: { redriven }, text: `Messages brought back to the publish queue: ${redriven}.` }
    },
  },
]
