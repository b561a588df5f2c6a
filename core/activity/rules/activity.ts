// The trail of changes: who made one, when, from where, and what it changed. Pure.

/** The changes that are recorded: what was changed, and how. */
export const ACTIONS = [
  'owner.created',
  'owner.changed',
  'owner.exported',
  'owner.deleted',
  'key.created',
  'key.rotated',
  'key.revoked',
  'account.connected',
  'account.reconnected',
  'account.disconnected',
  'account.slots_changed',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.created',
  'invitation.withdrawn',
  'connect_link.created',
  'connect_link.revoked',
  'review_link.created',
  'review_link.used',
  'review_link.revoked',
  'webhook.created',
  'webhook.rotated',
  'webhook.switched_on',
  'webhook.switched_off',
  'webhook.deleted',
  'media.deleted',
  'post.deletion_requested',
] as const
export type Action = (typeof ACTIONS)[number]

/**
 * A person who is signed in, an API key, a visitor who needs neither (such as a client with a connect link), the operator with the
 * command, or the service by itself. For the operator `id` is the user of the machine.
 */
export const ACTOR_KINDS = ['person', 'key', 'visitor', 'operator', 'service'] as const
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  id: string | null
  /** The address that the request came from, or the operator's machine. */
  from: string | null
  /** The last machine on the way to the service, where that is another: what `from` says was only told by it. */
  through?: string | null
}

/** The service itself: nobody asked. */
export const SERVICE: Actor = { kind: 'service', id: null, from: null }

/** A change, before it is known who made it. */
export interface Deed {
  action: Action
  /** The id of what was changed; the kind is the first word of the action. */
  target_id: string
  /** Its name, as people see it. */
  target_name?: string | null
  /** The new values, or what else there is to say. Never a secret. */
  details?: Record<string, string | number | boolean | null>
}

export interface Activity {
  id: string
  owner_id: string
  action: Action
  target_id: string
  target_name: string | null
  details: Record<string, string | number | boolean | null>
  actor: Actor
  /** Unix ms. */
  at: number
}

/** `key.rotated` as `key rotated`. */
export const whatWasDone = (action: Action): string => action.replace('.', ' ').replaceAll('_', ' ')

/** Kept so long. */
export const ACTIVITY_DAYS = 365

/** Longer texts are cut: names are there to recognize something by. */
const MAX_TEXT = 200
export const cut = (text: string): string =>
  text.length <= MAX_TEXT
    ? text
    : `${text
        .slice(0, MAX_TEXT - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`

/**
 * Where a request came from. A program in between, such as the CDN of the dashboard, appends who it was asked by: of the list
 * only its last entry, the one that asked us, is certain; the one before it is what that one says.
 */
export function originOf(peer: string | undefined, forwardedFor: string | undefined): Pick<Actor, 'from' | 'through'> {
  const hops = (forwardedFor ?? '')
    .split(',')
    .slice(-2)
    .map((hop) => hop.trim())
    .filter(Boolean)
  const [before] = hops
  if (hops.length < 2 || !before || before === peer) return { from: peer ? cut(peer) : null }
  return { from: cut(before), through: peer ? cut(peer) : null }
}
