import { PlatformMark } from '../../accounts/account-face.tsx'

/** The marks of the platforms of a card: they stay in one row, which is below the time where the day is narrow. */
export function PlatformMarks({ of }: { of: readonly string[] }) {
  return (
    <span className="entry-marks">
      {of.map((platform) => (
        <PlatformMark key={platform} of={platform} />
      ))}
    </span>
  )
}
