// Listing, downloading, changing and deleting files.
import { z } from 'zod'
import { Done } from '../../core/answer-schema.ts'
import { MediaListShown, MediaShown, TagsShown } from '../../core/media/media-schema.ts'
import {
  MAX_DESCRIPTION,
  MAX_STREAMED_BYTES,
  MAX_STREAMED_KEYLESS_BYTES,
  MAX_TITLE,
} from '../../core/media/rules/media.ts'
import { LONGEST_TAG, MOST_TAGS } from '../../core/media/rules/tags.ts'
import { MIN_BYTES_PER_SECOND, PACE_WINDOW_MS } from '../../core/media/rules/transfer-limits.ts'
import { SAYS_SOMETHING } from '../../core/platforms/text-field.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operation, Operations } from '../operation.ts'

/** An example of a file. */
export const beach = {
  id: IDS.picture,
  object_key: `${IDS.picture}.jpg`,
  content_type: 'image/jpeg',
  size_bytes: 482113,
  title: 'The beach',
  alt_text: 'A beach in the morning',
  version: 1,
  created_at: NOW,
}

/** As the list shows it. */
const listed = {
  ...beach,
  width: 1440,
  height: 1080,
  duration_ms: null,
  tags_json: '["summer","team"]',
  metadata_json: null,
  updated_at: NOW,
  download_url: `https://d111111abcdef8.cloudfront.net/${IDS.picture}.jpg`,
}

const text = (max: number, description: string) => ({ type: 'string', maxLength: max, description })
export const TITLE = text(MAX_TITLE, 'The name of the file if left out.')
export const DESCRIPTION = text(
  MAX_DESCRIPTION,
  'Alternative text for people who cannot see it; the title if left out.',
)
const MB = 1024 ** 2

const conditional = {
  Range: {
    description: 'One range of bytes; several ranges or an unknown unit return the whole file.',
    schema: { type: 'string', examples: ['bytes=0-1023'] },
  },
  'If-None-Match': { description: 'Answer 304 if the file still has this ETag.' },
  'If-Modified-Since': { description: 'Answer 304 if the file was not uploaded since.' },
  'If-Match': { description: 'Answer 412 unless the file has this ETag.' },
  'If-Unmodified-Since': { description: 'Answer 412 if the file was uploaded since.' },
  'If-Range': { description: 'Return the range only if the file still has this ETag or date.' },
}
const validators = ['ETag', 'Last-Modified', 'Accept-Ranges'] as const
const whole = [...validators, 'X-Content-Length', 'Content-Disposition'] as const

const REDIRECT: Record<number, Answer> = {
  307: { description: 'A large file: fetch it from `Location`.', headers: ['Location'] },
}

const download = (id: string, summary: string, bytes: boolean): Operation => ({
  id,
  tag: 'Media',
  summary,
  description:
    `Needs no key: the id is the secret. Up to ${MAX_STREAMED_BYTES / MB} MB are streamed to callers with a key, ` +
    `${MAX_STREAMED_KEYLESS_BYTES / MB} MB to callers without one; a longer file or range is answered with a redirect to the ` +
    'content delivery network. ' +
    '`X-Content-Length` has the number of bytes; do not rely on `Content-Length`, which the gateway may rename. ' +
    `A caller that reads less than ${MIN_BYTES_PER_SECOND / 1024} KB a second over ${PACE_WINDOW_MS / 1000} seconds is disconnected.`,
  requestHeaders: conditional,
  answers: {
    200: {
      description: bytes ? 'The file.' : 'The file exists.',
      headers: whole,
      ...(bytes ? { types: ['*/*'] } : {}),
    },
    206: {
      description: 'A part of the file.',
      headers: [...whole, 'Content-Range'],
      ...(bytes ? { types: ['*/*'] } : {}),
    },
    304: { description: 'The file has not changed.', headers: validators },
    ...(bytes ? REDIRECT : {}),
  },
  errors: ['precondition_failed', 'range_not_satisfiable'],
})

export const media: Operations = {
  'GET /v1/media/users': {
    id: 'listMedia',
    tag: 'Media',
    summary: 'List your media',
    description: 'Newest first, without deleted ones.',
    fields: {
      page: { description: 'The page number, from 1.' },
      limit: { description: 'The number of items on a page.' },
      type: { description: 'Only media of this kind.' },
      search: { description: 'Only media whose title or one of whose tags contains this.' },
      tag: { description: 'Only media with this tag.' },
    },
    answers: {
      200: {
        description: 'A page.',
        body: z.object({ success: z.literal(true), data: MediaListShown }),
        examples: {
          page: {
            summary: 'One picture',
            value: {
              success: true,
              data: {
                result: [listed],
                usage: { usage_size: 482113 },
                result_info: { count: 1, page: 1, limit: 20, total_count: 1, total_pages: 1 },
                filters: { type: 'image' },
              },
            },
          },
        },
      },
    },
  },
  'GET /v1/media/tags': {
    id: 'listMediaTags',
    tag: 'Media',
    summary: 'List the tags of your media',
    description: 'The tags in use, those of most files first.',
    answers: {
      200: {
        description: 'The tags.',
        body: z.object({ success: z.literal(true), data: TagsShown }),
        examples: {
          tags: {
            summary: 'Two tags',
            value: {
              success: true,
              data: [
                { tag: 'summer', count: 12 },
                { tag: 'team', count: 3 },
              ],
            },
          },
        },
      },
    },
  },
  'GET /v1/media/{id}': download('downloadMedia', 'Download a file', true),
  'HEAD /v1/media/{id}': download('headMedia', 'Get the headers of a file', false),
  'PATCH /v1/media/{id}': {
    id: 'changeMedia',
    tag: 'Media',
    summary: 'Rename, describe or tag a file',
    description:
      'Only the fields that are sent are changed. Posts that are accepted already keep the alternative text that they were given; ' +
      'of those that were given none, the description counts that the file has when they are published.',
    fields: {
      title: { ...TITLE, minLength: 1, pattern: SAYS_SOMETHING, description: 'The new name.' },
      description: { ...DESCRIPTION, description: 'Alternative text for people who cannot see it; empty for none.' },
      tags: {
        description: `All tags of the file, in place of those that it has. They are kept in lower case, of at most ${LONGEST_TAG} characters; at most ${MOST_TAGS} are allowed.`,
      },
    },
    examples: {
      all: {
        summary: 'A name, a description and tags',
        value: { title: 'The beach', description: 'A beach in the morning', tags: ['Summer', 'Team'] },
      },
    },
    answers: {
      200: {
        description: 'The file is changed.',
        body: Done.extend({ data: MediaShown }),
        examples: {
          changed: {
            summary: 'Changed',
            value: { success: true, message: 'The media was changed.', data: { ...listed, version: 2 } },
          },
        },
      },
    },
    errors: ['conflict'],
  },
  'DELETE /v1/media/{id}': {
    id: 'deleteMedia',
    tag: 'Media',
    summary: 'Delete a file',
    description: 'Also deletes everything that was made from it. Refused while an unfinished post uses it.',
    answers: {
      200: {
        description: 'The file is deleted.',
        body: Done,
        examples: { gone: { summary: 'Deleted', value: { success: true, message: 'The media was deleted.' } } },
      },
    },
    errors: ['conflict'],
  },
}
