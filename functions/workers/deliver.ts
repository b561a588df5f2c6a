// The deliver queue's worker: hands an event on to the webhooks that want it, or tries one delivery.
import * as z from 'zod/mini'
import { handOn } from '../../core/notices/hand-on.ts'
import { deliver } from '../../core/webhooks/deliver.ts'
import { worker } from '../worker.ts'

const Message = z.union([
  z.strictObject({ event_id: z.string() }),
  z.strictObject({ webhook_id: z.uuid(), delivery_id: z.string() }),
])

export const handler = worker(
  (body) => Message.parse(body),
  ({ message }) =>
    'event_id' in message ? handOn(message.event_id, Date.now()) : deliver(message.webhook_id, message.delivery_id),
)
