import { useCallback, useEffect, useRef, useState } from 'react'
import { listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { momentOf } from '../../posts/wall-time.ts'
import { type Draft, EMPTY_DRAFT, loadDraft, saveDraft } from './draft.ts'

const SAVE_AFTER_MS = 400

/** The draft of the owner in this browser: as it was left, saved as one types. */
export function useDraft(ownerId: string, given: { date?: string; time?: string }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saved, setSaved] = useState<'saved' | 'saving' | 'failed'>('saved')
  const [changedElsewhere, setChangedElsewhere] = useState(false)
  const touched = useRef(false)
  const { date, time } = given
  const load = useCallback(async () => {
    const kept = (await loadDraft(ownerId).catch(() => null)) ?? EMPTY_DRAFT
    const wall = date === undefined ? '' : `${date}T${time ?? '09:00'}`
    setDraft(momentOf(wall) === null ? kept : { ...kept, when: 'later', wall })
    setChangedElsewhere(false)
  }, [ownerId, date, time])
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
  return { draft, change, saved, changedElsewhere, reload: load }
}
