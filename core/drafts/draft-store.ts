// Drafts and templates in the table: each kind in a partition of its owner, which is short.
import { get, put, queryAll, remove } from '../aws/table.ts'
import { draftKey, draftsOf, templateKey, templatesOf } from '../table-keys.ts'
import { Draft, Template } from './draft.ts'

const inPartition = (pk: string) =>
  queryAll({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk }, ConsistentRead: true })

export const listDraftItems = async (ownerId: string): Promise<Draft[]> =>
  (await inPartition(draftsOf(ownerId))).map((item) => Draft.parse(item))

export async function getDraft(ownerId: string, id: string): Promise<Draft | undefined> {
  const item = await get(draftKey(ownerId, id))
  return item && Draft.parse(item)
}

export const addDraft = (draft: Draft): Promise<void> => put({ ...draftKey(draft.owner_id, draft.id), ...draft })

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

/** @throws {ConditionFailed} when it is not there. */
export async function removeDraft(ownerId: string, id: string): Promise<void> {
  await remove(draftKey(ownerId, id), { ConditionExpression: 'attribute_exists(pk)' })
}

export const listTemplateItems = async (ownerId: string): Promise<Template[]> =>
  (await inPartition(templatesOf(ownerId))).map((item) => Template.parse(item))

export async function getTemplate(ownerId: string, id: string): Promise<Template | undefined> {
  const item = await get(templateKey(ownerId, id))
  return item && Template.parse(item)
}

/** @param replaced whether it takes the place of one that is there. @throws {ConditionFailed} when that is gone. */
export const putTemplate = (template: Template, { replaced }: { replaced: boolean }): Promise<void> =>
  put(
    { ...templateKey(template.owner_id, template.id), ...template },
    replaced ? { ConditionExpression: 'attribute_exists(pk)' } : {},
  )

/** @throws {ConditionFailed} when it is not there. */
export async function removeTemplate(ownerId: string, id: string): Promise<void> {
  await remove(templateKey(ownerId, id), { ConditionExpression: 'attribute_exists(pk)' })
}
