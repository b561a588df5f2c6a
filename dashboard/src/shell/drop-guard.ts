import { useEffect } from 'react'

/** A file that is dropped where nothing takes it does nothing: by itself the browser would show it in the page's place. */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { target, dataTransfer } = event
      if (event.defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return
      if (target instanceof HTMLInputElement && target.type === 'file' && !target.disabled) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    // After what takes files, which listens at the document.
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
