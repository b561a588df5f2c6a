// Files that are pasted or dropped anywhere on a page, not only on the box that names them.
import { useEffect, useRef } from 'react'

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null

/** Gives the files that are pasted or dropped while the part of the page is there. */
export function useGivenFiles(take: (files: readonly File[]) => void): void {
  const taking = useRef(take)
  taking.current = take
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (event.defaultPrevented || clipboardData === null || clipboardData.files.length === 0) return
      // Words that are copied from a document come with a picture of themselves: in a field the words are meant.
      if (isField(event.target) && clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      taking.current([...clipboardData.files])
    }
    const over = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault()
    }
    const dropped = (event: DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      taking.current([...event.dataTransfer.files])
    }
    document.addEventListener('paste', pasted)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', dropped)
    return () => {
      document.removeEventListener('paste', pasted)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', dropped)
    }
  }, [])
}
