// Words that a team begins posts with: templates, and groups of hashtags, which are templates without a text.
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import { MOST_TEMPLATES, type Template } from './draft.ts'
import { getTemplate, listTemplateItems, putTemplate, removeTemplate } from './draft-store.ts'
import type { Editor } from './drafts.ts'

export interface TemplateContent {
  name: string
  content: string
  hashtags: string[]
}

export interface TemplateView extends TemplateContent {
  id: string
  /** Who saved it last. */
  updated_by: Maker | null
  created_at: number
  updated_at: number
}

async function viewsOf(templates: readonly Template[]): Promise<TemplateView[]> {
  const makerOf = await makersOf(templates.map(({ updated_by }) => ({ created_by: updated_by })))
  return templates.map(({ id, name, content, hashtags, updated_by, created_at, updated_at }) => ({
    ...{ id, name, content, hashtags, created_at, updated_at },
    updated_by: makerOf(updated_by),
  }))
}

const unknown = () => refuse('not_found', 'There is no template with this id.')

/** In the order of their names. */
export async function listTemplates(ownerId: string): Promise<TemplateView[]> {
  const templates = await listTemplateItems(ownerId)
  return viewsOf(templates.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)))
}

/** @throws {AppError} `conflict` where there are as many as may be. */
export async function createTemplate({ ownerId, personId }: Editor, given: TemplateContent, now: number) {
  if ((await listTemplateItems(ownerId)).length >= MOST_TEMPLATES)
    throw refuse('conflict', `There are ${MOST_TEMPLATES} templates already; delete one first.`)
  const by = { created_by: personId, updated_by: personId, created_at: now, updated_at: now }
  const template: Template = { id: newId(), owner_id: ownerId, ...given, ...by }
  await putTemplate(template, { replaced: false })
  return (await viewsOf([template]))[0]!
}

/** Replaces all of it. @throws {AppError} `not_found` */
export async function changeTemplate({ ownerId, personId }: Editor, id: string, given: TemplateContent, now: number) {
  const template = await getTemplate(ownerId, id)
  if (!template) throw unknown()
  const next: Template = { ...template, ...given, updated_by: personId, updated_at: now }
  try {
    await putTemplate(next, { replaced: true })
  } catch (error) {
    throw error instanceof ConditionFailed ? unknown() : error
  }
  return (await viewsOf([next]))[0]!
}

/** @throws {AppError} `not_found` */
export async function deleteTemplate(ownerId: string, id: string): Promise<void> {
  try {
    await removeTemplate(ownerId, id)
  } catch (error) {
    throw error instanceof ConditionFailed ? unknown() : error
  }
}
