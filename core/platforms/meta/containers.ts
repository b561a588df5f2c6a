// Publishing by containers, as Meta's platforms have it: what is made of a medium is a container, a carousel joins containers,
// and the one container that is published can be read to find out what became of it.

import * as z from 'zod/mini'
import type { Connector, Credentials, Prepared, Published, Verdict, Wanted } from '../connector.ts'
import type { ContainerType } from '../enumerations.ts'
import type { PlatformError, Result } from '../outcome.ts'
import type { PlatformApp, TokenGrant } from '../sign-in.ts'
import { mapped } from './graph.ts'
import { carouselOf, containerOf } from './piece-parameters.ts'

export interface ContainerSpec {
  /** `image` and `video` are feed pictures and videos (or children). */
  type: ContainerType
  /** Public address that the platform downloads. Absent for text. */
  url?: string
  /** Absent on children of a carousel, whose parent carries it. */
  caption?: string
  alt_text?: string
  carousel_item: boolean
  /** Parameters that the platform's options of the post add, by the platform's names. */
  options?: Record<string, unknown>
}

export interface CarouselSpec {
  children: readonly string[]
  caption?: string
  /** Parameters that the platform's options of the post add, by the platform's names. */
  options?: Record<string, unknown>
}

/** The states of a container, by the platforms' names. */
export const STATES = {
  IN_PROGRESS: 'in_progress',
  FINISHED: 'finished',
  PUBLISHED: 'published',
  ERROR: 'error',
  EXPIRED: 'expired',
} as const satisfies Record<string, Prepared['state']>
export const StateName = z.lazy(() => z.enum(Object.keys(STATES) as [keyof typeof STATES]))

export interface ContainerStatus {
  state: Prepared['state']
  /** Why, with `error`. */
  error?: PlatformError
}

/** A platform that publishes containers. */
export interface ContainerApi extends Omit<Connector, 'prepare' | 'publish' | 'verify' | 'find' | 'newKey' | 'signIn'> {
  createContainer(account: Credentials, spec: ContainerSpec): Promise<Result<{ container_id: string }>>
  createCarousel(account: Credentials, spec: CarouselSpec): Promise<Result<{ container_id: string }>>
  containerStatus(account: Credentials, containerId: string): Promise<Result<ContainerStatus>>
  publish(account: Credentials, containerId: string): Promise<Result<Published>>
  /** A post of exactly this caption and type made in the time span; null unless exactly one matches. */
  findPublished(
    account: Credentials,
    wanted: Omit<Wanted, 'text'> & { caption: string },
  ): Promise<Result<Required<Pick<Published, 'media_id' | 'permalink'>> | null>>
  /** The address to send the account's owner to. @param app.scopes what publishing needs, unless given. */
  authorizeUrl(app: { client_id: string; redirect_uri: string; state: string; scopes?: readonly string[] }): string
  /** Code (single use, 1 h) to long-lived token (60 days). */
  exchangeCode(app: PlatformApp & { redirect_uri: string; code: string }): Promise<Result<TokenGrant>>
}

/** The state of a container after a publish call on it: nobody but this post knows it, so if it is out, it is this post. */
export function verdictOf({ state, error }: ContainerStatus): Verdict {
  switch (state) {
    case 'published':
      return { state: 'live' }
    case 'finished':
      return { state: 'not' }
    case 'in_progress':
      return { state: 'unknown' }
    case 'expired':
      return { state: 'lost', expired: true }
    case 'error':
      return { state: 'lost', ...(error ? { error } : {}) }
  }
}

/** The connector of a platform that publishes containers: a handle is a container's id. */
export function connectorOf(api: ContainerApi): Connector {
  const { createContainer, createCarousel, ...rest } = api
  const { containerStatus, publish, findPublished, authorizeUrl, exchangeCode, ...shared } = rest
  return {
    ...shared,

    async prepare(account, piece, made) {
      if (made !== undefined) return containerStatus(account, made)
      const created =
        piece.type === 'joined'
          ? await createCarousel(account, carouselOf(piece))
          : await createContainer(account, containerOf(piece))
      return mapped(created, ({ container_id }): Prepared => {
        return { state: 'in_progress', handle: container_id, id: container_id }
      })
    },

    publish: (account, { handles }) => publish(account, handles[0]!),
    verify: async (account, { handles }) => mapped(await containerStatus(account, handles[0]!), verdictOf),
    signIn: {
      begin: async (given) => ({ ok: true, value: { url: authorizeUrl(given) } }),
      finish: async (given) => mapped(await exchangeCode(given), (grant) => [grant]),
    },
    find: (account, { text, ...wanted }) => findPublished(account, { ...wanted, caption: text }),
  }
}
