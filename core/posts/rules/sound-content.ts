// Checks what fits of a request that does not fit its schema as a whole, so that a caller is told at once everything that is
// wrong with it, whatever kind of fault it is.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { PLATFORM_IDS } from '../../platforms/facts.ts'
import { optionFieldsOf } from '../../platforms/option-fields.ts'
import { MAX_ACCOUNTS } from '../../platforms/post-types.ts'
import type { AccountContent, MediaDetails, PostOptions, RequestedContent } from './account-content.ts'
import { postRequest } from './post-request.ts'

type Fields = Record<string, unknown>
type Shape = Record<string, z.ZodMiniType>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The fields of an object that fit by themselves. */
const fitting = (given: unknown, shape: Shape): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(given)).flatMap(([name, value]): [string, unknown][] => {
      const read = Object.hasOwn(shape, name) ? shape[name]!.safeParse(value) : undefined
      return read?.success && read.data !== undefined ? [[name, read.data]] : []
    }),
  )

function soundOptions(given: unknown): PostOptions | undefined {
  if (given === undefined) return undefined
  const each = fieldsOf(given)
  return Object.fromEntries(
    PLATFORM_IDS.flatMap((id) => {
      const fields = optionFieldsOf(id)
      if (!fields || each[id] === undefined) return []
      return [[id, fitting(each[id], fields.options._zod.def.getter().shape as Shape)]]
    }),
  )
}

/** Texts fit or are absent. */
const textsOf = (given: unknown, type: PostType): { content?: string; hashtags?: string[] } => {
  const { content, hashtags } = postRequest(type).shape as Shape
  return fitting(given, { content: content!, hashtags: hashtags! })
}

function soundAccounts(given: unknown, type: PostType): Record<string, AccountContent> | undefined {
  const entries = Object.entries(fieldsOf(given))
  if (entries.length === 0 || entries.length > MAX_ACCOUNTS) return undefined
  return Object.fromEntries(
    entries.flatMap(([key, own]): [string, AccountContent][] => {
      const id = Uuid.safeParse(key)
      if (!id.success) return []
      const options = soundOptions(fieldsOf(own).options)
      return [[id.data, { ...textsOf(own, type), ...(options ? { options } : {}) }]]
    }),
  )
}

const detailsShape = (): Shape => ({
  alt_text: z.string(),
  ...Object.fromEntries(
    PLATFORM_IDS.flatMap((id) =>
      Object.entries(optionFieldsOf(id)?.on_media ?? {}).map(([name, { entry }]) => [name, z.array(entry)]),
    ),
  ),
})

/** The body's fields beside accounts and media, as far as they fit. @param items the media of the long form. */
export function soundContent(body: unknown, type: PostType, items: number): RequestedContent {
  const { options, per_account, media } = fieldsOf(body)
  const details = fieldsOf(media).items
  const read = soundOptions(options)
  const shape = detailsShape()
  const own = soundAccounts(per_account, type)
  return {
    ...textsOf(body, type),
    ...(read ? { options: read } : {}),
    ...(own ? { per_account: own } : {}),
    ...(Array.isArray(details) && details.length === items
      ? { media: { items: details.map((item): MediaDetails => fitting(item, shape)) } }
      : {}),
  }
}

/** Whether a text that others are measured by did not fit: then what is measured by it says nothing. */
export const isMisread = (body: unknown, sound: RequestedContent): boolean => {
  const lacks = (given: unknown, read: { content?: string; hashtags?: string[] }): boolean =>
    (['content', 'hashtags'] as const).some((name) => fieldsOf(given)[name] !== undefined && read[name] === undefined)
  const { per_account } = fieldsOf(body)
  return (
    lacks(body, sound) ||
    Object.entries(sound.per_account ?? {}).some(([id, read]) => lacks(fieldsOf(per_account)[id], read))
  )
}
