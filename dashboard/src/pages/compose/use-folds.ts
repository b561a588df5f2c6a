import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { controlIn, focusOnce } from './focus-once.ts'
import { type ProblemField, placesIn } from './refusals.ts'

const NONE_OPEN = { title: false, options: false, own: false, alternative: false }

/**
 * The folded parts of the form, and ways to what is in them.
 * @param refusedBy why the post was refused when it was sent: the focus goes to the first field that it names.
 */
export function useFolds(form: RefObject<HTMLFormElement | null>, draft: Draft, refusedBy: unknown) {
  const [folds, setFolds] = useState(NONE_OPEN)
  const unfold = (name: string, open: boolean) => setFolds((before) => ({ ...before, [name]: open }))
  const leading = useRef(() => {})
  useEffect(() => () => leading.current(), [])
  /** Goes to the field where something is put right. */
  const lead = (field: ProblemField) => {
    const [fold] = field.split('.')
    if (fold !== undefined && fold in NONE_OPEN) unfold(fold, true)
    leading.current()
    // Once the unfolded part is drawn.
    requestAnimationFrame(() => {
      const { current } = form
      const look = () => controlIn(current?.querySelector(`[data-field="${CSS.escape(field)}"]`))
      if (current !== null) leading.current = focusOnce(current, look)
    })
  }
  // Only after sending was refused; a check while somebody writes moves nothing.
  const leadOn = useRef(() => {})
  leadOn.current = () => {
    const place = placesIn(refusedBy, draft).find((each) => each !== undefined)
    if (place !== undefined) lead(place.field)
  }
  useEffect(() => {
    if (refusedBy !== null) leadOn.current()
  }, [refusedBy])
  return {
    lead,
    fold: (name: keyof typeof NONE_OPEN) => ({
      open: folds[name],
      onOpen: (open: boolean) => unfold(name, open),
    }),
    /** Shows the options, from elsewhere on the page. */
    openOptions: () => {
      unfold('options', true)
      requestAnimationFrame(() => form.current?.querySelector('.options-fold')?.scrollIntoView({ block: 'center' }))
    },
  }
}
