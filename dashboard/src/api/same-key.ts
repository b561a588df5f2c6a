import { useRef } from 'react'
import { mayBeForgotten } from '../../../core/idempotency/rules/answer-life.ts'
import { Unreachable } from './client.ts'

/** A connection that broke is often back by then. */
const AGAIN_AFTER_MS = 1000

/**
 * The `Idempotency-Key` of what a person asks for: the same one for as long as the same is asked for and no answer says that it is
 * done, and another one afterwards. An answer that got lost is asked for again, and nothing is done twice.
 * @returns sends a request. @param wish all that the request says. @param send is given the key.
 */
export function useSameKey(): <Answer>(wish: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer> {
  const last = useRef({ wish: '', key: '' })
  return async (wish, send) => {
    const said = JSON.stringify(wish)
    if (last.current.wish !== said) last.current = { wish: said, key: crypto.randomUUID() }
    const { key } = last.current
    const began = Date.now()
    const answer = await send(key).catch(async (error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      await new Promise((go) => setTimeout(go, AGAIN_AFTER_MS))
      // The computer may have slept meanwhile, for days.
      if (mayBeForgotten(began, Date.now())) throw error
      return send(key)
    })
    last.current = { wish: '', key: '' }
    return answer
  }
}
