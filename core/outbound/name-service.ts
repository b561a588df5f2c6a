// The machine's own name service, asked directly. Node's `lookup` has the C library ask it, in one of four threads of the process: names
// that are never answered would hold all of them, and with them every other look-up of a worker.
import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3000

/** @param tries of each question; the second waits longer. */
export const nameService = (tries: number): Resolver => new Resolver({ timeout: TIMEOUT_MS, tries })
