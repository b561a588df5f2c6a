// Gives out again the messages that workers had when the last run ended. On AWS their visibility timeout would have to pass; here
// it is known that nobody works on them any more.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * A worker that was killed may hold what its message is about by a lease, which nobody else takes before it ends. The worker that gets
 * the message at once then leaves it alone, and the sweeper would come back to it only after two minutes.
 */
const LEASES_OVER_MS = 50_000

/** Has them come at once, and once more when the leases of their workers are over: SQS, too, delivers at least once. */
export function giveBackMessages(folder: string, now = Date.now()): void {
  const database = new DatabaseSync(join(folder, 'fauxqs.db'))
  try {
    const held = database.prepare('SELECT message_id FROM sqs_messages WHERE receipt_handle IS NOT NULL').all()
    const copy = database.prepare(`
      INSERT INTO sqs_messages (message_id, delay_until, queue_name, body, md5_of_body, message_attributes,
        md5_of_message_attributes, sent_timestamp, message_group_id)
      SELECT ?, ?, queue_name, body, md5_of_body, message_attributes, md5_of_message_attributes, sent_timestamp, message_group_id
      FROM sqs_messages WHERE message_id = ?`)
    for (const { message_id } of held) copy.run(randomUUID(), now + LEASES_OVER_MS, message_id!)
    database.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL')
  } catch (error) {
    // The first start: there are no messages yet.
    if (!String(error).includes('no such table')) throw error
  } finally {
    database.close()
  }
}
