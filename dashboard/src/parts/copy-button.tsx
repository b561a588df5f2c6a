import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { showToast } from './toasts.tsx'
import './copy-button.css'

/** Copies `value` and says so; where the browser refuses, it says how else. */
export function CopyButton({ value, what }: { value: string; what?: string }) {
  const text = useTexts('parts', partsTexts)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ kind: 'done', text: text.copied })
    } catch {
      showToast({ kind: 'failed', text: text.copyFailed })
    }
  }
  return (
    <button type="button" className="button" onClick={copy} aria-label={what && `${text.copy} ${what}`}>
      {text.copy}
    </button>
  )
}
