// A running network: what every part of it works on.
import { randomBytes } from 'node:crypto'
import type { FaultPlan } from '../faults.ts'
import type { Simulator } from '../simulator.ts'
import type { Store } from '../store.ts'
import { base32 } from './cid.ts'
import type { Person } from './model.ts'
import type { Network } from './network.ts'
import type { BlueskySettings } from './settings.ts'

export interface World {
  sim: Simulator
  store: Store<BlueskySettings>
  network: Network
  /** Proofs that were seen, with when they are over. */
  proofs: Map<string, number>
}

/** A request whose body has been read. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
  /** The fields of a body that is JSON, or a form. */
  fields: Record<string, unknown>
}

export interface Answered {
  json: unknown
  status?: number
}

export interface Call {
  operation: string
  person?: Person
  object?: string
  run(plan: FaultPlan): Answered | Promise<Answered>
}

export const newDid = (): string => `did:plc:${base32(randomBytes(15)).slice(0, 24)}`

export const newPassword = (): string =>
  base32(randomBytes(10))
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, '$1-')

/** The name of apps whose person decides on the network's own page. */
export const hostOf = (url: string): string => new URL(url).host.replace(':', '%3A')
