// The command as a process.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Stopped } from './problem.ts'
import { run } from './program.ts'

const stop = new AbortController()
process.once('SIGINT', () => {
  stop.abort(new Stopped())
  // The second one does not wait.
  process.once('SIGINT', () => process.exit(130))
})
// A reader that has seen enough (`head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

// Nobody reads the progress any more: what is being posted is posted, and the exit code tells of it.
process.stderr.on('error', () => undefined)

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await reader.question('', { signal: stop.signal })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (part) => void process.stdout.write(part),
  err: (part) => void process.stderr.write(part),
  live: process.stderr.isTTY === true,
  input: () => buffer(process.stdin),
  askSecret: process.stdin.isTTY ? askSecret : undefined,
  signal: stop.signal,
  now: () => new Date(),
})
