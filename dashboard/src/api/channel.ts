// What tabs and windows of the dashboard tell each other.
import type { Connection } from './schemas.ts'

/** How connecting an account ended. */
export type ConnectOutcome =
  | { is: 'connected'; connection: Connection; again: boolean }
  | { is: 'refused'; code: string; message: string }

export type Message =
  | { is: 'owner_changed' }
  | { is: 'signed_out' }
  /** The draft of the composer was changed in another tab. */
  | { is: 'draft_saved' }
  /** The draft of the composer was published from another tab, as the post with this id. */
  | { is: 'draft_sent'; id: string }
  /** From the window of a platform: what became of the request with this state. */
  | { is: 'connect_ended'; state: string; outcome: ConnectOutcome }
  /** The page that asked heard it. */
  | { is: 'connect_heard'; state: string }

// A channel of the same origin: nobody else can speak in it.
const channel = new BroadcastChannel('social-publisher')

export const tellOtherTabs = (message: Message): void => channel.postMessage(message)

/** @returns how to stop listening. */
export function listenToTabs(heard: (message: Message) => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => heard(data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
