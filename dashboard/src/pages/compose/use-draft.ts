import { useCallback, useEffect, useRef, useState } from 'react'
import { listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { momentOf } from '../../posts/wall-time.ts'
import { type Draft, EMPTY_DRAFT, isEmpty, loadDraft, saveDraft } from './draft.ts'
import { draftFrom } from './from-post.ts'

const SAVE_AFTER_MS = 400

/**
 * The draft of the owner in this browser: as it was left, saved as one types.
 * @param given.from the id of a post to begin from; what was being composed is put aside.
 * @param titleOf names a medium of which only its place is known.
 */
export function useDraft(
  ownerId: string,
  given: { date?: string; time?: string; from?: string },
  titleOf: (place: number) => string,
) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saved, setSaved] = useState<'saved' | 'saving' | 'failed'>('saved')
  const [changedElsewhere, setChangedElsewhere] = useState(false)
  const touched = useRef(false)
  const [aside, setAside] = useState<Draft | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const begun = useRef<string>(undefined)
  const naming = useRef(titleOf)
  naming.current = titleOf
  const { date, time, from } = given
  const load = useCallback(async () => {
    const kept = (await loadDraft(ownerId).catch(() => null)) ?? EMPTY_DRAFT
    // Once: whoever comes back to the page goes on with what they made of it.
    if (from !== undefined && begun.current !== from) {
      begun.current = from
      try {
        const draft = await draftFrom(from, naming.current)
        if (!isEmpty(kept)) setAside(kept)
        touched.current = true
        setDraft(draft)
        return
      } catch (error) {
        setFailed(error)
      }
    }
    const wall = date === undefined ? '' : `${date}T${time ?? '09:00'}`
    setDraft(momentOf(wall) === null ? kept : { ...kept, when: 'later', wall })
    setChangedElsewhere(false)
  }, [ownerId, date, time, from])
  useEffect(() => void load(), [load])
  useEffect(
    () =>
      listenToTabs((message) => {
        if (message.is === 'draft_saved') setChangedElsewhere(true)
      }),
    [],
  )
  useEffect(() => {
    if (draft === null || !touched.current) return
    setSaved('saving')
    const timer = setTimeout(() => {
      saveDraft(ownerId, draft).then(
        () => {
          setSaved('saved')
          tellOtherTabs({ is: 'draft_saved' })
        },
        () => setSaved('failed'),
      )
    }, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, ownerId])
  const change = useCallback((make: (draft: Draft) => Draft) => {
    touched.current = true
    setDraft((before) => before && make(before))
  }, [])
  const takeBack = useCallback(() => {
    if (aside === null) return
    touched.current = true
    setDraft(aside)
    setAside(null)
  }, [aside])
  return { draft, change, saved, changedElsewhere, reload: load, aside, takeBack, failed }
}
