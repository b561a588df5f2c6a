// The message of a command that failed.

/** One line: the first of the message. What AWS says for want of credentials or rights is clear enough. */
export const reasonOf = (error: unknown): string => {
  const { message, name } = error instanceof Error ? error : { message: String(error), name: '' }
  return (message.split('\n')[0] ?? '') || name || 'unknown failure'
}
