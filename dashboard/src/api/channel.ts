// Messages between tabs and windows of the dashboard.
import type { Attempt } from '../pages/compose/attempt.ts'
import type { Choice, Connection } from './schemas.ts'

/** How connecting an account ended. */
export type ConnectOutcome =
  | { is: 'connected'; connection: Connection; again: boolean }
  /** The sign-in gives several accounts to choose from. */
  | { is: 'choice'; choice: Choice }
  | { is: 'refused'; code: string; message: string }

/** The parameters that a platform appended to the address that it sent the browser back to. */
export interface PlatformAnswer {
  state: string
  code?: string
  iss?: string
  error?: string
  error_reason?: string
  error_description?: string
}

export type Message =
  | { is: 'owner_changed' }
  /** A page began for this owner and person. */
  | { is: 'begun'; whose: string }
  | { is: 'signed_out' }
  /** The draft of the composer was changed in another tab, or is being sent from there. */
  | { is: 'draft_saved'; attempt: Attempt | null }
  /** The draft of the composer was published from another tab, as the post with this id. */
  | { is: 'draft_sent'; id: string }
  /** From the window of a platform: what became of the request with this state. */
  | { is: 'connect_ended'; state: string; outcome: ConnectOutcome }
  /** The same for a connection by a link, which the page with the link finishes. */
  | { is: 'link_answered'; answer: PlatformAnswer }
  /** The page that asked heard it. */
  | { is: 'connect_heard'; state: string }

// A channel of the same origin: nobody else can send on it.
const channel = new BroadcastChannel('social-publisher')

export const tellOtherTabs = (message: Message): void => channel.postMessage(message)

/** @returns how to stop listening. */
export function listenToTabs(heard: (message: Message) => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => heard(data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
