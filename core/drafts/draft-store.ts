// Drafts and templates in the table: in a partition of their owner, which is short.
import { get, put, queryAll, transact, update } from '../aws/table.ts'
import { draftKey, draftsOf } from '../table-keys.ts'
import { Draft } from './draft.ts'

export async function listDraftItems(ownerId: string): Promise<Draft[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': draftsOf(ownerId) },
    ConsistentRead: true,
  })
  return items.map((item) => Draft.parse(item))
}

export async function getDraft(ownerId: string, id: string): Promise<Draft | undefined> {
  const item = await get(draftKey(ownerId, id))
  return item && Draft.parse(item)
}

/** @throws {ConditionFailed} when there is one with this id. */
export const addDraft = (draft: Draft): Promise<void> =>
  put({ ...draftKey(draft.owner_id, draft.id), ...draft }, { ConditionExpression: 'attribute_not_exists(pk)' })

/** @param seen the version that it replaces. @throws {ConditionFailed} when it is another, or gone. */
export const replaceDraft = (draft: Draft, seen: number): Promise<void> =>
  put(
    { ...draftKey(draft.owner_id, draft.id), ...draft },
    {
      ConditionExpression: '#version = :seen',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':seen': seen },
    },
  )

/** Notes who is editing. @throws {ConditionFailed} when it was saved, deleted or noted on meanwhile. */
export async function noteEditing(draft: Draft, editing: Record<string, number>): Promise<void> {
  await update(draftKey(draft.owner_id, draft.id), {
    UpdateExpression: 'SET editing = :editing',
    ConditionExpression: `#version = :seen AND ${draft.editing ? 'editing = :before' : 'attribute_not_exists(editing)'}`,
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: {
      ':editing': editing,
      ':seen': draft.version,
      ...(draft.editing ? { ':before': draft.editing } : {}),
    },
  })
}

/**
 * In a transaction, which the SDK can repeat: where the answer to a plain deletion got lost, its repeat finds nothing.
 * @throws {ConditionFailed} when it is not there.
 */
export const removeDraft = (ownerId: string, id: string): Promise<void> =>
  transact([{ Delete: { Key: draftKey(ownerId, id), ConditionExpression: 'attribute_exists(pk)' } }])
