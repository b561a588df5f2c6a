// The message of a command that failed.
import { wantOf } from '../../core/aws/wants.ts'

/** One line: the first of the message. What AWS says for want of rights is clear enough: it names the action and the resource. */
export const reasonOf = (error: unknown): string => {
  const want = wantOf(error)
  // People who try the service out have no credentials, and do not need any.
  if (want !== undefined) return `${want} The local service needs none: give --local.`
  const { message, name } = error instanceof Error ? error : { message: String(error), name: '' }
  return (message.split('\n')[0] ?? '') || name || 'unknown failure'
}
