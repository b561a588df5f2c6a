// The export of this page: one at a time, with the state that is shown of it.
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { chooseFolder, folderTarget, hasFolders, mayWrite } from './folder-target.ts'
import {
  type ExportState,
  exportOf,
  type FolderPlace,
  forgetExport,
  type Kind,
  loadExport,
  newExport,
  type PartsPlace,
  saveExport,
} from './kept-export.ts'
import { runExport, type Target } from './run-export.ts'

/** The browser did not let the page write to the folder. */
export class NotAllowed extends Error {}
/** Another tab is at it. */
export class InOtherTab extends Error {}

export interface Export {
  /** `loading` until it is known whether one was begun here. */
  is: 'loading' | 'none' | 'paused' | 'running' | 'done'
  /** Of the one that was begun. */
  state?: ExportState
  kind?: Kind | undefined
  error?: unknown
  begin(): Promise<void>
  goOn(): Promise<void>
  pause(): void
  startOver(): void
}

const targetOf = async (state: ExportState): Promise<Target> =>
  state.into.is === 'folder'
    ? folderTarget(state as ExportState & { into: FolderPlace })
    : // It brings the library that makes ZIP files.
      (await import('./parts-target.ts')).partsTarget(state as ExportState & { into: PartsPlace })

export function useExport(): Export {
  const session = useSession()
  // The session itself is another one with each answer about it.
  const whose = exportOf(session)
  const [is, setIs] = useState<Export['is']>('loading')
  const [shown, setShown] = useState<{ state?: ExportState; kind?: Kind | undefined; error?: unknown }>({})
  // Not drawn by themselves: what waits to be written is in the target.
  const under = useRef<{ state: ExportState; target?: Target }>(undefined)
  const stop = useRef<AbortController>(undefined)

  useEffect(() => {
    let here = true
    void loadExport(whose).then((state) => {
      if (!here) return
      if (state) under.current = { state }
      setShown(state ? { state } : {})
      setIs(state === undefined ? 'none' : state.done ? 'done' : 'paused')
    })
    return () => {
      here = false
      stop.current?.abort()
    }
  }, [whose])

  const run = async () => {
    const { state } = under.current!
    const mine = new AbortController()
    stop.current = mine
    const show = (kind?: Kind) => setShown({ state: { ...state }, kind })
    setIs('running')
    show()
    try {
      await navigator.locks.request(`export-${state.name}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) throw new InOtherTab()
        const target = under.current!.target ?? (await targetOf(state))
        under.current = { state, target }
        await runExport({
          state,
          target,
          signal: mine.signal,
          // Where the browser keeps nothing, it works without, and does not go on after a reload.
          save: (now) => saveExport(whose, now).catch(() => undefined),
          onProgress: (_state, kind) => show(kind),
        })
      })
      setIs('done')
    } catch (error) {
      setShown({ state: { ...state }, ...(mine.signal.aborted ? {} : { error }) })
      setIs('paused')
    }
  }

  const begin = async () => {
    const parent = hasFolders() ? await chooseFolder() : null
    if (parent === undefined) return
    const into = parent === null ? ({ is: 'parts', saved: 0 } as const) : ({ is: 'folder', parent, sizes: {} } as const)
    const state = newExport(session, into, Date.now())
    under.current = { state }
    // A reload before the first page goes on as well.
    await saveExport(whose, state).catch(() => undefined)
    await run()
  }

  const goOn = async () => {
    const { state } = under.current!
    if (state.into.is === 'folder' && !(await mayWrite(state.into.parent))) {
      setShown({ state, error: new NotAllowed() })
      return
    }
    await run()
  }

  return {
    is,
    ...shown,
    begin: () => begin().catch((error: unknown) => setShown({ error })),
    goOn,
    pause: () => stop.current?.abort(),
    startOver: () => {
      under.current = undefined
      setShown({})
      setIs('none')
      void forgetExport(whose)
    },
  }
}
