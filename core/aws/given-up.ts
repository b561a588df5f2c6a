// Ends the calls to AWS of a request that has its answer: of one that was given up, and of what one that failed left under way. Its
// function is frozen then. Used again, perhaps an hour later, it would go on where it was: a post would go out that its caller looked
// for in vain, and sent again.
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<AbortSignal>()

/** Runs a request. Once it has ended, or the signal gives it up, none of its calls is made, or made again. */
export async function untilGivenUp<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  try {
    return await requests.run(AbortSignal.any([signal, ended.signal]), run)
  } finally {
    ended.abort()
  }
}

interface Options {
  abortSignal?: unknown
}
interface Client {
  send(command: never, options?: Options): Promise<unknown>
}

/** A client whose calls end with the request that they are made for. */
export function endsWithRequest<Made extends Client>(made: Made): Made {
  const plain = Object.getPrototypeOf(made) as Client
  const ending: Client['send'] = async (command, options) => {
    const signal = requests.getStore()
    if (!signal) return plain.send.call(made, command, options)
    signal.throwIfAborted()
    const own = options?.abortSignal as AbortSignal | undefined
    return plain.send.call(made, command, { ...options, abortSignal: own ? AbortSignal.any([own, signal]) : signal })
  }
  return Object.assign(made, { send: ending })
}
