import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { readDraft } from '../../api/drafts.ts'
import { useSession } from '../../api/session.ts'
import { isSending } from '../../media/uploads.ts'
import { composeAddress } from '../../posts/compose-link.tsx'
import { dayOf, momentOf, wallTime } from '../../posts/wall-time.ts'
import { type Attempt, isSameWish } from './attempt.ts'
import {
  type Draft,
  draftsOf,
  EMPTY_DRAFT,
  isEmpty,
  loadAside,
  loadDraft,
  saveAside,
  saveDraft,
  saveLast,
} from './draft.ts'
import { openedParts } from './opened-part.ts'

const SAVE_AFTER_MS = 400
const HOUR_MS = 3_600_000

const MORNING = '09:00'

/** The time that is proposed for a day: its morning, and today, once that has passed, the full hour after the next. */
function firstTime(day: string): string {
  const now = Date.now()
  const soon = wallTime(now + 2 * HOUR_MS)
  const isOver = day === dayOf(now) && (momentOf(`${day}T${MORNING}`)?.at ?? now) <= now
  return isOver && soon.startsWith(day) ? `${soon.slice(11, 13)}:00` : MORNING
}

/** Files, or accounts, that an address may give. */
const MOST_GIVEN = 20

/** The composers of this page: a person who went elsewhere while a post was being sent may be back in another one. */
const composersHere = new Set<(sentAs: string) => void>()

/** Another tab's action on the same draft. */
export type Elsewhere = { is: 'changed' } | { is: 'sending'; attempt: Attempt } | { is: 'sent'; id: string }

export interface KeptDraft {
  /** Null until it was read. */
  draft: Draft | null
  /** Another draft is shown from now on: messages about the one before do not apply to it. */
  round: number
  saved: 'saved' | 'saving' | 'failed' | 'not_saved'
  elsewhere: Elsewhere | null
  /** Drafts that made room for another one, the newest first. */
  aside: readonly Draft[]
  /** Why the post to begin from could not be read. */
  failed: unknown
  /** @param of the round that the change is meant for: a draft that took its place stays as it is. */
  change: (make: (draft: Draft) => Draft, of?: number) => void
  /** The same, resolved when it is on the disk, or cannot be. */
  settle: (more: Partial<Draft>) => Promise<void>
  /**
   * Keeps what is about to be sent, as the same again where another tab is sending it already.
   * @returns what to send: with that tab's key it makes no second post.
   */
  begin: (wanted: Attempt) => Promise<Attempt>
  /** Shows the kept draft, in place of the one shown. */
  reload: () => void
  /** Keeps what stands here, whatever another tab did. */
  keepMine: () => void
  /** Begins with nothing. What stood here is put aside. */
  startOver: () => void
  /** Goes on with another draft. What stood here is put aside. */
  open: (draft: Draft) => void
  /** Goes back to the newest draft that was put aside; what stands here takes its place there. */
  takeBack: () => void
  /** Forgets the newest draft that was put aside. @returns how to have it again. */
  dropAside: () => () => void
  /** It was published as the post with this id, or sent for approval if there is no id: the draft is empty now. */
  sent: (id: string, accounts: readonly string[]) => Promise<void>
}

/**
 * The draft of the person in this browser: as it was left, saved as one types.
 * @param given.draft the id of a draft of the team to go on with; what was being composed is put aside.
 * @param given.accounts the ids of accounts, between commas: they are chosen where none is yet.
 * @param given.from the id of a post to begin from; what was being composed is put aside.
 * @param given.only the ids of the accounts of that post that the new one goes to, between commas.
 * @param given.media the ids of files to begin with, between commas; what was being composed is put aside as well.
 * @param titleOf names a medium of which only its place is known.
 */
export function useDraft(
  given: {
    date?: string
    time?: string
    accounts?: string
    draft?: string
    from?: string
    only?: string
    media?: string
  },
  titleOf: (place: number) => string,
): KeptDraft {
  const whose = draftsOf(useSession())
  const { history } = useRouter()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [round, setRound] = useState(0)
  const rounds = useRef(0)
  const [saved, setSaved] = useState<KeptDraft['saved']>('saved')
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const [aside, setAside] = useState<readonly Draft[]>([])
  const [failed, setFailed] = useState<unknown>(null)
  // As it is at this moment, for what cannot wait until it is drawn: the page may be left.
  const latest = useRef<Draft | null>(null)
  const unsaved = useRef(false)
  // It was published from another tab, or is about to be: the text here is kept only if the person says so.
  const gone = useRef<'sending' | 'sent' | null>(null)
  const naming = useRef(titleOf)
  naming.current = titleOf

  const put = useCallback((next: Draft) => {
    latest.current = next
    setDraft(next)
  }, [])
  const putAnother = useCallback(
    (next: Draft) => {
      gone.current = null
      put(next)
      rounds.current += 1
      setRound(rounds.current)
      setElsewhere(null)
    },
    [put],
  )
  const save = useCallback(async () => {
    if (!unsaved.current || latest.current === null) return
    unsaved.current = false
    try {
      await saveDraft(whose, latest.current)
      tellOtherTabs({ is: 'draft_saved', attempt: latest.current.attempt })
      // Text that was typed during this save is not saved yet.
      if (!unsaved.current) setSaved('saved')
    } catch {
      setSaved('failed')
    }
  }, [whose])
  // With the change itself: not for a moment is it called saved.
  const touch = useCallback(() => {
    unsaved.current = true
    setSaved('saving')
  }, [])
  const putAside = useCallback(
    async (drafts: readonly Draft[]) => {
      setAside(await saveAside(whose, drafts).catch(() => drafts))
    },
    [whose],
  )

  const load = useCallback(
    async ({ date, time, accounts, draft: shared, from, only, media }: typeof given) => {
      const kept = (await loadDraft(whose, isSending).catch(() => null)) ?? EMPTY_DRAFT
      const before = await loadAside(whose, isSending).catch(() => [])
      setAside(before)
      const wall = date === undefined ? '' : `${date}T${time ?? firstTime(date)}`
      const timed = (next: Draft): Draft => (momentOf(wall) === null ? next : { ...next, when: 'later', wall })
      // Changes here are newer than the team's version.
      const stands = shared !== undefined && kept.shared?.id === shared
      if (!stands && (shared !== undefined || from !== undefined || media !== undefined)) {
        try {
          const { draftFrom, draftOfShared, draftWith } = await openedParts()
          const next =
            shared !== undefined
              ? timed(await draftOfShared(await readDraft(shared), naming.current))
              : from === undefined
                ? await draftWith(media!.split(',').slice(0, MOST_GIVEN), naming.current)
                : await draftFrom(from, naming.current, only?.split(','))
          if (!isEmpty(kept)) await putAside([kept, ...before])
          touch()
          putAnother(next)
          return
        } catch (error) {
          setFailed(error)
        }
      }
      unsaved.current = false
      const chosen =
        kept.accounts.length > 0 || accounts === undefined ? kept.accounts : accounts.split(',').slice(0, MOST_GIVEN)
      putAnother(timed({ ...kept, accounts: chosen }))
    },
    [whose, putAside, putAnother, touch],
  )
  const { date, time, accounts, draft: shared, from, only, media } = given
  const begun = useRef('')
  useEffect(() => {
    const wanted: typeof given = Object.fromEntries(
      Object.entries({ draft: shared, date, time, accounts, from, only, media }).filter(([, said]) => said),
    )
    const asked = composeAddress(wanted)
    const first = latest.current === null && begun.current === ''
    // Once: if the address kept naming it, the next reload would replace the changes made since.
    if (!first && (asked === composeAddress() || begun.current === asked)) return
    begun.current = asked
    void save()
      .then(() => load(wanted))
      .then(() => {
        if (asked !== composeAddress()) history.replace(composeAddress())
      })
  }, [date, time, accounts, shared, from, only, media, load, save, history])

  useEffect(() => {
    const hearSent = (id: string) => {
      unsaved.current = false
      if (latest.current === null || isEmpty(latest.current)) return
      gone.current = 'sent'
      setElsewhere({ is: 'sent', id })
    }
    const hearSaved = (attempt: Attempt | null) => {
      // A published draft stays marked so, also while the other tab writes the next post.
      if (gone.current === 'sent') return
      const here = latest.current
      const held = attempt !== null && here !== null && here.attempt === null && !isEmpty(here)
      if (held) unsaved.current = false
      gone.current = held ? 'sending' : null
      setElsewhere(held ? { is: 'sending', attempt } : { is: 'changed' })
    }
    const stop = listenToTabs((message) => {
      // A tab that was opened before an upgrade does not say.
      if (message.is === 'draft_saved') hearSaved(message.attempt ?? null)
      if (message.is === 'draft_sent') hearSent(message.id)
    })
    composersHere.add(hearSent)
    return () => {
      stop()
      composersHere.delete(hearSent)
    }
  }, [])
  useEffect(() => {
    if (draft === null || !unsaved.current) return
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, save])
  useEffect(() => {
    const leave = () => void save()
    const hide = () => document.visibilityState === 'hidden' && void save()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [save])

  const change = useCallback(
    (make: (draft: Draft) => Draft, of = rounds.current) => {
      if (latest.current === null || of !== rounds.current) return
      put(make(latest.current))
      if (gone.current) return
      touch()
      setElsewhere(null)
    },
    [put, touch],
  )
  const replace = (next: Draft) => {
    touch()
    putAnother(next)
  }
  const settle = async (more: Partial<Draft>) => {
    change((before) => ({ ...before, ...more }))
    await save()
  }
  const standing = draft === null || isEmpty(draft) ? [] : [draft]
  const open = (next: Draft) => {
    if (gone.current !== 'sent') void putAside([...standing, ...aside])
    replace(next)
  }
  return {
    draft,
    round,
    saved: elsewhere === null ? saved : 'not_saved',
    elsewhere,
    aside,
    failed,
    change,
    settle,
    // One tab after the other.
    begin: async (wanted) =>
      await navigator.locks.request(whose, async () => {
        const other = (await loadDraft(whose, isSending).catch(() => null))?.attempt
        const attempt = other && isSameWish(other, wanted) ? other : wanted
        await settle({ attempt, signedOut: false })
        return attempt
      }),
    reload: () => void load({}),
    keepMine: () => {
      gone.current = null
      change((before) => ({ ...before }))
    },
    startOver: () => open(EMPTY_DRAFT),
    open,
    takeBack: () => {
      if (aside[0] === undefined) return
      void putAside([...standing, ...aside.slice(1)])
      replace(aside[0])
    },
    dropAside: () => {
      void putAside(aside.slice(1))
      return () => void putAside(aside)
    },
    sent: async (id, accounts) => {
      unsaved.current = false
      await saveLast(whose, accounts).catch(() => {})
      await saveDraft(whose, EMPTY_DRAFT).catch(() => {})
      tellOtherTabs({ is: 'draft_sent', id })
      for (const hear of composersHere) hear(id)
      putAnother(EMPTY_DRAFT)
    },
  }
}
