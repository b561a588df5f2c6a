import { type RefObject, useEffect } from 'react'

const lost = (): boolean => [null, document.body].includes(document.activeElement as HTMLElement | null)

/**
 * Gives the focus back to where it was in a part of the page when what had it could not be used for a while, as a button
 * while its request is under way. After a refusal it goes to the field that is named. Where what had it is gone, as the button of
 * what was cancelled or removed, the part itself takes it: else whoever listens, or uses the keyboard, would begin at the top.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current
    if (element === null) return
    let last: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
    }
    const restore = (changed: readonly MutationRecord[]) => {
      if (last === null || (!lost() && document.activeElement !== element)) return
      if (!last.isConnected) {
        if (lost()) element.focus({ preventScroll: true })
        return
      }
      // Where something else is locked and let go, the person may have left it on purpose.
      if (!changed.some(({ type, target }) => type === 'attributes' && target.contains(last))) return
      if (last.matches(':disabled')) return
      // A field that is wrong elsewhere on the page is none of what was pressed.
      const asked = last.closest('form, dialog')
      const named = asked?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
      ;(named ?? last).focus()
    }
    const changes = new MutationObserver(restore)
    changes.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    element.addEventListener('focusin', remember)
    return () => {
      changes.disconnect()
      element.removeEventListener('focusin', remember)
    }
  }, [part])
}
