import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'

export function Brand() {
  return (
    <a className="brand" href="/">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span>{useTexts('shell', shellTexts).product}</span>
    </a>
  )
}
