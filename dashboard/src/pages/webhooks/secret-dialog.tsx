import webhooksTexts from '../../i18n/en/webhooks.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'

/** Shows a secret the one time. Escape does not close it: it would be lost by a slip. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useTexts('webhooks', webhooksTexts)
  return (
    <Dialog title={text.secretTitle} onClose={onClose} closable={false}>
      <div className="stack">
        <p>{text.secretWhy}</p>
        <Field label={text.secret}>
          {(control) => (
            <div className="secret">
              <input
                {...control}
                readOnly
                value={secret}
                spellCheck={false}
                onFocus={({ target }) => target.select()}
              />
              <CopyButton value={secret} />
            </div>
          )}
        </Field>
      </div>
      <footer>
        <button type="button" className="button primary" onClick={onClose}>
          {text.saved}
        </button>
      </footer>
    </Dialog>
  )
}
