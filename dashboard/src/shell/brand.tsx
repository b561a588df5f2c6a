import { useShellTexts } from './shell-texts.ts'

export function Brand() {
  return (
    <a className="brand" href="/">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span>{useShellTexts().product}</span>
    </a>
  )
}
