// The command as a process.
import { createInterface } from 'node:readline/promises'
import { addAbortSignal, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { EXIT, Stopped } from './problem.ts'
import { asJson, run } from './program.ts'

/** A stopped program ends within this time. */
const LONGEST_END_MS = 3000
/** A signal so soon after another tells the same: systemd, terminals and npx send two at once. */
const SAME_STOP_MS = 500

const stop = new AbortController()
let stoppedAt = 0
// Ctrl-C; `timeout`, systemd and whoever else ends programs; a terminal that was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // The second one does not wait.
    if (stop.signal.aborted && performance.now() - stoppedAt > SAME_STOP_MS) process.exit(EXIT.stopped)
    stoppedAt ||= performance.now()
    stop.abort(new Stopped())
  })
const stopped = () => {
  throw new Stopped()
}

/** Writes to standard error what a full disk did not take: a post that was accepted must not end without a word. */
function untold(part: string, { code }: NodeJS.ErrnoException): void {
  // A reader that has seen enough (`head`) is no failure; the exit code tells of what was done.
  if (code === 'EPIPE') return
  const message = `Standard output cannot be written (${code}). It was to say:\n${part.trimEnd()}`
  process.stderr.write(
    asJson(words) ? `${JSON.stringify({ error: { code: 'unwritten', message } })}\n` : `${message}\n`,
  )
  process.exitCode ||= EXIT.unreachable
}
// Told of by each write.
process.stdout.on('error', () => undefined)

// Nobody reads the progress any more: what is being posted is posted, and the exit code tells of it.
process.stderr.on('error', () => undefined)

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await reader.question('', { signal: stop.signal }).catch(stopped)
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

const words = process.argv.slice(2)
const code = await run(words, {
  env: process.env,
  out: (part) => void process.stdout.write(part, (error) => error && untold(part, error)),
  err: (part) => void process.stderr.write(part),
  live: process.stderr.isTTY === true,
  input: () =>
    buffer(addAbortSignal(stop.signal, process.stdin)).catch((error) =>
      stop.signal.aborted ? stopped() : Promise.reject(error),
    ),
  askSecret: process.stdin.isTTY ? askSecret : undefined,
  signal: stop.signal,
  now: () => new Date(),
})
process.exitCode = code || process.exitCode
// An upload that was stopped removes its parts in this time. If the service does not answer, it removes them itself after a day.
if (stop.signal.aborted) setTimeout(() => process.exit(), LONGEST_END_MS).unref()
