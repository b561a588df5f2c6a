import keysTexts from '../../i18n/en/keys.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useStay } from '../../parts/stay.ts'
import { Time } from '../../parts/time.tsx'

export interface NewSecret {
  apiKey: string
  /** Until when the one before it works, in Unix milliseconds. */
  oldUntil: number | null
}

/** Shows a key the one time. Escape and Back do not close it: it would be lost by a slip. */
export function SecretDialog({ secret, onClose }: { secret: NewSecret; onClose: () => void }) {
  const text = useTexts('keys', keysTexts)
  useStay()
  return (
    <Dialog title={text.secretTitle} onClose={onClose} closable={false}>
      <div className="stack">
        <p>{text.secretWhy}</p>
        {secret.oldUntil !== null && (
          <p>
            {text.secretUntil} <Time at={secret.oldUntil} />
          </p>
        )}
        <CopyField label={text.apiKey} value={secret.apiKey} />
      </div>
      <footer>
        <button type="button" className="button primary" onClick={onClose}>
          {text.saved}
        </button>
      </footer>
    </Dialog>
  )
}
