import { type ComponentType, lazy } from 'react'

/** Once there is a connection: a part that fails to load takes the whole page with it, and the files that are on their way. */
export async function online(): Promise<void> {
  if (navigator.onLine) return
  // A service on this machine answers without a network.
  await fetch('/').catch(() => new Promise((back) => window.addEventListener('online', back, { once: true })))
}

/** All parts of the composer that load when somebody first opens one. */
export const openedParts = () => online().then(() => import('./opened-parts.ts'))

/** One of them, to be drawn. */
export const openedPart = <Props>(pick: (all: Awaited<ReturnType<typeof openedParts>>) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await openedParts()) }))
