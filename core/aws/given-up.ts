// Ends the calls to AWS of a request that is given up. Its function has answered by then and is frozen in the middle of it. Used again,
// perhaps an hour later, it would go on with the request where it was: a post would go out that its caller looked for in vain, and sent
// again.
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<AbortSignal>()

/** Runs a request until the signal gives it up: from then on none of its calls is made, or made again. */
export const untilGivenUp = <T>(signal: AbortSignal, run: () => T): T => requests.run(signal, run)

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
