import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'

/**
 * The end of a process that builds something.
 * @param problem the beginning of the error's message. @throws {Error} with all that it printed, where it fails.
 */
export function buildEnds(child: ChildProcessByStdio<null, Readable, Readable>, problem: string): Promise<void> {
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${problem}:\n${Buffer.concat(printed).toString('utf8').trim()}`))
    })
  })
}
