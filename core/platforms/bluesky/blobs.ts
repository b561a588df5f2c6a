// Files that the account's server takes before a post names them.
import * as z from 'zod/mini'
import type { Result } from '../outcome.ts'
import { Blob } from './record.ts'
import type { Session } from './session.ts'
import { asAccount, mapped } from './xrpc.ts'

const Uploaded = z.lazy(() => z.object({ blob: Blob }))

/** The same bytes a second time are the same file. */
export const uploadBlob = async (session: Session, bytes: Uint8Array, content_type: string): Promise<Result<Blob>> =>
  mapped(
    await asAccount(session, { name: 'com.atproto.repo.uploadBlob', operation: 'make', bytes, content_type }, Uploaded),
    ({ blob }) => blob,
  )
