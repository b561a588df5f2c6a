// The person or key that asks for a change. It is set once, where a request or a command comes in, and read where the change is
// written: passed on through every call in between, it could be forgotten in one.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Actor, SERVICE } from './rules/activity.ts'

const asking = new AsyncLocalStorage<Actor>()

/** Runs what somebody asked for. */
export const askedBy = <T>(actor: Actor, run: () => T): T => asking.run(actor, run)

/** The person or key that asked; the service itself where there was none. */
export const whoAsks = (): Actor => asking.getStore() ?? SERVICE
