import { useCallback, useEffect, useRef, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { momentOf } from '../../posts/wall-time.ts'
import { type Draft, type DraftMedium, EMPTY_DRAFT, loadDraft, saveDraft } from './draft.ts'

const SAVE_AFTER_MS = 400

/** A draft with what a post has, to be made again. */
async function copyOf(id: string): Promise<Draft> {
  const { data } = await orThrow(api.GET('/v1/posts/{id}', { params: { path: { id } } }))
  // Each asked for its head alone: what was deleted meanwhile is left out.
  const media = await Promise.all(data.media_asset_ids.map(async (mediaId) => mediumOf(mediaId)))
  return {
    ...EMPTY_DRAFT,
    type: data.type,
    accounts: data.accounts,
    title: data.title ?? '',
    content: data.content,
    hashtags: data.hashtags.join(' '),
    media: media.flatMap((medium) => medium ?? []),
    crop: (data.smart_transform?.enabled && data.smart_transform.aspect_ratio) || '',
  }
}

async function mediumOf(id: string): Promise<DraftMedium | null> {
  const address = `/api/v1/media/${encodeURIComponent(id)}`
  const response = await fetch(address, { method: 'HEAD', headers: { 'X-CSRF': '1' } })
  if (!response.ok) return null
  const asset = {
    id,
    title: id,
    content_type: response.headers.get('Content-Type') ?? '',
    size_bytes: Number(response.headers.get('Content-Length')),
    download_url: address,
  }
  return { key: crypto.randomUUID(), asset }
}

/** The draft of the owner in this browser: as it was left, saved as one types. */
export function useDraft(ownerId: string, given: { date?: string; time?: string; from?: string }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saved, setSaved] = useState<'saved' | 'saving' | 'failed'>('saved')
  const [changedElsewhere, setChangedElsewhere] = useState(false)
  const [copyError, setCopyError] = useState<unknown>(null)
  const touched = useRef(false)
  const { date, time, from } = given
  const load = useCallback(async () => {
    if (from !== undefined) {
      // The present draft is kept until something is changed in this copy.
      const copy = await copyOf(from).catch((error: unknown) => {
        setCopyError(error)
        return null
      })
      if (copy !== null) {
        setDraft(copy)
        return
      }
    }
    const kept = (await loadDraft(ownerId).catch(() => null)) ?? EMPTY_DRAFT
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
  return { draft, change, saved, changedElsewhere, copyError, reload: load }
}
