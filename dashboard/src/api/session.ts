// The person who is signed in, and the owner that this page works for. Another tab may change the owner of the same
// session: then this one reloads, so that nobody acts for an owner that the page does not show.
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useRef } from 'react'
import { listenToTabs, tellOtherTabs } from './channel.ts'
import { api, holdRequests, leaveFor, orThrow, PublisherError, sendNow } from './client.ts'
import { queryClient } from './queries.ts'
import type { Role, Session } from './schemas.ts'
import { forgetWritten } from './sign-in.ts'

const SESSION = ['session'] as const

/** The session as a query: pending, failed or there. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION,
    queryFn: async () => (await orThrow(api.GET('/v1/session'))).data,
    refetchOnWindowFocus: 'always',
  })

/** A session that works for an owner. */
export type OwnedSession = Session & { owner: NonNullable<Session['owner']> }

export const SessionContext = createContext<OwnedSession | null>(null)

/** The session of every page inside the frame. */
export function useSession(): OwnedSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('This page is not inside the frame.')
  return session
}

const RANK: Record<Role, number> = { viewer: 0, author: 1, editor: 2, admin: 3 }

/** Whether the person may do what `role` may, for the present owner. The service decides; this is what to offer. */
export const useMay = (role: Role): boolean => RANK[useSession().owner.role] >= RANK[role]

/** Works for another owner from now on, in every tab. @throws where it was refused. */
export async function switchOwner(ownerId: string): Promise<void> {
  // Requests of this page could be taken for the other owner's meanwhile.
  const letGo = holdRequests()
  try {
    await orThrow(api.PATCH('/v1/session', { body: { owner_id: ownerId }, fetch: sendNow }))
  } catch (error) {
    if (error instanceof PublisherError && error.status < 500) {
      letGo()
      throw error
    }
    // It may have been done: the pages begin again for the owner that the session says.
  }
  tellOtherTabs({ is: 'owner_changed' })
  leaveFor('/')
}

/**
 * Starts again when another tab signed out, or works for another owner or person: nobody may act on this page then.
 * @param address where the page starts again.
 */
export function useFollowOtherTabs(session: Session | undefined, address = '/'): void {
  const whose = session?.owner && `${session.owner.id} ${session.person.id}`
  const first = useRef(whose)
  useEffect(
    () =>
      listenToTabs((message) => {
        const { is } = message
        if (is === 'owner_changed') leaveFor(address)
        if (is === 'signed_out') {
          forgetWritten()
          leaveFor('/signed-out')
        }
        // Tabs have one session: somebody has signed in there.
        if (is === 'begun' && first.current && first.current !== message.whose) leaveFor(address)
      }),
    [address],
  )
  // Also when the other one was not a tab of this browser's window, or the message was lost.
  useEffect(() => {
    if (!whose) return
    if (first.current && first.current !== whose) leaveFor(address)
    else tellOtherTabs({ is: 'begun', whose })
    first.current ??= whose
  }, [whose, address])
}

/** Nothing of it stays in this browser; the page goes where the provider is signed out of too. */
export function leave(signOutUrl: string | null): void {
  tellOtherTabs({ is: 'signed_out' })
  queryClient.clear()
  forgetWritten()
  leaveFor(signOutUrl ?? '/signed-out')
}

/** Ends the session, in every tab; leaves the page. @param before is done once it has ended. */
export async function signOut(before: () => Promise<void> = async () => {}): Promise<void> {
  const { sign_out_url } = (await orThrow(api.DELETE('/v1/session'))).data
  await before()
  leave(sign_out_url)
}
