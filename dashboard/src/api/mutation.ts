import { type UseMutationOptions, useMutation as useAnyMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * A change that a person asks for. While it is under way, asking again sends nothing: `isPending` locks the button a moment after the
 * press, when the page is drawn again, and a second press comes before that. Every change of the dashboard goes through here.
 */
export function useMutation<Answer = unknown, Given = void>(options: UseMutationOptions<Answer, Error, Given>) {
  const mutation = useAnyMutation(options)
  const { mutateAsync: send, reset: forget } = mutation
  const underWay = useRef<Promise<Answer>>(undefined)
  const mutateAsync = useCallback(
    (given: Given) => {
      underWay.current ??= send(given).finally(() => {
        underWay.current = undefined
      })
      return underWay.current
    },
    [send],
  )
  const mutate = useCallback((given: Given) => void mutateAsync(given).catch(() => {}), [mutateAsync])
  // One that is under way stays: its refusal would be told to nobody.
  const reset = () => {
    if (!underWay.current) forget()
  }
  return { ...mutation, mutate, mutateAsync, reset }
}
