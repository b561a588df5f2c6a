// How many active keys an owner has, in one item that every transaction on keys moves on: the limit holds however many are made
// at once. The index by owner, which lists are read from, is behind at such a moment.
import { batchGet, ConditionFailed, get, put, queryAll, type TransactItem } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { activeKeysKey, apiKeysOf } from '../table-keys.ts'

/** Begins the count of an owner that has none yet. Every change of keys calls it first, so that the count misses none. */
export async function beginCount(ownerId: string): Promise<void> {
  const key = activeKeysKey(ownerId)
  if (await get(key)) return
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': apiKeysOf(ownerId) },
  })
  const keys = await batchGet(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))
  const active = keys.filter(({ status }) => status === 'active').length
  await put({ ...key, active }, { ConditionExpression: 'attribute_not_exists(pk)' }).catch((error: unknown) => {
    // Another call began it.
    if (!(error instanceof ConditionFailed)) throw error
  })
}

/** One more, as part of the transaction that makes it. @param most how many there may be; without it, any number. */
export const oneMore = (ownerId: string, most?: number): TransactItem => ({
  Update: {
    Key: activeKeysKey(ownerId),
    UpdateExpression: 'ADD active :one',
    ...(most === undefined ? {} : { ConditionExpression: 'active < :most' }),
    ExpressionAttributeValues: { ':one': 1, ...(most === undefined ? {} : { ':most': most }) },
  },
})

/** One less, as part of the transaction that ends it. */
export const oneLess = (ownerId: string): TransactItem => ({
  Update: {
    Key: activeKeysKey(ownerId),
    UpdateExpression: 'ADD active :less',
    ExpressionAttributeValues: { ':less': -1 },
  },
})
