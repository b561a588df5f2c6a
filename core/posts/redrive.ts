// Brings dead letters of the publish queue back. Publications are idempotent: what was worked off meanwhile is dropped.
import { receiveAll, removeMessage, send } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'

/** @returns how many messages were sent again; each leaves the dead letters only when the queue has it. */
export async function redriveDeadLetters(deadLettersUrl: string): Promise<number> {
  let count = 0
  for await (const { body, handle } of receiveAll(deadLettersUrl)) {
    await send(setting(ENV.publishQueue), { body: JSON.parse(body) })
    await removeMessage(deadLettersUrl, handle)
    count += 1
  }
  return count
}
