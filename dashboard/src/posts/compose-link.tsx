// Ways to the composer with something already filled in.
import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type Given =
  | { date: string; time?: string; accounts?: string }
  | { draft: string; date?: string; time?: string }
  | { from: string; only?: string }
  | { media: string }
  | Record<never, never>

/**
 * The composer's address: `date` ("2027-03-28") and `time` ("10:30") of the browser's zone, `accounts`, the ids of those to choose, `draft`, the id of a draft of the
 * team to go on with, `from`, the id of a post to begin from, with `only` the ids of those of its accounts that it goes to, or
 * `media`, the ids of files to begin with; ids stand between commas.
 */
export const composeAddress = (given: Given = {}): string => {
  const query = new URLSearchParams(given as Record<string, string>).toString()
  return `/compose${query === '' ? '' : `?${query}`}`
}

/** A link to the composer. */
export function ComposeLink({
  given,
  children,
  ...more
}: Pick<ComponentProps<'a'>, 'className' | 'children' | 'tabIndex' | 'onKeyDown' | 'onFocus' | 'aria-label'> & {
  given?: Given
}) {
  const { history } = useRouter()
  const address = composeAddress(given)
  const go = (event: MouseEvent) => {
    // With a key held the browser does as it always does: a new tab, a new window.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    history.push(address)
  }
  return (
    <a {...more} href={address} onClick={go}>
      {children}
    </a>
  )
}
