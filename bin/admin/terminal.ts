// Asking the person at the terminal. Standard output is reserved for the answer, so all of this is on standard error.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import type { Terminal } from './command.ts'

/** @returns nothing where standard input is no terminal. */
export function openTerminal(
  input: ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Terminal | undefined {
  if (!input.isTTY) return undefined
  const ask = (question: string, shown: NodeJS.WritableStream): Promise<string | undefined> =>
    new Promise((resolve) => {
      // A terminal by itself hands on no line of more than 4,095 characters; edited by Node.js it has no such end.
      const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 })
      lines.once('close', () => resolve(undefined))
      lines.question(question, (answer) => {
        resolve(answer.trim())
        lines.close()
      })
    })
  return {
    say: (line) => void output.write(`${line}\n`),
    ask: (question) => ask(question, output),
    askHidden: async (question) => {
      output.write(question)
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      output.write('\n')
      return answer
    },
  }
}
