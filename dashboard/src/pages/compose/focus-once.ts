/** The controls of a field, without those that take the field away. */
const CONTROLS = ':is(input, textarea, select, button):not(:disabled, .option-name *)'

/** The control of a field that is marked as wrong, else its first. */
export const controlIn = (field: Element | null | undefined): HTMLElement | null | undefined =>
  field?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]') ??
  field?.querySelector<HTMLElement>(CONTROLS)

/**
 * Gives the focus to what is looked for, at once or when it is drawn, unless somebody goes elsewhere meanwhile.
 * @returns ends the wait.
 */
export function focusOnce(part: HTMLElement, look: () => HTMLElement | null | undefined): () => void {
  const focus = () => {
    const control = look()
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
    return Boolean(control)
  }
  if (focus()) return () => {}
  const watcher = new MutationObserver(() => focus() && end())
  const end = () => {
    watcher.disconnect()
    part.removeEventListener('focusin', end)
  }
  watcher.observe(part, { childList: true, subtree: true })
  part.addEventListener('focusin', end)
  return end
}
