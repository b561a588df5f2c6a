// Ends the calls to AWS that a request has left under way when it is answered, because it was given up or has failed. Lambda freezes
// the function after the answer. Used again, perhaps an hour later, the function would go on with that request: it would publish a post
// that the caller did not find and sent again.
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<AbortSignal>()

/** Runs a request. Once it has ended, or the signal is aborted, it makes no calls and repeats none. */
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
