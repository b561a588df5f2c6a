import { type ComponentType, lazy } from 'react'
import { online } from '../../parts/online.ts'

/** All parts of the composer that load when somebody first opens one. */
export const openedParts = () => online().then(() => import('./opened-parts.ts'))

/** One of them, to be drawn. */
export const openedPart = <Props>(pick: (all: Awaited<ReturnType<typeof openedParts>>) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await openedParts()) }))
