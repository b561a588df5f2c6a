import { notify } from './notices.tsx'
import { usePartsTexts } from './parts-texts.ts'

/** Copies `value` and says so; where the browser refuses, it says how else. */
export function CopyButton({ value, what }: { value: string; what?: string }) {
  const text = usePartsTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      notify({ kind: 'done', text: text.copied })
    } catch {
      notify({ kind: 'failed', text: text.copyFailed })
    }
  }
  return (
    <button type="button" className="button" onClick={copy} aria-label={what && `${text.copy} ${what}`}>
      {text.copy}
    </button>
  )
}
