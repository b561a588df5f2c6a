import webhooksTexts from '../../i18n/en/webhooks.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useStay } from '../../parts/stay.ts'

/** Shows a secret the one time. Escape and Back do not close it: it would be lost by a slip. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useTexts('webhooks', webhooksTexts)
  useStay()
  return (
    <Dialog title={text.secretTitle} onClose={onClose} closable={false}>
      <div className="stack">
        <p>{text.secretWhy}</p>
        <CopyField label={text.secret} value={secret} />
      </div>
      <footer>
        <button type="button" className="button primary" onClick={onClose}>
          {text.saved}
        </button>
      </footer>
    </Dialog>
  )
}
