// Fair queues: on a standard queue a message's group says whose it is, and SQS gives out first what belongs to groups of which the
// fewest messages are being processed. The engine drops the group and knows only the order of arrival, so that one owner's
// backlog would be everybody's.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html

interface Message {
  body: string
  messageGroupId?: string
}

interface Queue {
  messages: Message[]
  inflightMessages: Map<string, { message: Message }>
  isFifo(): boolean
  /** Gives back to the queue what was not worked off in time, and what was delayed. */
  processTimers(): void
  dequeue(most: number, ...rest: unknown[]): unknown
}

type Handler = (body: Sent & ForThoseWithout & { Entries?: Sent[] }, ...rest: unknown[]) => unknown
interface Sent {
  MessageBody?: string
  MessageGroupId?: string
}

/** A member of ReceiveMessage that SQS does not have: only messages of groups of which none is being worked off. */
export interface ForThoseWithout {
  GroupsWithNoneOut?: boolean
}

interface EngineParts {
  SqsQueue: { prototype: Queue }
  SqsStore: { createMessage(body: string, attributes: unknown, delay?: number, group?: string, once?: string): Message }
  SqsRouter: { prototype: { register(action: string, handler: Handler): void } }
}

/**
 * The `most` messages to give out next: each of the group that has the fewest out, the first that came where several have.
 * @param out how many of each group are being worked off; a message without a group counts for none.
 */
export function fairest<M extends Pick<Message, 'messageGroupId'>>(
  messages: readonly M[],
  most: number,
  out: ReadonlyMap<string, number>,
): M[] {
  const heads = new Map<string | M, { count: number; place: number; waiting: M[] }>()
  for (const [place, message] of messages.entries()) {
    const group = message.messageGroupId
    const known = heads.get(group ?? message)
    if (!known) heads.set(group ?? message, { count: out.get(group ?? '') ?? 0, place, waiting: [message] })
    else if (known.waiting.length < most) known.waiting.push(message)
  }
  const chosen: M[] = []
  const groups = [...heads.values()]
  while (chosen.length < Math.min(most, messages.length)) {
    const next = groups
      .filter(({ waiting }) => waiting.length > 0)
      .reduce((best, one) =>
        one.count < best.count || (one.count === best.count && one.place < best.place) ? one : best,
      )
    chosen.push(next.waiting.shift()!)
    next.count += 1
  }
  return chosen
}

const engineParts = async (): Promise<EngineParts> => {
  const within = (path: string) => import(new URL(path, import.meta.resolve('fauxqs')).href)
  return { ...(await within('./sqs/sqsStore.js')), ...(await within('./sqs/sqsRouter.js')) }
}

let fair: Promise<void> | undefined

/** Makes the standard queues of every engine that is started in this process from now on fair. */
export const haveFairQueues = (): Promise<void> => (fair ??= changeEngine())

async function changeEngine(): Promise<void> {
  const { SqsQueue, SqsStore, SqsRouter } = await engineParts()
  let sending: Sent[] = []
  let withNoneOut = false
  const { createMessage } = SqsStore
  SqsStore.createMessage = (body, attributes, delay, group, once) => {
    const at = sending.findIndex(({ MessageBody }) => MessageBody === body)
    const [entry] = at < 0 ? [] : sending.splice(at, 1)
    return createMessage(body, attributes, delay, group ?? entry?.MessageGroupId, once)
  }
  const { register } = SqsRouter.prototype
  SqsRouter.prototype.register = function (action, handler) {
    const sends = action === 'SendMessage' || action === 'SendMessageBatch'
    register.call(this, action, (body, ...rest) => {
      if (action === 'ReceiveMessage' && body.GroupsWithNoneOut === true) {
        // Messages that are available are taken before it waits for more; such a caller does not wait.
        withNoneOut = true
        try {
          return handler(body, ...rest)
        } finally {
          withNoneOut = false
        }
      }
      if (!sends) return handler(body, ...rest)
      // These two do what they do at once: no other message is made in between.
      sending = [...(body.Entries ?? [body])]
      try {
        return handler(body, ...rest)
      } finally {
        sending = []
      }
    })
  }
  const { dequeue } = SqsQueue.prototype
  SqsQueue.prototype.dequeue = function (most, ...rest) {
    this.processTimers()
    if (this.isFifo()) return dequeue.call(this, most, ...rest)
    const out = new Map<string, number>()
    for (const { message } of this.inflightMessages.values()) {
      const group = message.messageGroupId
      if (group !== undefined) out.set(group, (out.get(group) ?? 0) + 1)
    }
    const open = withNoneOut ? this.messages.filter((message) => !out.has(message.messageGroupId ?? '')) : this.messages
    const first = new Set(fairest(open, most, out))
    this.messages = [...first, ...this.messages.filter((message) => !first.has(message))]
    return dequeue.call(this, withNoneOut ? first.size : most, ...rest)
  }
}
