// Keys of media, failed variants and uploads.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, text } from './shape.ts'

export const mediaKey = (mediaId: string): Key => ({ pk: PARTITION.media(mediaId), sk: 'MEDIA' })
export const mediaOf = shape('MEDIA', text)
export const dueInspections = shape('INSPECT', number)
/** In the place of a variant's name: what holds for all of an asset's. */
export const EVERY_VARIANT = '*'
/** Failed variants of an asset. `name` is the last part of a variant's path. */
export const variantFailureKey = (mediaId: string, name: string): Key => ({ pk: PARTITION.variants(mediaId), sk: name })
export const uploadKey = (mediaId: string): Key => ({ pk: PARTITION.upload(mediaId), sk: 'UPLOAD' })
export const dueUploads = shape('UPLOAD', number)
