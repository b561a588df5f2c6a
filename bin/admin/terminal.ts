// Asking whoever sits before the command. Standard output belongs to the answer, so all of this is on standard error.
import { createInterface } from 'node:readline'
import type { ReadStream } from 'node:tty'
import type { Terminal } from './command.ts'

/** @returns nothing where standard input is no terminal. */
export function openTerminal(
  input: ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Terminal | undefined {
  if (!input.isTTY) return undefined
  return {
    say: (line) => void output.write(`${line}\n`),
    ask: (question) =>
      new Promise((resolve) => {
        // A terminal by itself hands on no line of more than 4,095 characters; edited by Node.js it has no such end.
        const lines = createInterface({ input, output, terminal: true, historySize: 0 })
        lines.once('close', () => resolve(undefined))
        lines.question(question, (answer) => {
          resolve(answer.trim())
          lines.close()
        })
      }),
  }
}
