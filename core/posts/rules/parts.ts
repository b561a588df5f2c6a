// The parts of a publication: one, or the posts of a thread that answer each other. Only one is worked on at a time, and what
// is live stays live.

import type { Publication } from './publication.ts'
import type { Job, Part } from './publication-fields.ts'

/** The part that is worked on, from 0; the last one where a thread is live as a whole. */
export function partAt({ parts = [] }: Pick<Publication, 'parts'>): number {
  const at = parts.findIndex(({ live_at }) => live_at === undefined)
  return at < 0 ? Math.max(0, parts.length - 1) : at
}

/** How many parts are out. */
export const liveParts = ({ parts = [] }: Pick<Publication, 'parts'>): number =>
  parts.filter(({ live_at }) => live_at !== undefined).length

/** The media that publishing it from where it broke off needs: those of parts that are live are not sent again. */
export function mediaNeeded(publication: Pick<Publication, 'parts' | 'jobs' | 'media_ids'>): string[] {
  const live = liveParts(publication)
  if (live === 0) return publication.media_ids
  return [...new Set(publication.jobs.flatMap(({ part = 0, media_id }) => (part >= live ? (media_id ?? []) : [])))]
}

export const isOfPart = (job: Job, part: number): boolean => (job.part ?? 0) === part

/** The jobs of the part that is worked on. */
export const partJobs = (publication: Publication): Job[] => {
  const part = partAt(publication)
  return publication.jobs.filter((job) => isOfPart(job, part))
}

/** The job whose container is published: the carousel's, the only one, or the first where its platform joins nothing. */
export const targetJob = (publication: Publication): Job => {
  const jobs = partJobs(publication)
  return jobs.find((job) => job.type === 'carousel_upload') ?? jobs.find((job) => job.type === 'container_create')!
}

/** The handle that the connector knows it by; undefined before there is one. */
export const handleOf = ({ handle, container_id }: Job): string | undefined => handle ?? container_id

/** The pieces that are published: the carousel, or all that were made of the part where its platform joins nothing. */
export const handlesOf = (publication: Publication): string[] => {
  const jobs = partJobs(publication)
  const joining = jobs.filter(({ type }) => type === 'carousel_upload')
  const published = joining.length > 0 ? joining : jobs.filter(({ type }) => type === 'container_create')
  return published.flatMap((job) => handleOf(job) ?? [])
}

/** The key of the part's publish call: the same on every repeat. */
export const keyOf = (publication: Publication): string => {
  const { id, key } = publishJob(publication)
  return key ?? id
}

/** Where the account's posts ended before the part's first call, of platforms that are asked for it. */
export const markOf = (publication: Publication): string | undefined => publishJob(publication).mark

/** The job that publishes the part. */
export const publishJob = (publication: Publication): Job =>
  partJobs(publication).find(({ type }) => type === 'publish_content')!

export const withPart = (publication: Publication, at: number, change: Partial<Part>): Publication => ({
  ...publication,
  parts: publication.parts!.map((part, index) => (index === at ? { ...part, ...change } : part)),
})
