// GET and HEAD /v1/media/{id}: download a file, whole or in part.
import * as z from 'zod/mini'
import type { Caller } from '../../../core/api-keys/caller.ts'
import { DASHBOARD_HEADER } from '../../../core/contract.ts'
import { Uuid } from '../../../core/ids.ts'
import { findDownload, leadToShown, openMedia } from '../../../core/media/open-media.ts'
import { streamingEndpoint } from '../../endpoint.ts'

export const handler = streamingEndpoint({
  auth: 'optional',
  params: z.object({ id: Uuid }),
  prepare: ({ params }) => findDownload(params.id),
  run: async ({ prepared: media, method, header, caller }) => {
    // By that address a key is a session whose page sent a header of its own (functions/cdn/dashboard-request.js), which no script,
    // style or picture element can: its page reads the bytes, and nothing runs.
    if (header(DASHBOARD_HEADER) !== undefined && caller === undefined) return leadToShown(media, header('accept'))
    const request = {
      method,
      ifMatch: header('if-match'),
      ifNoneMatch: header('if-none-match'),
      ifModifiedSince: header('if-modified-since'),
      ifUnmodifiedSince: header('if-unmodified-since'),
      ifRange: header('if-range'),
      range: header('range'),
    }
    // Absent where no key was sent, whatever the type says.
    return openMedia(media, request, (caller as Caller | undefined) !== undefined)
  },
})
