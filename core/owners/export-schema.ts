// A page of everything that an owner has, as answers show it.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import { EXPORTED, type Exported } from './export-owner.ts'

export const ExportedShown = shows<Exported>()(
  z.object({
    kind: z.enum(EXPORTED).describe('The file that the record belongs to, without `.jsonl`.'),
    record: z.record(z.string(), z.unknown()).describe('As it is stored, without what is secret.'),
  }),
).meta({
  id: 'ExportedRecord',
  description: 'No token, no key and no secret of a webhook is in it, nor a hash of one.',
})
