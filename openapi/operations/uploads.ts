// Uploading files: in a form, from an address, and in upload sessions.
import { z } from 'zod'
import { Done, Time } from '../../core/answer-schema.ts'
import { UploadHeaders, UploadSessionShown, UploadShown } from '../../core/media/media-schema.ts'
import { MAX_FILE_BYTES } from '../../core/media/rules/media.ts'
import { MAX_IMPORTS, MIN_BYTES_PER_SECOND, SMALLEST_PART_BYTES } from '../../core/media/rules/transfer-limits.ts'
import { MOST_PARTS } from '../../core/media/rules/upload-parts.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'
import { beach, DESCRIPTION, TITLE } from './media.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2

const stored: Answer = {
  description: 'The file is stored. Its dimensions are known within seconds.',
  body: Done.extend({ data: UploadShown }),
  examples: {
    picture: { summary: 'A picture', value: { success: true, message: 'The file was uploaded.', data: beach } },
  },
}

export const uploads: Operations = {
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
        // Not empty. A least length would be taken by the generator for Go for one of a text; with a value that is refused, schemathesis
        // makes no requests.
        file: { type: 'string', format: 'binary', pattern: '^[\\s\\S]', description: 'The file, with its name.' },
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
}
