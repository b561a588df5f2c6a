// Reading the whole table. Only the operator's command does: it costs a read unit for every 8 KB that are stored.
import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { client, type Item } from './table.ts'

/** Every item that the filter lets through, a page at a time, in no order. What is written meanwhile may be missing. */
export async function* scanPages(options: Omit<ScanCommandInput, 'TableName'> = {}): AsyncGenerator<Item[]> {
  let from: Item | undefined
  do {
    const reply = await client().send(
      new ScanCommand({ ConsistentRead: true, ...options, TableName: setting(ENV.table), ExclusiveStartKey: from }),
    )
    yield reply.Items ?? []
    from = reply.LastEvaluatedKey
  } while (from)
}
