// Uploading, listing, downloading and deleting files.
import { z } from 'zod'
import { Done, Time } from '../../core/answer-schema.ts'
import {
  MediaListShown,
  MediaShown,
  TagsShown,
  UploadHeaders,
  UploadSessionShown,
  UploadShown,
} from '../../core/media/media-schema.ts'
import {
  MAX_DESCRIPTION,
  MAX_FILE_BYTES,
  MAX_STREAMED_BYTES,
  MAX_STREAMED_KEYLESS_BYTES,
  MAX_TITLE,
} from '../../core/media/rules/media.ts'
import { LONGEST_TAG, MOST_TAGS } from '../../core/media/rules/tags.ts'
import {
  MAX_IMPORTS,
  MIN_BYTES_PER_SECOND,
  PACE_WINDOW_MS,
  SMALLEST_PART_BYTES,
} from '../../core/media/rules/transfer-limits.ts'
import { MOST_PARTS } from '../../core/media/rules/upload-parts.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operation, Operations } from '../operation.ts'

const beach = {
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

const stored: Answer = {
  description: 'The file is stored. Its dimensions are known within seconds.',
  body: Done.extend({ data: UploadShown }),
  examples: {
    picture: { summary: 'A picture', value: { success: true, message: 'The file was uploaded.', data: beach } },
  },
}

const text = (max: number, description: string) => ({ type: 'string', maxLength: max, description })
const TITLE = text(MAX_TITLE, 'The name of the file if left out.')
const DESCRIPTION = text(MAX_DESCRIPTION, 'Alternative text for people who cannot see it; the title if left out.')
const GB = 1024 ** 3
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
  'POST /v1/media': {
    id: 'uploadMedia',
    tag: 'Media',
    summary: 'Upload a file',
    description:
      'Send a form of up to about 4.5 MB, or the address of a file, which the service fetches: at most ' +
      `${MAX_IMPORTS} at once, from sources that send ${MIN_BYTES_PER_SECOND / 1024} KB a second or more. For larger files of your own ` +
      `use an upload session. At most ${MAX_FILE_BYTES / GB} GB. Images (JPG, PNG, GIF, WebP, SVG, HEIC, HEIF), video (MP4, ` +
      'MOV, WebM, AVI, MPEG), audio (MP3, WAV, OGG) and other files.',
    fields: {
      url: { format: 'uri', description: 'A public http or https address.' },
      title: TITLE,
      description: DESCRIPTION,
    },
    form: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', minLength: 1, description: 'The file, with its name.' },
        title: TITLE,
        description: DESCRIPTION,
      },
      required: ['file'],
      additionalProperties: false,
    },
    examples: {
      address: { summary: 'By address', value: { url: 'https://www.w3.org/assets/logos/w3c/w3c-no-bars.svg' } },
    },
    answers: { 200: stored },
    errors: ['unprocessable'],
  },
  'POST /v1/media/uploads': {
    id: 'startUpload',
    tag: 'Media',
    summary: 'Start the upload of a large file',
    description:
      'Returns an address to PUT the file to. Then complete the upload. With `in_parts` the file is sent in parts, and the upload ' +
      'can resume after a broken connection: `GET /v1/media/uploads/{id}` lists which parts have arrived and the addresses of the others.',
    fields: {
      file_name: { description: 'The name with its extension.', examples: ['holiday.mp4'] },
      content_type: { description: 'The MIME type; it is checked against the bytes later.', examples: ['video/mp4'] },
      size_bytes: { description: 'The exact size.', maximum: MAX_FILE_BYTES },
      title: TITLE,
      description: DESCRIPTION,
      in_parts: {
        description: `Send the file in parts: at most ${MOST_PARTS}, of at least ${SMALLEST_PART_BYTES / MB} MB each except the last.`,
      },
    },
    examples: {
      video: {
        summary: 'A video',
        value: { file_name: 'holiday.mp4', content_type: 'video/mp4', size_bytes: 73400320 },
      },
      parts: {
        summary: 'A video in parts',
        value: { file_name: 'holiday.mp4', content_type: 'video/mp4', size_bytes: 73400320, in_parts: true },
      },
    },
    answers: {
      200: {
        description: 'The addresses for sending the file.',
        body: Done.extend({
          data: z.object({
            id: z.uuid().describe('The id that the media will have.'),
            object_key: z.string(),
            upload_url: z.url().nullable().describe('Null if the file is sent in parts.'),
            method: z.literal('PUT'),
            headers: UploadHeaders.nullable(),
            part_bytes: z
              .int()
              .optional()
              .describe('The size of each part except the last. Only if the file is sent in parts.'),
            part_count: z.int().optional().describe('Only if the file is sent in parts.'),
            expires_at: Time.describe(
              'When the address expires; if the file is sent in parts, when the upload expires.',
            ),
          }),
        }),
        examples: {
          video: {
            summary: 'The address for the video',
            value: {
              success: true,
              message: 'PUT the file to upload_url with these headers before expires_at, then complete the upload.',
              data: {
                id: IDS.other,
                object_key: `${IDS.other}.mp4`,
                upload_url: `https://media.s3.amazonaws.com/uploads/${IDS.other}?X-Amz-Signature=...`,
                method: 'PUT',
                headers: { 'Content-Type': 'video/mp4' },
                expires_at: NOW + 3_600_000,
              },
            },
          },
          parts: {
            summary: 'The parts of the video',
            value: {
              success: true,
              message:
                'GET the upload for where each part goes, PUT the parts before expires_at, then complete the upload.',
              data: {
                id: IDS.other,
                object_key: `${IDS.other}.mp4`,
                upload_url: null,
                method: 'PUT',
                headers: null,
                part_bytes: SMALLEST_PART_BYTES,
                part_count: 9,
                expires_at: NOW + 86_400_000,
              },
            },
          },
        },
      },
    },
  },
  'GET /v1/media/uploads/{id}': {
    id: 'getUpload',
    tag: 'Media',
    summary: 'Get the progress of an upload',
    description:
      'Lists which parts have arrived, and addresses for the others that are valid for an hour; each request returns new addresses. PUT ' +
      'exactly the bytes of a part to its address with its headers; 412 means that the part has arrived already. A file that was not ' +
      'announced in parts is one part. 404 once the upload is completed or aborted.',
    answers: {
      200: {
        description: 'The progress.',
        body: z.object({ success: z.literal(true), data: UploadSessionShown }),
        examples: {
          begun: {
            summary: 'The first part has arrived',
            value: {
              success: true,
              data: {
                id: IDS.other,
                object_key: `${IDS.other}.mp4`,
                content_type: 'video/mp4',
                size_bytes: 10_000_000,
                parts: [
                  {
                    number: 1,
                    first_byte: 0,
                    size_bytes: SMALLEST_PART_BYTES,
                    arrived: true,
                    upload_url: null,
                    headers: null,
                  },
                  {
                    number: 2,
                    first_byte: SMALLEST_PART_BYTES,
                    size_bytes: 10_000_000 - SMALLEST_PART_BYTES,
                    arrived: false,
                    upload_url: `https://media.s3.amazonaws.com/uploads/${IDS.other}.mp4/2?X-Amz-Signature=...`,
                    headers: { 'Content-Length': '1611392', 'Content-Type': 'video/mp4', 'If-None-Match': '*' },
                  },
                ],
                addresses_expire_at: NOW + 3_600_000,
                expires_at: NOW + 86_400_000,
              },
            },
          },
        },
      },
    },
  },
  'DELETE /v1/media/uploads/{id}': {
    id: 'giveUpUpload',
    tag: 'Media',
    summary: 'Abort an upload',
    description:
      'Removes all bytes that have arrived; they no longer count against the quota. An upload that is not completed is aborted after a day.',
    answers: {
      200: {
        description: 'The upload is aborted.',
        body: Done,
        examples: { gone: { summary: 'Aborted', value: { success: true, message: 'The upload was aborted.' } } },
      },
    },
  },
  'POST /v1/media/uploads/{id}/complete': {
    id: 'completeUpload',
    tag: 'Media',
    summary: 'Complete an upload',
    description: 'Call this after sending the file. Calling it twice does no harm.',
    answers: { 200: stored },
    errors: ['conflict', 'unprocessable', 'too_large'],
  },
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
      title: { ...TITLE, minLength: 1, pattern: '\\S', description: 'The new name.' },
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
