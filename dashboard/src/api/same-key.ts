import { useRef } from 'react'

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
    const answer = await send(last.current.key)
    last.current = { wish: '', key: '' }
    return answer
  }
}
