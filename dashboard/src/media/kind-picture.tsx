// The stand-in for a file that has no picture of its own: a drawing of its kind, and its ending.
import { extensionOf } from '../../../core/media/rules/media-types.ts'

/** On a grid of 20. */
const PATHS = {
  image: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3.500 3.500 2-2 3.500 3.500M13 7.500h.01',
  video: 'M3.5 5.500h9v9h-9zM12.500 9l4-2.500v7l-4-2.500',
  audio: 'M8 14.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0zm0 0V5l8-1.500V13m0 0a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  other: 'M5.500 3.500h6l3.500 3.500v9.500h-9.500zM11.500 3.500V7H15M8 10.500h4.500M8 13h4.500',
} as const

/** @param name the file's title, of which the ending is taken where the type has none. */
export function KindPicture({ type, name = '' }: { type: string; name?: string }) {
  const kind = type.split('/')[0]!
  const ending = extensionOf(type, name)
  return (
    <span className="thumbnail kind-picture">
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={kind in PATHS ? PATHS[kind as keyof typeof PATHS] : PATHS.other} />
      </svg>
      <span className="kind-ending" aria-hidden="true">
        {ending === 'bin' ? '' : ending.toUpperCase()}
      </span>
    </span>
  )
}
