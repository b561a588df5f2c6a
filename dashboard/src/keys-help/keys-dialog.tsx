import { useMay } from '../api/session.ts'
import keysHelpTexts from '../i18n/en/keys-help.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { KeyList } from '../parts/key-list.tsx'
import { PAGE_KEYS } from '../shell/page-key-list.ts'

/** The keys of every page. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const text = useTexts('keysHelp', keysHelpTexts)
  const shell = useTexts('shell', shellTexts)
  const mayWrite = useMay('author')
  const keys: [string, string][] = [
    ...(mayWrite ? [['n', shell.newPost] as [string, string]] : []),
    ...PAGE_KEYS.map(({ letter, name }): [string, string] => [`g ${letter}`, shell[name]]),
    ['?', text.thisList],
  ]
  return (
    <Dialog title={text.title} onClose={onClose}>
      <KeyList keys={keys} />
      <p className="quiet small">{text.calendar}</p>
      <footer>
        <a className="button" href="/api/docs" target="_blank" rel="noreferrer">
          {text.reference}
        </a>
      </footer>
    </Dialog>
  )
}
