// An account as people know it again: its picture, and on it the mark of its platform. Beside its name, never in its place.
import { useState } from 'react'
import type { Connection } from '../api/schemas.ts'
import { PLATFORM_MARKS } from '../platforms/marks.ts'
import { isPlatform } from '../platforms/names.ts'
import './account-face.css'

export type Faced = Pick<Connection, 'profile_url' | 'username' | 'platform'>

/** The mark of a platform; nothing for one that is only listed. */
export function PlatformMark({ of }: { of: string }) {
  return isPlatform(of) ? <img className="mark" src={PLATFORM_MARKS[of]} alt="" /> : null
}

/** The picture of an account, its first letter where there is none or it does not load, with the platform's mark. */
export function AccountFace({
  of: { profile_url, username, platform },
  large = false,
}: {
  of: Faced
  large?: boolean
}) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={large ? 'face large' : 'face'} aria-hidden="true">
      {profile_url === '' || broken ? (
        <span className="face-letter">{[...username][0]?.toUpperCase()}</span>
      ) : (
        <img className="face-picture" src={profile_url} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      <PlatformMark of={platform.name} />
    </span>
  )
}

/** Several accounts in little space: the pictures of `most` at the most; the last place counts those that are not shown. */
export function AccountFaces({ of, most = 4 }: { of: readonly (Faced & { id: string })[]; most?: number }) {
  const shown = of.length > most ? of.slice(0, most - 1) : of
  return (
    <span className="faces" aria-hidden="true">
      {shown.map((account) => (
        <AccountFace key={account.id} of={account} />
      ))}
      {shown.length < of.length && <span className="face face-more">+{of.length - shown.length}</span>}
    </span>
  )
}
